import { connect, type Socket } from 'node:net';
import type { Json } from './app.ts';
import { eventually, inTime, TIMEOUT_MS } from './eventually.ts';

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

export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.setNoDelay(true);
  let received = Buffer.alloc(0);
  let closed = false;
  let news = () => {};
  let lastNews = performance.now();
  const tell = () => {
    lastNews = performance.now();
    news();
  };
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    tell();
  });
  socket.on('close', () => {
    closed = true;
    tell();
  });
  // A reset by the server sets `closed`.
  socket.on('error', () => {});
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('error', reject);
  });
  await inTime('the connection opens', connected);

  const nextNews = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      news = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    async answer() {
      const deadline = performance.now() + TIMEOUT_MS;
      for (;;) {
        const end = received.indexOf('\r\n\r\n');
        const head = received.subarray(0, Math.max(end, 0)).toString('latin1');
        const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
        if (end >= 0 && received.length >= end + 4 + length) {
          const body = received.subarray(end + 4, end + 4 + length).toString('utf8');
          received = received.subarray(end + 4 + length);
          return {
            status: Number(head.split(' ')[1]),
            head,
            body: body === '' ? undefined : JSON.parse(body),
          };
        }
        if (closed) throw new Error(`the connection was closed after: ${received.toString('latin1')}`);
        if (performance.now() > deadline)
          throw new Error(`no complete answer: ${received.toString('latin1')}`);
        await nextNews(100);
      }
    },
    begun: () => eventually('the server answers', () => closed || received.length > 0),
    async rest(quietMs) {
      lastNews = performance.now();
      while (!closed && performance.now() - lastNews < quietMs) await nextNews(quietMs);
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
