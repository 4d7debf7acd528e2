import type { WebSocketBehavior } from 'uWebSockets.js';
import { InvalidInput } from '../../errors.ts';
import type { Gate } from './request-guards.ts';
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

export function openEndpoint<Data>(gate: Gate, socket: OpenSocket<Data>): SocketEndpoint {
  return socketEndpoint(socket, (exchange, upgrading) => {
    const offered = protocolsOf(exchange.head);
    const protocol = socket.protocols.find((name) => offered.includes(name));
    const { flaw } = exchange.head;
    const obstacle = flaw === undefined ? gate.arrive(exchange) : new InvalidInput(undefined, flaw);
    if (obstacle !== undefined) return gate.fail(exchange, obstacle, true);
    if (protocol === undefined) {
      const message = `The subprotocol must be ${socket.protocols.join(' or ')}`;
      return gate.fail(exchange, new InvalidInput(undefined, message), true);
    }
    exchange.upgrade(socket.admit(gate.addressOf(exchange)), protocol, upgrading);
  });
}
