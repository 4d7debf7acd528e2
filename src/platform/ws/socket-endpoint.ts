import type { WebSocketBehavior } from 'uWebSockets.js';
import type { RequestGuards } from '../http/request-guards.ts';
import type { SocketEndpoint } from '../http/server.ts';
import { handshakeError } from './handshake.ts';

interface Socket<Data> {
  readonly path: string;
  readonly behaviour: Omit<WebSocketBehavior<Data>, 'upgrade'>;
}

/** `upgrade` receives valid handshakes only. */
export const socketEndpoint = <Data>(
  guards: RequestGuards,
  { path, behaviour }: Socket<Data>,
  upgrade: SocketEndpoint['upgrade'],
): SocketEndpoint => ({
  path,
  // Erases the type of the socket's user data: uWebSockets.js passes it to the same behaviour only.
  behaviour: behaviour as SocketEndpoint['behaviour'],
  upgrade(exchange, upgrading) {
    const error = handshakeError(exchange);
    if (error === undefined) return upgrade(exchange, upgrading);
    // Asynchronous: after an immediate reply, uWebSockets.js would read the remaining bytes as the next request.
    setImmediate(() => guards.fail(exchange, error, true));
  },
});
