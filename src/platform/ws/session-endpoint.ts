import type { WebSocketBehavior } from 'uWebSockets.js';
import { Forbidden } from '../errors.ts';
import type { AuditTrail } from '../http/audit.ts';
import { recordRefusal } from '../http/audit-lines.ts';
import type { Exchange } from '../http/exchange.ts';
import type { RequestHead } from '../http/head.ts';
import { type IdentifyDeps, identify, notForStations } from '../http/identify.ts';
import {
  isStation,
  notForDeviceTokens,
  type Principal,
  requireOwnPassword,
  requireScope,
  requireSecondFactor,
  type Station,
} from '../http/principal.ts';
import type { Credentials, RequestGuards } from '../http/request-guards.ts';
import type { Caller } from '../http/route.ts';
import type { SocketEndpoint } from '../http/server.ts';
import { socketEndpoint } from './socket-endpoint.ts';

/** A WebSocket endpoint for authenticated clients. */
interface SessionSocket<Data> {
  readonly path: string;
  /** The subprotocol that is confirmed if the client offers it. */
  readonly protocol: string;
  readonly behaviour: Omit<WebSocketBehavior<Data>, 'upgrade'>;
  /** The socket's user data; throws an AppError to refuse the upgrade. */
  admit(request: SocketRequest): Promise<Data>;
  /** The same for a station. */
  admitStation(request: StationRequest): Promise<Data>;
}

interface SocketRequest {
  readonly principal: Principal;
  readonly token: string;
  readonly query: URLSearchParams;
  readonly caller: Caller;
}

interface StationRequest {
  readonly station: Station;
  readonly caller: Caller;
}

const BEARER_PROTOCOL = 'bearer.';

/** docs/live-socket.md, "Connect": a refusal is a plain HTTP reply before the upgrade. */
export function sessionEndpoint<Data>(
  deps: IdentifyDeps & { readonly guards: RequestGuards; readonly audit: AuditTrail },
  socket: SessionSocket<Data>,
): SocketEndpoint {
  const { guards, audit } = deps;

  async function admit(exchange: Exchange): Promise<Data> {
    const { head } = exchange;
    const rejection = guards.admit(exchange);
    if (rejection !== undefined) throw rejection;
    const given = bearerOf(head);
    await guards.countAgainst(exchange, 'urgent', given);
    const by = await identify(deps, exchange, given);
    const caller = { ip: guards.addressOf(exchange), requestId: exchange.requestId };
    try {
      // CORS does not cover WebSockets: a page of another origin could read the socket's messages.
      if (given === undefined) guards.requireOrigin(head);
      if (isStation(by)) return await socket.admitStation({ station: by, caller });
      if (by.station !== undefined) throw notForStations();
      if (by.device !== undefined) throw notForDeviceTokens();
      requireScope(by, 'read');
      requireOwnPassword(by);
      requireSecondFactor(by);
      const { token } = given ?? guards.credentialsOf(head);
      return await socket.admit({ principal: by, token, query: new URLSearchParams(head.query), caller });
    } catch (error) {
      if (error instanceof Forbidden) recordRefusal(audit, socket.path, error, { by, caller });
      throw error;
    }
  }

  /** A browser cannot set headers on a WebSocket, but it can name subprotocols. */
  function bearerOf(head: RequestHead): Credentials | undefined {
    if (head.authorization !== '') return guards.credentialsOf(head);
    const bearer = protocolsOf(head).find((protocol) => protocol.startsWith(BEARER_PROTOCOL));
    return bearer === undefined ? undefined : { token: bearer.slice(BEARER_PROTOCOL.length) };
  }

  return socketEndpoint(guards, socket, (exchange, upgrading) => {
    admit(exchange).then(
      (data) => {
        const protocol = protocolsOf(exchange.head).includes(socket.protocol) ? socket.protocol : '';
        exchange.upgrade(data, protocol, upgrading);
      },
      (error: unknown) => guards.fail(exchange, error, true),
    );
  });
}

export const protocolsOf = ({ webSocketProtocol }: RequestHead): string[] =>
  webSocketProtocol.split(',').map((protocol) => protocol.trim());
