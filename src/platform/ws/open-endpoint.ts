import type { WebSocketBehavior } from 'uWebSockets.js';
import { InvalidInput } from '../errors.ts';
import type { RequestGuards } from '../http/request-guards.ts';
import type { SocketEndpoint } from '../http/server.ts';
import { protocolsOf } from './session-endpoint.ts';
import { socketEndpoint } from './socket-endpoint.ts';

/** A WebSocket endpoint that authenticates by its own protocol (MQTT CONNECT) after the upgrade. */
interface OpenSocket<Data> {
  readonly path: string;
  /** The client must offer one of these; the first match is confirmed. */
  readonly protocols: readonly string[];
  readonly behaviour: Omit<WebSocketBehavior<Data>, 'upgrade'>;
  /** The socket's user data. */
  admit(address: string): Data;
}

export function openEndpoint<Data>(guards: RequestGuards, socket: OpenSocket<Data>): SocketEndpoint {
  return socketEndpoint(guards, socket, (exchange, upgrading) => {
    const offered = protocolsOf(exchange.head);
    const protocol = socket.protocols.find((name) => offered.includes(name));
    const rejection = guards.admit(exchange);
    if (rejection !== undefined) return guards.fail(exchange, rejection, true);
    if (protocol === undefined) {
      const message = `The subprotocol must be ${socket.protocols.join(' or ')}`;
      return guards.fail(exchange, new InvalidInput(undefined, message, 'REQUEST_MALFORMED'), true);
    }
    exchange.upgrade(socket.admit(guards.addressOf(exchange)), protocol, upgrading);
  });
}
