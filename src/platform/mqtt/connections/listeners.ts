import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls';
import type { Certificate } from '../../config/certificate.ts';
import { CannotStart } from '../../errors.ts';

export interface Listener {
  readonly port: number;
  /** Applies to new handshakes; no effect on a listener without TLS. */
  useCertificate(certificate: Certificate): void;
  close(): Promise<void>;
}

interface ListenerDeps {
  readonly host: string;
  readonly port: number;
  readonly tls?: Certificate | undefined;
  readonly accept: (socket: Socket) => void;
}

const ANY_IPV6 = '::';
const ANY_IPV4 = '0.0.0.0';
const HANDSHAKE_TIMEOUT_MS = 10_000;
/**
 * After a restart all clients connect at once. One that finds the system's accept queue full retries after 1, 3, 7, 15
 * … seconds. The system caps the queue at `net.core.somaxconn`.
 */
const BACKLOG = 4096;
/**
 * Admitting a client costs about a millisecond, most of it in later turns of the event loop: this bounds the length of
 * a turn.
 */
const ADMITTED_PER_TURN = 10;
/**
 * Clients that are admitted and have sent nothing yet. What they send in the same moment is read in one turn, at a cost of
 * about a tenth of a millisecond each.
 */
const MAX_EXPECTED = 100;
/** A client that has sent nothing for so long is not waited for. */
const EXPECTED_MS = 100;
/**
 * Node accepts one connection per turn, so the system's accept queue overflows when turns are long. While clients keep
 * arriving, this many turns only accept before the next clients are admitted.
 */
const ACCEPTING_TURNS = 50;
/**
 * From here on every turn admits, because clients that never stop arriving would otherwise pile up: a socket that waits has
 * no time limit for its CONNECT yet.
 */
const MAX_WAITING = 20_000;
/** Every reply is small and awaited: it must not wait for another to fill a segment. */
const SOCKET = { noDelay: true, keepAlive: true };

export async function listen({ host, port, tls, accept }: ListenerDeps): Promise<Listener> {
  const server =
    tls === undefined
      ? createServer({ ...SOCKET, pauseOnConnect: true }, inTurns(accept))
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
      // The machine has no IPv6.
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
 * Hands over sockets in order of arrival, a few at a time. They are paused until a reader is attached, so no data is
 * lost.
 */
export function inTurns(
  accept: (socket: Socket) => void,
  expectedMs = EXPECTED_MS,
): (socket: Socket) => void {
  const waiting: Socket[] = [];
  let hasArrival = false;
  let acceptingTurns = 0;
  let expected: { readonly socket: Socket; readonly until: number }[] = [];

  function turn(): void {
    const givesWay = hasArrival && acceptingTurns < ACCEPTING_TURNS && waiting.length < MAX_WAITING;
    if (givesWay) acceptingTurns += 1;
    else admitSome();
    hasArrival = false;
    if (waiting.length === 0) return;
    if (expected.length < MAX_EXPECTED) setImmediate(turn);
    else setTimeout(turn, 1);
  }

  function admitSome(): void {
    acceptingTurns = 0;
    const now = performance.now();
    expected = expected.filter(
      ({ socket, until }) => until > now && socket.bytesRead === 0 && !socket.destroyed,
    );
    const room = Math.min(ADMITTED_PER_TURN, MAX_EXPECTED - expected.length);
    for (const socket of waiting.splice(0, room)) {
      socket.off('error', ignore);
      if (socket.destroyed) continue;
      accept(socket);
      expected.push({ socket, until: now + expectedMs });
    }
  }

  return (socket) => {
    // Without a listener an error would end the process.
    socket.on('error', ignore);
    waiting.push(socket);
    hasArrival = true;
    if (waiting.length === 1) setImmediate(turn);
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
