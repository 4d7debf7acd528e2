import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startPeriodic } from '../batching/periodic.ts';
import type { Connection } from '../database/connection.ts';
import type { Queryable } from '../database/database.ts';
import type { KeptConnection } from '../database/kept-connection.ts';
import type { Log } from '../log.ts';
import { SECOND_MS } from '../time.ts';

/**
 * Which instances are alive, according to PostgreSQL: each holds an advisory lock on its number, which ends with its
 * connection.
 */
interface Membership {
  /**
   * This instance's number; undefined while the instance cannot prove that it is alive. It must not use its number
   * then.
   */
  current(): number | undefined;
  /**
   * Calls `takeOver` with the number of a dead instance, and retries until it succeeds. Several callbacks can be
   * registered.
   */
  onDeath(takeOver: (number: number) => Promise<void>): void;
  /** Opens the connection; resolves after the first attempt. */
  start(): Promise<void>;
  /**
   * Call it once all `onDeath` callbacks are registered: from now on this instance takes over the work of dead
   * instances.
   */
  beginTakingOver(): void;
  close(): Promise<void>;
}

interface MembershipDeps {
  readonly db: Queryable;
  readonly connection: KeptConnection;
  readonly now: () => number;
  readonly log: Log;
}

/** Class of the advisory locks; each lock is on an instance number. */
const LOCK_CLASS = 0x7669_6769;
const MAX_NUMBER = 2 ** 31;
const CHECK_MS = SECOND_MS;
/** A live instance whose connection broke has reconnected by then, and keeps its number. */
const DEAD_AFTER_MS = 2 * SECOND_MS;
const LOCK_TRIES = 5;
const LOCK_RETRY_MS = 20;

export function joinInstances({ db, connection, now, log }: MembershipDeps): Membership {
  const takeOvers: ((number: number) => Promise<void>)[] = [];
  /** Since when the lock of each number has been free, by the machine's monotonic clock. */
  const freeSince = new Map<number, number>();
  let number = randomInt(MAX_NUMBER);
  let isHeld = false;
  let mayTakeOver = false;

  connection.onOpen(async (client) => {
    // Tries its own number first, so that references to it stay valid. The old session holds it if the server still
    // considers that session alive.
    if (!(await lock(client, number))) {
      do number = randomInt(MAX_NUMBER);
      while (!(await lock(client, number)));
    }
    await client.query('INSERT INTO instances (number, joined_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      number,
      new Date(now()),
    ]);
    isHeld = true;
  });
  connection.onLost(() => {
    isHeld = false;
  });

  const checkFailed = (error: unknown): void =>
    log.warn({ err: error }, 'instances: check for dead instances failed, retrying');

  /** Uses the kept connection, which also checks that the connection works. */
  async function checkInstances(): Promise<void> {
    const free = await connection.use((client) => freeNumbers(client, number));
    if (free === undefined) return;
    const at = performance.now();
    for (const known of freeSince.keys()) if (!free.includes(known)) freeSince.delete(known);
    for (const one of free) {
      const since = freeSince.get(one) ?? at;
      freeSince.set(one, since);
      // One that cannot be taken over yet does not keep the work of the others.
      if (mayTakeOver && at - since >= DEAD_AFTER_MS) await takeOverWorkOf(one).catch(checkFailed);
    }
  }

  async function takeOverWorkOf(dead: number): Promise<void> {
    log.warn({ instance: dead }, 'instances: an instance died, taking over its work');
    await Promise.all(takeOvers.map((takeOver) => takeOver(dead)));
    // Skips an instance that is back: it takes its lock before it looks for its row.
    await db.run('DELETE FROM instances WHERE number = $2 AND pg_try_advisory_xact_lock_shared($1, number)', [
      LOCK_CLASS,
      dead,
    ]);
    freeSince.delete(dead);
  }

  const periodic = startPeriodic({
    everyMs: CHECK_MS,
    now,
    work: checkInstances,
    failed: checkFailed,
  });

  return {
    current: () => (isHeld ? number : undefined),
    onDeath: (takeOver) => void takeOvers.push(takeOver),
    async start() {
      await connection.start();
      // Handles instances that died before this one started.
      periodic.wake();
    },
    beginTakingOver() {
      mayTakeOver = true;
    },
    async close() {
      await periodic.close();
      await db.run('DELETE FROM instances WHERE number = $1', [number]).catch(() => {});
    },
  };
}

/** Retries, because another instance that checks the lock holds it for a moment. */
async function lock(client: Connection, number: number): Promise<boolean> {
  for (let tries = 1; tries <= LOCK_TRIES; tries++) {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1, $2) AS locked',
      [LOCK_CLASS, number],
    );
    if (rows[0]?.locked === true) return true;
    await delay(LOCK_RETRY_MS);
  }
  return false;
}

/** Takes shared locks until the statement ends, so that several instances can check at once. */
async function freeNumbers(client: Connection, own: number): Promise<number[]> {
  const { rows } = await client.query<{ number: number }>(
    'SELECT number FROM instances WHERE number <> $2 AND pg_try_advisory_xact_lock_shared($1, number)',
    [LOCK_CLASS, own],
  );
  return rows.map((row) => row.number);
}
