import type { WebSocketBehavior } from 'uWebSockets.js';
import type { Principal, Sessions } from '../../auth/sessions.ts';
import { Forbidden, InvalidInput } from '../../errors.ts';
import type { AuditTrail } from '../../storage/audit.ts';
import type { Exchange } from './exchange.ts';
import type { RequestHead } from './head.ts';
import type { Credentials, RequestGuards } from './request-guards.ts';
import type { Caller } from './route.ts';
import { type SocketEndpoint, socketEndpoint } from './server.ts';

/** A WebSocket that belongs to a session, as its own room makes it. */
export interface SessionSocket<Data> {
  readonly path: string;
  /** The subprotocol that is answered when the client offers it. */
  readonly protocol: string;
  readonly behaviour: Omit<WebSocketBehavior<Data>, 'upgrade'>;
  /** What the socket will carry; throws our own errors to refuse it. */
  admit(visit: SocketVisit): Promise<Data>;
}

export interface SocketVisit {
  readonly principal: Principal;
  readonly token: string;
  readonly query: URLSearchParams;
  readonly caller: Caller;
}

const BEARER_PROTOCOL = 'bearer.';

/** Decisions, Live socket: whoever may not have it gets a plain HTTP answer before the upgrade. */
export function sessionEndpoint<Data>(
  parts: { readonly guards: RequestGuards; readonly sessions: Sessions; readonly audit: AuditTrail },
  socket: SessionSocket<Data>,
): SocketEndpoint {
  const { guards, sessions, audit } = parts;

  async function admit(exchange: Exchange): Promise<Data> {
    const { head } = exchange;
    if (head.malformed !== undefined) throw new InvalidInput(undefined, head.malformed);
    const rejection = guards.admit(exchange);
    if (rejection !== undefined) throw rejection;
    await guards.countAgainst(exchange, 'global');
    const { token, byCookie } = credentialsOf(head);
    const principal = await sessions.authenticate(token);
    const caller = { ip: guards.addressOf(exchange), requestId: exchange.requestId };
    try {
      // An upgrade is a GET, but unlike any other GET a foreign page could read what comes of it.
      if (byCookie) guards.requireOrigin(head);
      return await socket.admit({ principal, token, query: new URLSearchParams(head.query), caller });
    } catch (error) {
      if (error instanceof Forbidden) {
        const message = `${socket.path}: ${error.message}`;
        const actorId = principal.userId;
        void audit.recordAuditLine({
          action: 'access.refused',
          outcome: 'refused',
          message,
          actorId,
          ...caller,
        });
      }
      throw error;
    }
  }

  /** A browser cannot set headers, but it can name subprotocols. */
  function credentialsOf(head: RequestHead): Credentials {
    const offered = head.authorization === '' ? protocolsOf(head) : [];
    const bearer = offered.find((protocol) => protocol.startsWith(BEARER_PROTOCOL));
    return bearer === undefined
      ? guards.credentialsOf(head)
      : { token: bearer.slice(BEARER_PROTOCOL.length), byCookie: false };
  }

  return socketEndpoint(socket, (exchange, upgrading) => {
    admit(exchange).then(
      (data) => {
        const answered = protocolsOf(exchange.head).includes(socket.protocol) ? socket.protocol : '';
        exchange.upgrade(data, answered, upgrading);
      },
      (error: unknown) => guards.fail(exchange, error, true),
    );
  });
}

export const protocolsOf = ({ webSocketProtocol }: RequestHead): string[] =>
  webSocketProtocol.split(',').map((protocol) => protocol.trim());
