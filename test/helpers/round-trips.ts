import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { eventually } from './eventually.ts';

/** Statements that a client sent before it waited for the server, on one connection. */
export type RoundTrip = readonly string[];

/** A TCP proxy to PostgreSQL that counts how often a client waits for an answer. */
export interface CountingProxy {
  /** The server's URL through this proxy. */
  readonly url: string;
  /**
   * The round trips during `work`, of all connections, in the order in which they began. Earlier work may still send
   * statements of its own, so it is awaited first.
   */
  during(work: () => Promise<unknown>): Promise<readonly RoundTrip[]>;
  close(): Promise<void>;
}

const PARSE = 'P';
const BIND = 'B';
const QUERY = 'Q';
const SYNC = 'S';
const READY_FOR_QUERY = 'Z';
/** Results and logs that are not urgent are written within this time. */
const QUIET_MS = 60;
const STARTUP_LENGTH_BYTES = 4;
const HEADER_BYTES = 5;

export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const sockets = new Set<Socket>();
  let trips: string[][] = [];
  let lastBegun = performance.now();
  const server = createServer((near) => {
    const far = connect({ port: Number(new URL(target).port), host: '127.0.0.1' });
    follow(near, far, (trip) => {
      trips.push(trip);
      lastBegun = performance.now();
    });
    for (const [from, onto] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (chunk) => void onto.write(chunk));
      from.on('error', () => onto.destroy());
      from.on('close', () => {
        sockets.delete(from);
        onto.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  // A Unix socket would bypass the proxy.
  url.searchParams.delete('host');
  return {
    url: url.href,
    async during(work) {
      await eventually('no statement is sent', () => performance.now() - lastBegun > QUIET_MS);
      trips = [];
      await work();
      return trips;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Reads the protocol of one connection: a statement begins a round trip unless an earlier one is unanswered. */
function follow(near: Socket, far: Socket, begin: (trip: string[]) => void): void {
  const prepared = new Map<string, string>();
  let unanswered = 0;
  let trip: string[] = [];
  const sent = (sql: string): void => {
    if (unanswered === 0 && trip.length === 0) begin(trip);
    trip.push(sql.replaceAll(/\s+/g, ' ').trim());
  };
  let isStarted = false;
  near.on(
    'data',
    splitter(
      () => isStarted,
      (type, body) => {
        if (!isStarted) {
          isStarted = true;
          unanswered += 1;
          return;
        }
        if (type === QUERY) {
          sent(textAt(body, 0));
          unanswered += 1;
        } else if (type === PARSE) {
          const name = textAt(body, 0);
          prepared.set(name, textAt(body, Buffer.byteLength(name) + 1));
        } else if (type === BIND) {
          const portal = textAt(body, 0);
          sent(prepared.get(textAt(body, Buffer.byteLength(portal) + 1)) ?? '');
        } else if (type === SYNC) unanswered += 1;
      },
    ),
  );
  far.on(
    'data',
    splitter(
      () => true,
      (type) => {
        if (type !== READY_FOR_QUERY) return;
        unanswered -= 1;
        if (unanswered === 0) trip = [];
      },
    ),
  );
}

/** Splits a stream into messages. The first one of a client has no type. */
function splitter(
  isTyped: () => boolean,
  receive: (type: string, body: Buffer) => void,
): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const start = isTyped() ? HEADER_BYTES : STARTUP_LENGTH_BYTES;
      if (rest.length < start) return;
      const end = start + rest.readInt32BE(start - STARTUP_LENGTH_BYTES) - STARTUP_LENGTH_BYTES;
      if (rest.length < end) return;
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      receive(String.fromCharCode(message[0] ?? 0), message.subarray(start));
    }
  };
}

const textAt = (body: Buffer, from: number): string => body.toString('utf8', from, body.indexOf(0, from));
