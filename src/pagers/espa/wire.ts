import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { SECOND_MS } from '../../platform/time.ts';
import { LinkBroken } from '../page.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A paging system sends a few hundred bytes per message; one that sends more is broken, and reading it costs CPU time. */
const MAX_BYTES = 4 * 1024 * 1024;
const WINDOW_MS = 10 * SECOND_MS;
const KEEP_ALIVE_MS = 10 * SECOND_MS;

/** The bytes of one TCP connection. It ends once, with the reason. */
export class Wire {
  readonly #socket: Socket;
  readonly #ended: Promise<LinkBroken>;
  #end: (reason: LinkBroken) => void = () => {};
  #received = 0;
  #windowStart = performance.now();

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    socket.on('error', ({ code, message }: NodeJS.ErrnoException) => this.close(code ?? message));
    socket.on('end', () => this.close('the pager server closed the connection'));
    socket.on('close', () => this.close('the connection was closed'));
  }

  /** Resolves when the connection has ended, whoever ended it. */
  get ended(): Promise<LinkBroken> {
    return this.#ended;
  }

  write(bytes: Uint8Array): void {
    if (this.#socket.writable) this.#socket.write(bytes);
  }

  /** A listener that throws ends the connection. */
  onData(listener: (chunk: Buffer) => void): void {
    this.#socket.on('data', (chunk: Buffer) => {
      if (this.#socket.destroyed) return;
      if (this.#isTooMuch(chunk.length)) return this.close('the pager server sends too much');
      try {
        listener(chunk);
      } catch (error) {
        this.close(error instanceof LinkBroken ? error.message : 'the pager server sent what cannot be read');
      }
    });
  }

  close(reason: string): void {
    this.#end(new LinkBroken(reason));
    this.#socket.destroy();
  }

  #isTooMuch(bytes: number): boolean {
    const at = performance.now();
    if (at - this.#windowStart >= WINDOW_MS) {
      this.#windowStart = at;
      this.#received = 0;
    }
    this.#received += bytes;
    return this.#received > MAX_BYTES;
  }
}

/** Rejects with LinkBroken. Aborting the signal also closes the open connection. */
export async function openWire(
  { host, port }: Address,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Wire> {
  const socket = connect({ host, port });
  const giveUp = (reason: string) => socket.destroy(new LinkBroken(reason));
  const cancel = () => giveUp('no longer needed');
  const timer = setTimeout(() => giveUp('the pager server did not answer'), timeoutMs);
  signal.addEventListener('abort', cancel, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', cancel));
  if (signal.aborted) cancel();
  try {
    await once(socket, 'connect');
    return new Wire(socket);
  } catch (error) {
    socket.destroy();
    const { code, message } = error as NodeJS.ErrnoException;
    throw new LinkBroken(code ?? message);
  } finally {
    clearTimeout(timer);
  }
}
