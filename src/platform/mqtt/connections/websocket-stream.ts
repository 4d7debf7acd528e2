import type { WebSocket, WebSocketBehavior } from 'uWebSockets.js';
import { Duplex } from 'node:stream';
import { MAX_PACKET_BYTES, MAX_UNSENT_BYTES } from '../limits.ts';

/** [MQTT-6.0.0-3]; MQTT 3.1 clients use the second name. */
const SUBPROTOCOLS = ['mqtt', 'mqttv3.1'];
const MAX_FRAME_BYTES = 2 * MAX_PACKET_BYTES;
const IDLE_TIMEOUT_S = 120;
const UNSUPPORTED = 1003;
const GOING_AWAY = 1001;

/** The user data of a socket, set at its upgrade. */
interface WebSocketStreamData {
  readonly address: string;
  stream: WebSocketStream | undefined;
}

type Socket = WebSocket<WebSocketStreamData>;

/** A WebSocket as a byte stream; frames and packets need not align ([MQTT-6.0.0-2]). */
class WebSocketStream extends Duplex {
  #socket: Socket | undefined;
  #written: (() => void) | undefined;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
  }

  /** uWebSockets.js cannot pause a socket: the stream's reader closes it when too much data is unread. */
  receive(bytes: Buffer): void {
    this.push(bytes);
  }

  refuse(code: number): void {
    this.#socket?.end(code);
  }

  closedByPeer(): void {
    this.#socket = undefined;
    this.push(null);
    this.destroy();
  }

  drained(): void {
    const written = this.#written;
    this.#written = undefined;
    written?.();
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(chunk, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: () => void): void {
    this.#socket?.end(1000);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.end(GOING_AWAY);
    this.drained();
    done(error);
  }

  #send(bytes: Buffer, done: () => void): void {
    const socket = this.#socket;
    if (socket === undefined) return done();
    socket.send(bytes, true);
    if (socket.getBufferedAmount() === 0) done();
    else this.#written = done;
  }
}

/** MQTT over WebSocket at `/mqtt`: an endpoint for the HTTP server, which owns the port. */
export function createMqttWebSocket(accept: (stream: Duplex, address: string) => void) {
  const behaviour: Omit<WebSocketBehavior<WebSocketStreamData>, 'upgrade'> = {
    maxPayloadLength: MAX_FRAME_BYTES,
    maxBackpressure: 2 * MAX_UNSENT_BYTES,
    idleTimeout: IDLE_TIMEOUT_S,
    sendPingsAutomatically: true,
    open(socket) {
      const data = socket.getUserData();
      data.stream = new WebSocketStream(socket);
      accept(data.stream, data.address);
    },
    message(socket, message, isBinary) {
      const { stream } = socket.getUserData();
      // [MQTT-6.0.0-1]
      if (!isBinary) return stream?.refuse(UNSUPPORTED);
      // Copied, because uWebSockets.js frees the message's memory after this call.
      stream?.receive(Buffer.from(new Uint8Array(message)));
    },
    drain(socket) {
      if (socket.getBufferedAmount() === 0) socket.getUserData().stream?.drained();
    },
    close(socket) {
      socket.getUserData().stream?.closedByPeer();
    },
  };
  const admit = (address: string): WebSocketStreamData => ({ address, stream: undefined });
  return { path: '/mqtt', protocols: SUBPROTOCOLS, behaviour, admit };
}
