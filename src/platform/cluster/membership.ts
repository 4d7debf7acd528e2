import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startPeriodic } from '../batching/periodic.ts';
import type { Connection } from '../database/connection.ts';
import type { Queryable } from '../database/database.ts';
import type { KeptConnection } from '../database/kept-connection.ts';
import type { Log } from '../log.ts';
import { SECOND_MS } from '../time.ts';

/** Which instances live, as PostgreSQL sees it: each holds a lock on its number, which ends with its connection. */
export interface Membership {
  /** This instance's number; undefined while it cannot prove that it lives, and must put its number on nothing. */
  current(): number | undefined;
  /** `takeOver` is called with the number of an instance that has died, again until it succeeds. May be called more than once. */
  onDeath(takeOver: (number: number) => Promise<void>): void;
  /** Opens the connection; resolves after the first attempt. */
  start(): Promise<void>;
  /** All that must be told of a death is there: from now on the work of dead instances is taken over. */
  beginTakingOver(): void;
  close(): Promise<void>;
}

export interface MembershipDeps {
  readonly db: Queryable;
  readonly connection: KeptConnection;
  readonly now: () => number;
  readonly log: Log;
}

/** Of advisory locks: all of them are held on instances. */
const LOCK_CLASS = 0x7669_6769;
const MAX_NUMBER = 2 ** 31;
const LOOK_MS = SECOND_MS;
/** A living instance whose connection broke has it again by then, and keeps its number. */
const DEAD_AFTER_MS = 2 * SECOND_MS;
const LOCK_TRIES = 5;
const LOCK_RETRY_MS = 20;

export function joinInstances({ db, connection, now, log }: MembershipDeps): Membership {
  const takeOvers: ((number: number) => Promise<void>)[] = [];
  /** Since when nobody holds the lock of these, by the machine's steady clock. */
  const freeSince = new Map<number, number>();
  let number = randomInt(MAX_NUMBER);
  let isHeld = false;
  let mayTakeOver = false;

  connection.onOpen(async (client) => {
    // Its own, if it can: what others know by it stays known. A session of ours that the server still takes for alive has it.
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

  /** By way of the kept connection, which is tried out by it. */
  async function look(): Promise<void> {
    const free = await connection.use((client) => freeNumbers(client, number));
    if (free === undefined) return;
    const at = performance.now();
    for (const known of freeSince.keys()) if (!free.includes(known)) freeSince.delete(known);
    for (const one of free) {
      const since = freeSince.get(one) ?? at;
      freeSince.set(one, since);
      if (mayTakeOver && at - since >= DEAD_AFTER_MS) await bury(one);
    }
  }

  async function bury(dead: number): Promise<void> {
    log.warn({ instance: dead }, 'instances: an instance died, taking over its work');
    await Promise.all(takeOvers.map((takeOver) => takeOver(dead)));
    // Unless it is back: it takes its lock before it looks for its row.
    await db.run('DELETE FROM instances WHERE number = $2 AND pg_try_advisory_xact_lock_shared($1, number)', [
      LOCK_CLASS,
      dead,
    ]);
    freeSince.delete(dead);
  }

  const periodic = startPeriodic({
    everyMs: LOOK_MS,
    now,
    work: look,
    failed: (error) => log.warn({ err: error }, 'instances: check for dead instances failed, retrying'),
  });

  return {
    current: () => (isHeld ? number : undefined),
    onDeath: (takeOver) => void takeOvers.push(takeOver),
    async start() {
      await connection.start();
      // Of those that died before this one came.
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

/** Others who look whether it is free hold it for a moment. */
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

/** Shared and until the statement ends, so that several may look at once. */
async function freeNumbers(client: Connection, own: number): Promise<number[]> {
  const { rows } = await client.query<{ number: number }>(
    'SELECT number FROM instances WHERE number <> $2 AND pg_try_advisory_xact_lock_shared($1, number)',
    [LOCK_CLASS, own],
  );
  return rows.map((row) => row.number);
}
