// The only place that opens connections to PostgreSQL: with time limits, destroyable without a reply of the server,
// and, where DATABASE_URL names several hosts, to the host that accepts writes.

import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Unavailable } from '../errors.ts';
import { SECOND_MS } from '../time.ts';
import { hostUrls } from './database-url.ts';
import { createHostChoice } from './host-choice.ts';
import type { Timelines } from './timelines.ts';

export const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;
const DEFAULTS: pg.ClientConfig = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 30 * SECOND_MS,
};
/** pg's error message. */
export const CONNECT_TIMEOUT = 'timeout expired';
const CLOSE_TIMEOUT_MS = SECOND_MS;

/** pg waits for the server when it closes a connection, and so hangs on an unresponsive server. */
export class Connection extends pg.Client {
  readonly socket: Socket;
  #isHolding = false;

  constructor(config: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
    // A broken connection fails the running query; without a listener it would also end the process.
    this.on('error', () => {});
  }

  /**
   * Holds back what is written in this turn of the event loop and sends it at once. Otherwise each statement is a system
   * call, and each wakes the server, which then competes for the CPU with the rest of the turn.
   */
  writeTogether(): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    this.socket.cork();
    process.nextTick(() => {
      this.#isHolding = false;
      this.socket.uncork();
    });
  }

  /** The running query fails. */
  destroy(): void {
    this.socket.destroy();
  }

  async close(): Promise<void> {
    const closed = this.end().catch(() => {});
    await Promise.race([closed, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    this.destroy();
  }
}

interface Connector {
  /** For a pool, which creates its own clients. */
  readonly Client: new (
    config?: pg.ClientConfig,
  ) => Connection;
  connect(config?: pg.ClientConfig): Promise<Connection>;
  /** Includes connections that are still being opened. */
  destroyAll(): void;
  /** Destroys the connections of these processes of the server. */
  destroyThose(pids: readonly number[]): void;
  /** Whether further connections refuse to write. */
  isReadOnly: boolean;
}

/** pg's own types lack it. */
interface Served {
  readonly processID: number | null;
}

export function createConnector(url: string, timelines?: Pick<Timelines, 'admit'>): Connector {
  const [firstUrl = url, ...otherUrls] = hostUrls(url);
  const open = new Set<TrackedConnection>();

  class TrackedConnection extends Connection {
    epoch: string | undefined;
    /** Of several: the one that accepted writes when this connection was opened. */
    primaryUrl?: string;

    constructor(config: pg.ClientConfig = {}) {
      const readOnly = connector.isReadOnly ? { options: '-c default_transaction_read_only=on' } : {};
      super({ ...DEFAULTS, connectionString: firstUrl, ...readOnly, ...config });
      open.add(this);
      this.socket.once('close', () => open.delete(this));
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connecting = this.open();
      if (callback === undefined) return connecting;
      // Called without arguments, which pg takes as success.
      connecting.then(() => (callback as () => void)(), callback);
      return undefined;
    }

    protected async open(): Promise<pg.Client> {
      try {
        await super.connect();
        this.epoch = await timelines?.admit(this);
      } catch (error) {
        this.destroy();
        throw error;
      }
      // What is open to the primary before must not take another write.
      for (const other of open) if (other.epoch !== undefined && other.epoch !== this.epoch) other.destroy();
      return this;
    }
  }

  async function connect(client: Connection): Promise<Connection> {
    try {
      await client.connect();
      return client;
    } catch (error) {
      client.destroy();
      throw readable(error);
    }
  }

  const chooseHost = createHostChoice(
    [firstUrl, ...otherUrls],
    (config) => connect(new TrackedConnection({ ...config, options: '' })),
    // A former primary that no longer answers closes no connection: their statements would hang until they time out.
    (url) => {
      for (const client of open) if ((client.primaryUrl ?? url) !== url) client.destroy();
    },
  );

  /** Chooses the host for every connection: the host that accepts writes may have changed since the last one. */
  class FailoverConnection extends TrackedConnection {
    protected override async open(): Promise<pg.Client> {
      try {
        this.primaryUrl = await chooseHost();
        const { host, port } = new pg.Client({ connectionString: this.primaryUrl });
        if (this.socket.destroyed) throw new Error('Connection terminated');
        Object.assign(this, { host, port });
      } catch (error) {
        this.destroy();
        throw error;
      }
      return super.open();
    }
  }

  const Client = otherUrls.length === 0 ? TrackedConnection : FailoverConnection;
  const connector: Connector = {
    Client,
    connect: (config = {}) => connect(new Client(config)),
    destroyAll() {
      for (const client of open) client.destroy();
    },
    destroyThose(pids) {
      for (const client of open)
        if (pids.includes((client as unknown as Served).processID ?? 0)) client.destroy();
    },
    isReadOnly: false,
  };
  return connector;
}

/** Makes the error readable for the operator when the service does not start. */
function readable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message === CONNECT_TIMEOUT) return new Unavailable('The database is not reachable', error);
  // Node throws it when a name has several addresses and none of them replies: it has a code, but no message.
  if (error instanceof AggregateError && error.message === '')
    error.message = error.errors.map(({ message }: Error) => message).join('; ');
  return error;
}
