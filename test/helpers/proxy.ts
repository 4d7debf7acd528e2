import { openWire } from '../../loadtest/machine/wire.ts';

/** A TCP proxy to a server that a test can cut, hold and restore on the same port. */
export interface DatabaseWire {
  /** The server's URL through this proxy. */
  readonly url: string;
  /** Resets all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Blocks all traffic without closing a connection, as a server that stops answering. */
  hold(): void;
  /** Blocks open connections permanently, even after `mend`; new connections work. */
  forget(): void;
  /** Reverts `cut` and `hold`; the server may have moved to another URL. */
  mend(target?: string): Promise<void>;
  close(): Promise<void>;
}

const portOf = (url: string): number => Number(new URL(url).port);

export async function startProxy(target: string): Promise<DatabaseWire> {
  const { port, cut, silence, forget, mend } = await openWire(portOf(target));
  const url = new URL(target);
  url.port = String(port);
  // A Unix socket would bypass the proxy.
  url.searchParams.delete('host');
  return {
    url: url.href,
    cut,
    hold: silence,
    forget,
    mend: (moved) => mend(moved === undefined ? undefined : portOf(moved)),
    close: cut,
  };
}

export type { DatabaseWire as Proxy };
