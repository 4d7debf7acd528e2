// A light WebSocket client (RFC 6455): the caller encodes frames once, and incoming frames are passed on as bytes.
import { connect, type Socket } from 'node:net';
import { Refused } from './link.ts';

const TEXT = 0x81;
const CLOSE = 0x8;
const PING = 0x9;
const PONG = 0x8a;
const OPCODE_BITS = 0x0f;
const MASKED = 0x80;
const LENGTH_IN_2 = 126;
const LENGTH_IN_8 = 127;
/** The masking key is all zeros: the server unmasks as usual, and the generator saves CPU that it shares with the service. */
const MASK = Buffer.alloc(4);
const HEAD_END = '\r\n\r\n';

/** A client's frame; `payloadAt` is the offset of its payload. */
export function textFrame(payload: string): { readonly frame: Buffer; readonly payloadAt: number } {
  const bytes = Buffer.from(payload);
  const length =
    bytes.length < LENGTH_IN_2
      ? Buffer.from([MASKED | bytes.length])
      : Buffer.from([MASKED | LENGTH_IN_2, bytes.length >> 8, bytes.length & 0xff]);
  const head = Buffer.concat([Buffer.from([TEXT]), length, MASK]);
  return { frame: Buffer.concat([head, bytes]), payloadAt: head.length };
}

interface ServerFrame {
  readonly opcode: number;
  readonly payload: Buffer;
  readonly end: number;
}

/** The frame at this position, or undefined while it is incomplete. Servers do not mask. */
export function readServerFrame(bytes: Buffer, at: number): ServerFrame | undefined {
  if (bytes.length < at + 2) return undefined;
  const short = bytes[at + 1] ?? 0;
  const from = at + 2 + (short === LENGTH_IN_2 ? 2 : short === LENGTH_IN_8 ? 8 : 0);
  if (bytes.length < from) return undefined;
  const length =
    short === LENGTH_IN_2
      ? bytes.readUInt16BE(at + 2)
      : short === LENGTH_IN_8
        ? Number(bytes.readBigUInt64BE(at + 2))
        : short;
  if (bytes.length < from + length) return undefined;
  return {
    opcode: (bytes[at] ?? 0) & OPCODE_BITS,
    payload: bytes.subarray(from, from + length),
    end: from + length,
  };
}

export interface WebSocketListener {
  text(payload: Buffer): void;
  closed(): void;
}

export class WebSocket {
  readonly #socket: Socket;
  readonly #listener: WebSocketListener;
  #open = false;
  #rest: Buffer = Buffer.alloc(0);
  #upgraded: (error?: Error) => void = () => {};

  constructor(port: number, path: string, token: string, listener: WebSocketListener) {
    this.#listener = listener;
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.#socket.on('data', (bytes) => this.#receive(bytes));
    this.#socket.on('error', () => {});
    this.#socket.once('close', () => {
      this.#upgraded(new Error('a live socket was closed while it opened'));
      listener.closed();
    });
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n` +
        `Authorization: Bearer ${token}\r\n\r\n`,
    );
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#upgraded = (error) => (error === undefined ? resolve() : reject(error));
    });
  }

  send(frame: Buffer): void {
    this.#socket.write(frame);
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    let all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    if (!this.#open) {
      const headEnd = all.indexOf(HEAD_END);
      if (headEnd === -1) {
        this.#rest = all;
        return;
      }
      const head = all.toString('latin1', 0, headEnd);
      if (!head.startsWith('HTTP/1.1 101')) {
        this.#upgraded(new Refused(`a live socket was refused: ${head.split('\r\n')[0]}`));
        this.close();
        return;
      }
      this.#open = true;
      this.#upgraded();
      all = all.subarray(headEnd + HEAD_END.length);
    }
    let at = 0;
    for (let frame = readServerFrame(all, at); frame !== undefined; frame = readServerFrame(all, at)) {
      at = frame.end;
      this.#onFrame(frame);
    }
    this.#rest = all.subarray(at);
  }

  #onFrame({ opcode, payload }: ServerFrame): void {
    if (opcode === PING)
      this.#socket.write(Buffer.concat([Buffer.from([PONG, MASKED | payload.length]), MASK, payload]));
    else if (opcode === CLOSE) this.close();
    else this.#listener.text(payload);
  }
}
