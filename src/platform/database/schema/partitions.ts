import { Unavailable } from '../../errors.ts';
import { DAY_MS } from '../../time.ts';
import { type Database, isLockTimeout, type Queryable } from '../database.ts';

/**
 * The days of `sensor_readings`: TimescaleDB creates its chunks itself; native partitions are created ahead here. In
 * both cases whole days are dropped after the retention.
 */
export interface ReadingDays {
  readonly kind: 'hypertable' | 'partitions';
  /** Creates the missing days around `now`: a backlog may be seven days old. */
  prepare(now: Date): Promise<void>;
  /** Drops the whole days before `limit`; returns their names. */
  drop(limit: Date, dryRun?: boolean): Promise<string[]>;
}

export const READINGS = 'sensor_readings';

/** "2026-11-15", UTC. */
export type Day = string;

const DAYS_BEHIND = 8;
const DAYS_AHEAD = 3;
const DAYS_LOCK = 0x76676c70;
/**
 * To create or drop a day, PostgreSQL needs an exclusive lock on the table, and readings queue behind a session that
 * waits for it, for example because a backup holds the table for hours. If the lock is not granted soon, the next
 * attempt follows ten minutes later.
 */
const PATIENCE = `SET LOCAL lock_timeout = '500ms'`;

const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 10);
const nextDay = (day: Day): Day => dayOf(Date.parse(day) + DAY_MS);
const partitionName = (day: Day): string => `sensor_readings_${day.replaceAll('-', '')}`;

export async function openReadingDays(db: Database): Promise<ReadingDays> {
  return (await isPartitioned(db)) ? partitions(db) : hypertable(db);
}

const isPartitioned = async (q: Queryable): Promise<boolean> =>
  (await q.row(`SELECT 1 FROM pg_partitioned_table WHERE partrelid = 'sensor_readings'::regclass`)) !==
  undefined;

/** A condition on `recorded_at` that selects the readings of that day. */
export const onDay = (day: Day): string =>
  `recorded_at >= '${day}T00:00:00Z' AND recorded_at < '${nextDay(day)}T00:00:00Z'`;

/** The days that may have readings, oldest first; read from the catalogue, because the table has no index by time. */
export async function daysWithReadings(q: Queryable): Promise<Day[]> {
  if (await isPartitioned(q))
    return (await partitionNames(q)).map((name) => name.replace(/^.*_(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));
  const rows = await q.rows<{ day: Day }>(
    `SELECT DISTINCT to_char(range_start AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
     FROM timescaledb_information.chunks WHERE hypertable_name = 'sensor_readings' ORDER BY 1`,
  );
  return rows.map(({ day }) => day);
}

/** Creates the partition for the readings of one day, whichever day it is. */
export async function createPartition(q: Queryable, day: Day): Promise<void> {
  if ((await isPartitioned(q)) && !(await partitionNames(q)).includes(partitionName(day)))
    await makePartition(q, day);
}

const makePartition = (q: Queryable, day: Day): Promise<number> =>
  q.run(
    `CREATE TABLE ${partitionName(day)} PARTITION OF sensor_readings
     FOR VALUES FROM ('${day}T00:00:00Z') TO ('${nextDay(day)}T00:00:00Z')`,
  );

/**
 * Serialises two instances: their CREATE TABLEs would deadlock. Of two that drop the same day, the second may find it
 * half dropped, which PostgreSQL answers with an internal error.
 */
const takeTurns = (q: Queryable): Promise<number> => q.run('SELECT pg_advisory_xact_lock($1)', [DAYS_LOCK]);

function partitions(db: Database): ReadingDays {
  /** The oldest day that `prepare` maintains. */
  let preparedFrom: string | undefined;

  return {
    kind: 'partitions',
    prepare: (now) =>
      db
        .transaction(async (q) => {
          await takeTurns(q);
          await q.run(PATIENCE);
          const present = new Set(await partitionNames(q));
          for (let offset = -DAYS_BEHIND; offset <= DAYS_AHEAD; offset++) {
            const day = dayOf(now.getTime() + offset * DAY_MS);
            if (offset === -DAYS_BEHIND) preparedFrom = partitionName(day);
            if (!present.has(partitionName(day))) await makePartition(q, day);
          }
        })
        .catch(async (error: unknown) => {
          if (!isLockTimeout(error)) throw error;
          // Days are created ahead, so that there is time to retry.
          const today = partitionName(dayOf(now.getTime()));
          if (!(await partitionNames(db)).includes(today)) throw inUse(error);
        }),
    async drop(limit, dryRun = false) {
      const first = partitionName(dayOf(limit.getTime()));
      const dropped: string[] = [];
      for (const name of await partitionNames(db)) {
        if (name >= first) continue;
        // With a retention shorter than the maximum age of a backlog, a day is emptied instead: `prepare` would only
        // create it again.
        const isPrepared = preparedFrom !== undefined && name >= preparedFrom;
        if (isPrepared && (await db.row(`SELECT 1 FROM ${name} LIMIT 1`)) === undefined) continue;
        if (!dryRun) await patiently(isPrepared ? `TRUNCATE ${name}` : `DROP TABLE IF EXISTS ${name}`);
        dropped.push(name);
      }
      return dropped;
    },
  };

  async function patiently(statement: string): Promise<void> {
    try {
      await db.transaction(async (q) => {
        await takeTurns(q);
        await q.run(PATIENCE);
        await q.run(statement);
      });
    } catch (error) {
      throw isLockTimeout(error) ? inUse(error) : error;
    }
  }
}

const inUse = (cause: unknown): Unavailable =>
  new Unavailable('The readings are in use for long, by a backup perhaps: try again later', cause);

async function partitionNames(q: Queryable): Promise<string[]> {
  const rows = await q.rows<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'sensor_readings'::regclass ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}

function hypertable(db: Database): ReadingDays {
  return {
    kind: 'hypertable',
    prepare: async () => {},
    async drop(limit, dryRun = false) {
      const call = dryRun ? 'show_chunks' : 'drop_chunks';
      const rows = await db.rows<{ name: string }>(
        `SELECT ${call}('sensor_readings', older_than => $1::timestamptz)::text AS name`,
        [limit],
      );
      return rows.map((row) => row.name);
    },
  };
}
