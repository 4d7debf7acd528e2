import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { atTheEnd } from './clean-up.ts';

/** A wire to a port of this machine that can be cut and silenced; its own port stays the same. */
export interface Wire {
  readonly port: number;
  /** Resets all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Lets nothing through and closes nothing, as a network does that drops packets. */
  silence(): void;
  /** Undoes either. */
  mend(): Promise<void>;
}

export async function openWire(target: number): Promise<Wire> {
  let silent = false;
  let server: Server | undefined;
  const sockets = new Set<Socket>();

  function join(near: Socket): void {
    const far = connect({ port: target, host: '127.0.0.1' });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (chunk) => void to.write(chunk));
      if (silent) from.pause();
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }

  async function listen(port: number): Promise<number> {
    server = createServer(join).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function cut(): Promise<void> {
    const closing = server;
    server = undefined;
    const closed = closing && new Promise((resolve) => closing.close(resolve));
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  }

  const port = await listen(0);
  atTheEnd(cut);
  return {
    port,
    cut,
    silence() {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    async mend() {
      silent = false;
      for (const socket of sockets) socket.resume();
      if (server === undefined) await listen(port);
    },
  };
}
