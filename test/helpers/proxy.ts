import { connect, createServer, type Server, type Socket } from 'node:net';

/** A wire to a server that a test can cut, hold and mend: the port stays the same. */
export interface DatabaseWire {
  /** The database's URL by way of this wire. */
  readonly url: string;
  /** Resets all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Lets nothing through, without closing anything: the far end is silent. */
  hold(): void;
  /** Connections that are open stay silent for good, also after mending; new ones work. */
  forget(): void;
  /** Undoes the former two; the server may have moved to another URL since. */
  mend(target?: string): Promise<void>;
  close(): Promise<void>;
}

export async function startProxy(target: string): Promise<DatabaseWire> {
  let port = Number(new URL(target).port);
  let held = false;
  let server: Server | undefined;
  const sockets = new Set<Socket>();
  let forgotten = new Set<Socket>();

  function join(near: Socket): void {
    const far = connect({ port, host: '127.0.0.1' });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      if (held) from.pause();
      from.on('data', (chunk) => void to.write(chunk));
      if (held) from.pause();
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }

  const listen = (at: number) =>
    new Promise<number>((resolve, reject) => {
      const fresh = createServer(join);
      fresh.once('error', reject);
      fresh.listen(at, '127.0.0.1', () => {
        const address = fresh.address();
        server = fresh;
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });

  async function cut(): Promise<void> {
    const closing = server;
    server = undefined;
    const closed = new Promise<void>((resolve) =>
      closing === undefined ? resolve() : closing.close(() => resolve()),
    );
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  }

  const own = await listen(0);
  const url = new URL(target);
  url.port = String(own);
  return {
    url: url.href,
    cut,
    hold() {
      held = true;
      for (const socket of sockets) socket.pause();
    },
    forget() {
      for (const socket of sockets) socket.pause();
      forgotten = new Set(sockets);
    },
    async mend(moved) {
      if (moved !== undefined) port = Number(new URL(moved).port);
      held = false;
      for (const socket of sockets) if (!forgotten.has(socket)) socket.resume();
      if (server === undefined) await listen(own);
    },
    close: cut,
  };
}

export type { DatabaseWire as Proxy };
