import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls';
import type { Certificate } from '../../../config/certificate.ts';
import { CannotStart } from '../../../errors.ts';

export interface Listener {
  readonly port: number;
  /** For handshakes from now on; without effect on a listener without TLS. */
  useCertificate(certificate: Certificate): void;
  close(): Promise<void>;
}

export interface ListenerParts {
  readonly host: string;
  readonly port: number;
  readonly tls?: Certificate | undefined;
  readonly accept: (socket: Socket) => void;
}

const ANY_IPV6 = '::';
const ANY_IPV4 = '0.0.0.0';
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** After a restart all come at once. A client that finds no room in the queue of the system asks again seconds later. */
const BACKLOG = 1024;
/** Of clients who come together so many milliseconds' worth are taken on at once; others are served in between. */
const SLICE_MS = 5;
/** Every answer is small and awaited: it must not wait for a second one to fill a segment. */
const SOCKET = { noDelay: true, keepAlive: true };

export async function listen({ host, port, tls, accept }: ListenerParts): Promise<Listener> {
  const server =
    tls === undefined
      ? createServer({ ...SOCKET, pauseOnConnect: true }, inSlices(accept))
      : createTlsServer(
          {
            ...SOCKET,
            cert: tls.cert,
            key: tls.key,
            handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
          },
          accept,
        );
  try {
    await bind(server, host, port).catch((error: NodeJS.ErrnoException) => {
      // A machine without IPv6.
      if (host !== ANY_IPV6 || error.code === 'EADDRINUSE') throw error;
      return bind(server, ANY_IPV4, port);
    });
  } catch (error) {
    const setting = tls === undefined ? 'MQTT_PORT' : 'MQTTS_PORT';
    throw new CannotStart(
      `Cannot listen on ${host} port ${port} for MQTT: is another program using it? Set ${setting}.`,
      error,
    );
  }
  return {
    port: (server.address() as AddressInfo).port,
    useCertificate(certificate) {
      if (server instanceof TlsServer) server.setSecureContext({ ...certificate });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/**
 * Takes sockets on in the order of their coming, a few milliseconds' worth in each turn of the event loop. They are paused until
 * somebody reads them, so nothing of what they send is missed.
 */
export function inSlices(
  accept: (socket: Socket) => void,
  now: () => number = () => performance.now(),
): (socket: Socket) => void {
  let waiting: Socket[] = [];

  function takeSome(): void {
    const until = now() + SLICE_MS;
    let taken = 0;
    do {
      const socket = waiting[taken++];
      socket?.off('error', ignore);
      if (socket !== undefined && !socket.destroyed) accept(socket);
    } while (taken < waiting.length && now() < until);
    waiting = waiting.slice(taken);
    if (waiting.length > 0) setImmediate(takeSome);
  }

  return (socket) => {
    // Without a listener an error ends the process.
    socket.on('error', ignore);
    waiting.push(socket);
    if (waiting.length === 1) setImmediate(takeSome);
  };
}

const ignore = (): void => {};

const bind = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.off('error', reject);
      server.on('error', () => {});
      resolve();
    });
  });
