// A light HTTP client for open loops and thousands of connections: requests are encoded once, and only the status and
// the length of a response are parsed. One request at a time, as in HTTP/1.1; further readings wait in a queue.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { quietReading } from '../reading.ts';
import type { SeededDevice } from '../seed.ts';
import { type Answered, type Link, NO_ANSWER, openInTurn, shares } from './link.ts';

const PATH = '/api/device/sensor-stream';
const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH_HEADER = /content-length: (\d+)/i;
/** Position of the status, after `HTTP/1.1 `. */
const STATUS_AT = 9;

function requestOf(port: number, { macAddress, token }: SeededDevice): Buffer {
  const body = JSON.stringify(quietReading(macAddress, 1000));
  return Buffer.from(
    `POST ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: keep-alive\r\n` +
      `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

class HttpLink implements Link {
  readonly #port: number;
  readonly #requests: readonly Buffer[];
  readonly #waiting: number[] = [];
  #socket: Socket | undefined;
  #next = 0;
  #inFlight: number | undefined;
  #received: Buffer = Buffer.alloc(0);
  #answered: Answered = () => {};
  #closed = false;

  constructor(port: number, requests: readonly Buffer[]) {
    this.#port = port;
    this.#requests = requests;
  }

  async open(): Promise<this> {
    await once(this.#connect(), 'connect');
    return this;
  }

  #connect(): Socket {
    const socket = connect({ host: '127.0.0.1', port: this.#port, noDelay: true });
    socket.on('data', (bytes) => this.#receive(bytes));
    socket.on('error', () => {});
    socket.once('close', () => this.#lost());
    this.#socket = socket;
    return socket;
  }

  onAnswered(listener: Answered): void {
    this.#answered = listener;
  }

  send(due: number): void {
    if (this.#inFlight === undefined) this.#write(due);
    else this.#waiting.push(due);
  }

  #write(due: number): void {
    const request = this.#requests[this.#next];
    this.#next = (this.#next + 1) % this.#requests.length;
    this.#inFlight = due;
    // The server closes idle connections; the client opens a new one.
    const socket = this.#socket ?? this.#connect();
    if (request !== undefined) socket.write(request);
  }

  #receive(bytes: Buffer): void {
    const all = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    const headEnd = all.indexOf(HEAD_END);
    const head = headEnd === -1 ? '' : all.toString('latin1', 0, headEnd);
    const length = Number(LENGTH_HEADER.exec(head)?.[1] ?? 0);
    if (headEnd === -1 || all.length < headEnd + HEAD_END.length + length) {
      this.#received = all;
      return;
    }
    this.#received = Buffer.alloc(0);
    this.#done(Number(head.slice(STATUS_AT, STATUS_AT + 3)));
  }

  #done(status: number): void {
    const due = this.#inFlight;
    this.#inFlight = undefined;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#write(next);
    if (due !== undefined) this.#answered(due, status);
  }

  #lost(): void {
    this.#socket = undefined;
    this.#received = Buffer.alloc(0);
    if (this.#inFlight !== undefined && !this.#closed) this.#done(NO_ANSWER);
  }

  close(): void {
    this.#closed = true;
    this.#socket?.destroy();
  }
}

export const openHttpLinks = (
  port: number,
  devices: readonly SeededDevice[],
  connections: number,
): Promise<Link[]> =>
  openInTurn(shares(devices, connections), (own) =>
    new HttpLink(
      port,
      own.map((device) => requestOf(port, device)),
    ).open(),
  );
