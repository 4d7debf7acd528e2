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
/**
 * After a restart all come at once. Who finds no room in the queue asks again seconds later; those who do are accepted in
 * one go, about a tenth of a second during which nobody else is served.
 */
const BACKLOG = 1024;
/** Every answer is small and awaited: it must not wait for a second one to fill a segment. */
const SOCKET = { noDelay: true, keepAlive: true };

export async function listen({ host, port, tls, accept }: ListenerParts): Promise<Listener> {
  const server =
    tls === undefined
      ? createServer(SOCKET, accept)
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

const bind = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.off('error', reject);
      server.on('error', () => {});
      resolve();
    });
  });
