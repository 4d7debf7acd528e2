import { openWire } from '../../loadtest/machine/wire.ts';

/** A wire to a server that a test can cut, hold and mend: the port stays the same. */
export interface DatabaseWire {
  /** The server's URL by way of this wire. */
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

const portOf = (url: string): number => Number(new URL(url).port);

export async function startProxy(target: string): Promise<DatabaseWire> {
  const { port, cut, silence, forget, mend } = await openWire(portOf(target));
  const url = new URL(target);
  url.port = String(port);
  // The database's socket would lead past it.
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
