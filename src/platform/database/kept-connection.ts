import { setTimeout as delay } from 'node:timers/promises';
import { callEach } from '../call-each.ts';
import type { Log } from '../log.ts';
import { SECOND_MS } from '../time.ts';
import type { Connection } from './connection.ts';
import type { Database } from './database.ts';

/** A connection to PostgreSQL that is reopened whenever it breaks: for LISTEN and for session-level locks. */
export interface KeptConnection {
  /** Runs the steps in order on every new connection; if one fails, the connection is closed and another one opened. */
  onOpen(step: (client: Connection) => Promise<void>): void;
  /** Also called when the connection breaks before all steps have run. */
  onLost(listener: () => void): void;
  /** Undefined while the connection is broken, or not set up yet. */
  current(): Connection | undefined;
  /** Resolves after the first attempt, whether it succeeded or not. */
  start(): Promise<void>;
  /** Runs `work` on the open connection; replaces a connection that does not reply in time. */
  use<T>(work: (client: Connection) => Promise<T>): Promise<T | undefined>;
  close(): Promise<void>;
}

interface KeptConnectionDeps {
  readonly db: Pick<Database, 'connect' | 'whileAvailable'>;
  readonly log: Log;
}

/** The first delay: other instances wait two seconds before they consider an instance without a connection dead. */
const REOPEN_SOON_MS = 100;
const REOPEN_MS = SECOND_MS;
const REPLY_MS = 5 * SECOND_MS;
const CLOSE_TIMEOUT_MS = 200;
/**
 * Makes the server drop the session and its locks about eleven seconds after the network or the machine fails. A
 * process that dies closes its connections at once.
 */
const KEEPALIVES = `SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3`;

export function keepConnection({ db, log }: KeptConnectionDeps): KeptConnection {
  const steps: ((client: Connection) => Promise<void>)[] = [];
  const lostListeners: (() => void)[] = [];
  let client: Connection | undefined;
  let isSetUp = false;
  let timer: NodeJS.Timeout | undefined;
  let reopenMs = REOPEN_SOON_MS;
  let opening: Promise<void> = Promise.resolve();
  let closed = false;

  async function open(): Promise<void> {
    try {
      const opened = await db.connect();
      if (closed) return opened.destroy();
      client = opened;
      opened.on('end', lost);
      await withDeadline(opened, async () => {
        await opened.query(KEEPALIVES);
        for (const step of steps) await step(opened);
      });
      if (client !== opened) return;
      isSetUp = true;
      reopenMs = REOPEN_SOON_MS;
    } catch (error) {
      log.warn({ err: error }, 'database: connection for LISTEN and locks failed, reconnecting');
      if (client === undefined) reopen();
      // The 'end' event opens another connection.
      else client.destroy();
    }
  }

  function lost(): void {
    client = undefined;
    isSetUp = false;
    callEach(
      lostListeners,
      (listener) => listener(),
      (error) => log.error({ err: error }, 'database: listener of a lost connection failed'),
    );
    reopen();
  }

  function reopen(): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      opening = open();
    }, reopenMs).unref();
    reopenMs = REOPEN_MS;
  }

  /** A firewall may have dropped this one connection, which nothing else would report. */
  async function withDeadline<T>(used: Connection, work: () => Promise<T>): Promise<T> {
    const tooLate = setTimeout(() => used.destroy(), REPLY_MS);
    try {
      return await db.whileAvailable(work);
    } finally {
      clearTimeout(tooLate);
    }
  }

  const current = () => (isSetUp ? client : undefined);

  return {
    onOpen: (step) => void steps.push(step),
    onLost: (listener) => void lostListeners.push(listener),
    current,
    start() {
      opening = open();
      return opening;
    },
    async use(work) {
      const used = current();
      return used === undefined ? undefined : withDeadline(used, () => work(used));
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      // An unresponsive database does not reply to the close request.
      const closing = client?.end().catch(() => {});
      await Promise.race([closing, delay(CLOSE_TIMEOUT_MS)]);
      client?.destroy();
      await opening;
    },
  };
}
