import { Unavailable } from '../../errors.ts';
import { DAY_MS, HOUR_MS } from '../../time.ts';
import type { Database, Queryable } from '../database.ts';
import { isLockTimeout } from '../errors.ts';

/**
 * The days of the readings and of their signals: TimescaleDB creates its chunks itself; native partitions are created
 * ahead here. In both cases whole days are dropped after the retention.
 */
export interface ReadingDays {
  readonly kind: 'hypertable' | 'partitions';
  /** Creates the missing days around `now`: a backlog may be seven days old. */
  prepare(now: Date): Promise<void>;
  /** Drops the table's whole days before `limit`; returns their names. */
  drop(limit: Date, options?: { readonly table?: DailyTable; readonly dryRun?: boolean }): Promise<string[]>;
}

const READINGS = 'sensor_readings';
export const SIGNALS = 'reading_signals';
export const DAILY_TABLES = [READINGS, SIGNALS] as const;
export type DailyTable = (typeof DAILY_TABLES)[number];

export const isDaily = (table: string): table is DailyTable =>
  (DAILY_TABLES as readonly string[]).includes(table);

/** Where rows of old days are packed (sql/125), the column of their time, and the view that unpacks them. */
const PACKED = {
  sensor_readings: { table: 'packed_readings', time: 'hour', unpacked: 'unpacked_readings' },
  reading_signals: { table: 'packed_signals', time: 'slice', unpacked: 'unpacked_signals' },
} as const satisfies Record<DailyTable, object>;

/** Backups have the rows of these tables unpacked, as rows of the daily tables. */
export const PACKED_TABLES: readonly string[] = Object.values(PACKED).map(({ table }) => table);

/** "2026-11-15", UTC. */
export type Day = string;

/** A backlog may be seven days old. */
export const DAYS_BEHIND = 8;
const DAYS_AHEAD = 3;
const DAYS_LOCK = 0x76676c70;
/**
 * To drop a day, PostgreSQL needs an exclusive lock on the table, and readings queue behind a session that waits for it, for
 * example because a backup holds the table for hours. If the lock is not granted soon, the next attempt follows ten minutes
 * later.
 */
const PATIENCE = `SET LOCAL lock_timeout = '500ms'`;

const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 10);
const nextDay = (day: Day): Day => dayOf(Date.parse(day) + DAY_MS);
const partitionName = (table: DailyTable, day: Day): string => `${table}_${day.replaceAll('-', '')}`;

export async function openReadingDays(db: Database): Promise<ReadingDays> {
  // After an interrupted move to hypertables, one table may be of each kind.
  const partitioned: DailyTable[] = [];
  for (const table of DAILY_TABLES) if (await isPartitioned(db, table)) partitioned.push(table);
  const days = partitions(db, partitioned);
  return {
    kind: partitioned.includes(READINGS) ? 'partitions' : 'hypertable',
    prepare: days.prepare,
    async drop(limit, { table = READINGS, dryRun = false } = {}) {
      const dropped = partitioned.includes(table)
        ? await days.drop(table, limit, dryRun)
        : await dropChunks(db, table, limit, dryRun);
      if (!dryRun) await deletePacked(db, table, limit);
      return dropped;
    },
  };
}

const isPartitioned = async (q: Queryable, table: DailyTable): Promise<boolean> =>
  (await q.row('SELECT 1 FROM pg_partitioned_table WHERE partrelid = $1::regclass', [table])) !== undefined;

/** A condition on `recorded_at` that selects the rows of that day. */
export const onDay = (day: Day): string =>
  `recorded_at >= '${day}T00:00:00Z' AND recorded_at < '${nextDay(day)}T00:00:00Z'`;

const packedOn = (table: DailyTable, day: Day): string =>
  onDay(day).replaceAll('recorded_at', PACKED[table].time);

/** A backup before an upgrade may read the schema of an earlier version. */
const packsReadings = async (q: Queryable): Promise<boolean> =>
  (await q.value<boolean>(`SELECT to_regclass('packed_signals') IS NOT NULL`)) === true;

/** Whether the table has rows of that day, packed or not. */
export async function hasRowsOn(q: Queryable, table: DailyTable, day: Day): Promise<boolean> {
  const packed = (await packsReadings(q))
    ? ` OR EXISTS (SELECT FROM ${PACKED[table].table} WHERE ${packedOn(table, day)})`
    : '';
  return (
    (await q.value<boolean>(`SELECT EXISTS (SELECT FROM ${table} WHERE ${onDay(day)})${packed}`)) === true
  );
}

/**
 * SQL: the rows of a day, packed or not. `since` is the number of a transaction: only rows that it or a later one wrote,
 * whenever they were packed.
 */
export async function rowsOfDay(
  q: Queryable,
  table: DailyTable,
  columns: string,
  day: Day,
  since?: bigint,
): Promise<string> {
  const isNew = since === undefined ? '' : ` AND age(xmin) <= age('${since % 2n ** 32n}'::xid)`;
  const plain = `SELECT ${columns} FROM ${table} WHERE ${onDay(day)}${isNew}`;
  if (!(await packsReadings(q))) return plain;
  const isNewPacked = since === undefined ? '' : ` AND written >= ${since}`;
  return `${plain}
    UNION ALL SELECT ${columns} FROM ${PACKED[table].unpacked} WHERE ${packedOn(table, day)}${isNewPacked}`;
}

/** The days that may have rows, oldest first; read from the catalogue, because the tables have no index by time. */
export async function daysOf(q: Queryable, table: DailyTable): Promise<Day[]> {
  if (await isPartitioned(q, table))
    return (await partitionNames(q, table)).map((name) =>
      name.replace(/^.*_(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'),
    );
  const chunks = await q.column<Day>(
    `SELECT DISTINCT to_char(range_start AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
     FROM timescaledb_information.chunks WHERE hypertable_name = $1`,
    [table],
  );
  // After a move to hypertables, packed days have no chunk.
  const packed = (await packsReadings(q)) ? await packedDays(q, table) : [];
  return [...new Set([...chunks, ...packed])].sort();
}

/** One index look-up for each day. */
function packedDays(q: Queryable, of: DailyTable): Promise<Day[]> {
  const { table, time } = PACKED[of];
  const first = (after: string) => `(SELECT date_trunc('day', min(${time}), 'UTC') FROM ${table} ${after})`;
  return q.column<Day>(
    `WITH RECURSIVE d (day) AS (
       SELECT ${first('')} UNION ALL
       SELECT ${first(`WHERE ${time} >= d.day + interval '1 day'`)} FROM d WHERE d.day IS NOT NULL)
     SELECT to_char(day AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM d WHERE day IS NOT NULL`,
  );
}

/** Where the rows of a day are: partitions, or chunks of TimescaleDB. Signals may be kept for a shorter time. */
export interface DayTables {
  readonly sensor_readings: string;
  readonly reading_signals: string | undefined;
}

export async function tablesOfDay(q: Queryable, day: Day): Promise<DayTables | undefined> {
  const readings = await tableOfDay(q, READINGS, day);
  if (readings === undefined) return undefined;
  return { sensor_readings: readings, reading_signals: await tableOfDay(q, SIGNALS, day) };
}

/** Of an empty table with its index and the start of its TOAST table. */
const EMPTY_BYTES = 65_536;
/** VACUUM rests this long after a few hundred pages, as PostgreSQL's own does: readings are stored beside it. */
const VACUUM_REST = '2ms';
const VACUUM_LIMIT_MS = 2 * HOUR_MS;

/**
 * Gives the space of a day whose rows are all packed back to the disk. False if that must wait: for a late backlog, for a
 * session that uses the day, or for an older transaction, such as a backup under way, which still sees the rows there.
 */
export async function reclaimDay(
  db: Database,
  tables: DayTables,
  /** Its session, which may be cancelled. */
  vacuuming: (pid: number | undefined) => void = () => {},
): Promise<boolean> {
  let isDone = true;
  for (const name of [tables.sensor_readings, tables.reading_signals]) {
    if (name === undefined || (await isSmall(db, name))) continue;
    await db.session({ statementTimeoutMs: VACUUM_LIMIT_MS }, async (q) => {
      vacuuming(await q.value<number>('SELECT pg_backend_pid()'));
      await q.run(`SET vacuum_cost_delay = '${VACUUM_REST}'`);
      await q.run(`VACUUM ${name}`).finally(() => vacuuming(undefined));
    });
    isDone = (await truncateIfBare(db, name)) && isDone;
  }
  return isDone;
}

const isSmall = async (q: Queryable, name: string): Promise<boolean> =>
  (await q.value<boolean>(`SELECT pg_total_relation_size('${name}') <= ${EMPTY_BYTES}`)) === true;

/**
 * TRUNCATE empties a table for older snapshots too. VACUUM leaves no page only where no snapshot sees a row, so that then
 * nothing but the index is left. Without waiting for the lock: readings would queue behind it.
 */
const truncateIfBare = (db: Database, name: string): Promise<boolean> =>
  db
    .transaction(async (q) => {
      await q.run(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE NOWAIT`);
      const isBare = (await q.value<boolean>(`SELECT pg_relation_size('${name}') = 0`)) === true;
      if (isBare) await q.run(`TRUNCATE ${name}`);
      return isBare;
    })
    .catch((error: unknown) => {
      if (isLockTimeout(error)) return false;
      throw error;
    });

/** The session whose snapshot is the oldest, for a person who looks for what keeps deleted rows. */
export const oldestSnapshot = (q: Queryable) =>
  q.row<{ pid: number; application: string; since: Date | null }>(
    `SELECT pid, application_name AS application, xact_start AS since FROM pg_stat_activity
     WHERE backend_xmin IS NOT NULL AND pid <> pg_backend_pid() ORDER BY age(backend_xmin) DESC LIMIT 1`,
  );

async function tableOfDay(q: Queryable, table: DailyTable, day: Day): Promise<string | undefined> {
  if (await isPartitioned(q, table)) {
    const name = partitionName(table, day);
    return (await partitionNames(q, table)).includes(name) ? name : undefined;
  }
  return q.value<string>(
    `SELECT format('%I.%I', chunk_schema, chunk_name) FROM timescaledb_information.chunks
     WHERE hypertable_name = $1 AND range_start = $2`,
    [table, `${day}T00:00:00Z`],
  );
}

/** Creates the partition for the rows of one day, whichever day it is. */
export async function createPartition(q: Queryable, table: DailyTable, day: Day): Promise<void> {
  if (
    (await isPartitioned(q, table)) &&
    !(await partitionNames(q, table)).includes(partitionName(table, day))
  )
    await makePartition(q, table, day);
}

/**
 * The table to write a day's rows into, created if it is missing; patiently, beside the running service. Of native
 * partitions the partition itself: the lock on the whole table is free then for the days of others.
 */
export async function prepareDay(db: Database, table: DailyTable, day: Day): Promise<string> {
  if (!(await isPartitioned(db, table))) return table;
  await db
    .transaction(async (q) => {
      await takeTurns(q);
      await q.run(PATIENCE);
      await createPartition(q, table, day);
    })
    .catch((error: unknown) => {
      throw isLockTimeout(error) ? inUse(error) : error;
    });
  return partitionName(table, day);
}

/** Days whose rows TimescaleDB has compressed: they have no transaction numbers. */
export async function compressedDays(q: Queryable, table: DailyTable): Promise<Day[]> {
  if (await isPartitioned(q, table)) return [];
  return q.column<Day>(
    `SELECT DISTINCT to_char(range_start AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
     FROM timescaledb_information.chunks WHERE hypertable_name = $1 AND is_compressed`,
    [table],
  );
}

/** CREATE TABLE … PARTITION OF would wait for everything that uses the table; ATTACH runs beside readers and writers. */
async function makePartition(q: Queryable, table: DailyTable, day: Day): Promise<void> {
  const name = partitionName(table, day);
  await q.run(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`);
  await q.run(
    `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${day}T00:00:00Z') TO ('${nextDay(day)}T00:00:00Z')`,
  );
}

/**
 * Serialises two instances: their CREATE TABLEs would deadlock. Of two that drop the same day, the second may find it
 * half dropped, which PostgreSQL reports as an internal error.
 */
const takeTurns = (q: Queryable): Promise<number> => q.run('SELECT pg_advisory_xact_lock($1)', [DAYS_LOCK]);

function partitions(db: Database, tables: readonly DailyTable[]) {
  /** The oldest day that `prepare` maintains. */
  let preparedFrom: Day | undefined;

  async function makeMissing(q: Queryable, table: DailyTable, now: Date): Promise<void> {
    const present = new Set(await partitionNames(q, table));
    for (let offset = -DAYS_BEHIND; offset <= DAYS_AHEAD; offset++) {
      const day = dayOf(now.getTime() + offset * DAY_MS);
      if (!present.has(partitionName(table, day))) await makePartition(q, table, day);
    }
  }

  return {
    async prepare(now: Date): Promise<void> {
      if (tables.length === 0) return;
      await db
        .transaction(async (q) => {
          await takeTurns(q);
          await q.run(PATIENCE);
          preparedFrom = dayOf(now.getTime() - DAYS_BEHIND * DAY_MS);
          for (const table of tables) await makeMissing(q, table, now);
        })
        .catch(async (error: unknown) => {
          if (!isLockTimeout(error)) throw error;
          // Days are created ahead, so that there is time to retry.
          for (const table of tables) {
            const today = partitionName(table, dayOf(now.getTime()));
            if (!(await partitionNames(db, table)).includes(today)) throw inUse(error);
          }
        });
    },
    async drop(table: DailyTable, limit: Date, dryRun: boolean): Promise<string[]> {
      const first = partitionName(table, dayOf(limit.getTime()));
      const dropped: string[] = [];
      for (const name of await partitionNames(db, table)) {
        if (name >= first) continue;
        // With a retention shorter than the maximum age of a backlog, a day is emptied instead: `prepare` would only
        // create it again.
        const isPrepared = preparedFrom !== undefined && name >= partitionName(table, preparedFrom);
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

const PACKED_AT_ONCE = 1_000;

async function deletePacked(q: Queryable, of: DailyTable, limit: Date): Promise<void> {
  const { table, time } = PACKED[of];
  const expired = `SELECT ctid FROM ${table} WHERE ${time} < '${dayOf(limit.getTime())}T00:00:00Z' LIMIT ${PACKED_AT_ONCE}`;
  while ((await q.run(`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(${expired}))`)) === PACKED_AT_ONCE);
}

const inUse = (cause: unknown): Unavailable =>
  new Unavailable('The readings are locked, perhaps by a backup: try again later', cause);

async function partitionNames(q: Queryable, table: DailyTable): Promise<string[]> {
  const rows = await q.rows<{ name: string }>(
    'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1',
    [table],
  );
  return rows.map((row) => row.name);
}

async function dropChunks(q: Queryable, table: DailyTable, limit: Date, dryRun: boolean): Promise<string[]> {
  const rows = await q.rows<{ name: string }>(
    `SELECT ${dryRun ? 'show_chunks' : 'drop_chunks'}('${table}', older_than => $1::timestamptz)::text AS name`,
    [limit],
  );
  if (!dryRun) await dropAggregates(q, table, limit);
  return rows.map((row) => row.name);
}

/** The figures that TimescaleDB's community edition keeps of a table expire with it. */
const dropAggregates = (q: Queryable, table: DailyTable, limit: Date): Promise<number> =>
  q.run(
    `SELECT drop_chunks(format('%I.%I', view_schema, view_name)::regclass, older_than => $2::timestamptz)
     FROM timescaledb_information.continuous_aggregates WHERE hypertable_name = $1`,
    [table, limit],
  );
