import type { WebSocketBehavior } from 'uWebSockets.js';
import { InvalidInput } from '../../errors.ts';
import type { RequestGuards } from './request-guards.ts';
import { type SocketEndpoint, socketEndpoint } from './server.ts';
import { protocolsOf } from './upgrade.ts';

/** A WebSocket that anybody may open: who it is for is settled by what is said on it. */
export interface OpenSocket<Data> {
  readonly path: string;
  /** One of these the client must offer; the first that it does is answered. */
  readonly protocols: readonly string[];
  readonly behaviour: Omit<WebSocketBehavior<Data>, 'upgrade'>;
  /** What the socket will carry. */
  admit(address: string): Data;
}

export function openEndpoint<Data>(guards: RequestGuards, socket: OpenSocket<Data>): SocketEndpoint {
  return socketEndpoint(socket, (exchange, upgrading) => {
    const offered = protocolsOf(exchange.head);
    const protocol = socket.protocols.find((name) => offered.includes(name));
    const { malformed } = exchange.head;
    const rejection =
      malformed === undefined ? guards.admit(exchange) : new InvalidInput(undefined, malformed);
    if (rejection !== undefined) return guards.fail(exchange, rejection, true);
    if (protocol === undefined) {
      const message = `The subprotocol must be ${socket.protocols.join(' or ')}`;
      return guards.fail(exchange, new InvalidInput(undefined, message), true);
    }
    exchange.upgrade(socket.admit(guards.addressOf(exchange)), protocol, upgrading);
  });
}
