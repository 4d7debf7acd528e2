import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** A TCP proxy to a local port, which can cut and silence connections; its own port stays the same. */
export interface Wire {
  readonly port: number;
  /** Resets all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Forwards nothing and closes nothing, like a network that drops packets. */
  silence(): void;
  /** Open connections stay silent for good, as behind a firewall that dropped its state; new connections work. */
  forget(): void;
  /** Ends `cut` and `silence`; the target may have another port now. */
  mend(moved?: number): Promise<void>;
}

/** `lagMs`: what it forwards arrives later; what is under way when the wire is cut is lost. */
export async function openWire(to: number, lagMs = 0): Promise<Wire> {
  const port = Number(await freePort());
  let target = to;
  let silent = false;
  let server: Server | undefined;
  const sockets = new Set<Socket>();
  let forgotten = new Set<Socket>();

  function join(near: Socket): void {
    const far = connect({ port: target, host: '127.0.0.1' });
    for (const [from, onto] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (chunk) => {
        if (lagMs === 0) onto.write(chunk);
        else setTimeout(() => void (onto.destroyed || onto.write(chunk)), lagMs);
      });
      if (silent) from.pause();
      from.on('error', () => onto.destroy());
      from.on('close', () => {
        sockets.delete(from);
        onto.destroy();
      });
    }
  }

  async function listen(): Promise<void> {
    server = createServer(join).listen(port, '127.0.0.1');
    await once(server, 'listening');
  }

  async function cut(): Promise<void> {
    const closing = server;
    server = undefined;
    const closed = closing && new Promise((resolve) => closing.close(resolve));
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  }

  await listen();
  return {
    port,
    cut,
    silence() {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    forget() {
      for (const socket of sockets) socket.pause();
      forgotten = new Set(sockets);
    },
    async mend(moved = target) {
      target = moved;
      silent = false;
      for (const socket of sockets) if (!forgotten.has(socket)) socket.resume();
      if (server === undefined) await listen();
    },
  };
}
