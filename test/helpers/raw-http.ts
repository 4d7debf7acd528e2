import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Json } from './app.ts';
import { createArrivals, inTime } from './eventually.ts';

/** A client that can send malformed requests. */
export interface RawConnection {
  readonly socket: Socket;
  send(bytes: string | Uint8Array): void;
  /** Waits for the next complete answer. */
  answer(): Promise<RawAnswer>;
  /** Waits until the server has sent something, or has closed the connection. */
  begun(): Promise<void>;
  /** Returns everything received once the server closes the connection or sends nothing for `quietMs`. */
  rest(quietMs: number): Promise<{ readonly text: string; readonly closed: boolean }>;
  close(): void;
}

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: Json;
}

const TURN_MS = 10;

export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.setNoDelay(true);
  let received = Buffer.alloc(0);
  let closed = false;
  const { arrived, until } = createArrivals();
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    arrived();
  });
  socket.on('close', () => {
    closed = true;
    arrived();
  });
  // A reset by the server sets `closed`.
  socket.on('error', () => {});
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('error', reject);
  });
  await inTime('the connection opens', connected);

  function takeAnswer(): RawAnswer | undefined {
    const end = received.indexOf('\r\n\r\n');
    const head = received.subarray(0, Math.max(end, 0)).toString('latin1');
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (end >= 0 && received.length >= end + 4 + length) {
      const body = received.subarray(end + 4, end + 4 + length).toString('utf8');
      received = received.subarray(end + 4 + length);
      return { status: Number(head.split(' ')[1]), head, body: body === '' ? undefined : JSON.parse(body) };
    }
    if (closed) throw new Error(`the connection was closed after: ${received.toString('latin1')}`);
    return undefined;
  }

  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    answer: () => until(() => `no complete answer: ${received.toString('latin1')}`, takeAnswer),
    async begun() {
      await until('the server answers', () => closed || received.length > 0 || undefined);
    },
    async rest(quietMs) {
      let { length } = received;
      // Turns of the event loop, not time: this process may have had no core, and its server no turn.
      for (let quiet = 0; !closed && quiet < quietMs; quiet += TURN_MS) {
        await delay(TURN_MS);
        if (received.length === length) continue;
        length = received.length;
        quiet = 0;
      }
      return { text: received.toString('latin1'), closed };
    },
    close: () => void socket.destroy(),
  };
}

/** Sends one request on its own connection. */
export async function sendRaw(port: number, bytes: string | Uint8Array): Promise<RawAnswer> {
  const connection = await openRaw(port);
  try {
    connection.send(bytes);
    return await connection.answer();
  } finally {
    connection.close();
  }
}
