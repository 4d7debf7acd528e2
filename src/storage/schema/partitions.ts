import { DAY_MS } from '../../time.ts';
import type { Database, Queryable } from '../database.ts';

/**
 * Days of `sensor_readings`: TimescaleDB makes its chunks itself; native partitions are made ahead here.
 * Either way whole days are dropped when they are older than the retention.
 */
export interface ReadingDays {
  readonly kind: 'hypertable' | 'partitions';
  /** Makes the days around `now` that are missing: a backlog may be seven days old. */
  prepare(now: Date): Promise<void>;
  /** Drops what lies in whole days before `limit`; answers the names of the days. */
  drop(limit: Date, dryRun?: boolean): Promise<string[]>;
}

const DAYS_BEHIND = 8;
const DAYS_AHEAD = 3;
const PREPARE_LOCK = 0x76676c70;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const partitionName = (day: string): string => `sensor_readings_${day.replaceAll('-', '')}`;

export async function openReadingDays(db: Database): Promise<ReadingDays> {
  const native = await db.row(
    `SELECT 1 FROM pg_partitioned_table WHERE partrelid = 'sensor_readings'::regclass`,
  );
  return native === undefined ? hypertable(db) : partitions(db);
}

function partitions(db: Database): ReadingDays {
  /** The oldest day that `prepare` keeps there. */
  let preparedFrom: string | undefined;

  return {
    kind: 'partitions',
    prepare: (now) =>
      db.transaction(async (q) => {
        // Two instances that start at once would otherwise wait for each other's CREATE TABLE in a circle.
        await q.run('SELECT pg_advisory_xact_lock($1)', [PREPARE_LOCK]);
        const present = new Set(await partitionNames(q));
        for (let offset = -DAYS_BEHIND; offset <= DAYS_AHEAD; offset++) {
          const from = dayOf(now.getTime() + offset * DAY_MS);
          const to = dayOf(now.getTime() + (offset + 1) * DAY_MS);
          if (offset === -DAYS_BEHIND) preparedFrom = partitionName(from);
          if (present.has(partitionName(from))) continue;
          await q.run(
            `CREATE TABLE ${partitionName(from)} PARTITION OF sensor_readings
             FOR VALUES FROM ('${from}T00:00:00Z') TO ('${to}T00:00:00Z')`,
          );
        }
      }),
    async drop(limit, dryRun = false) {
      const first = partitionName(dayOf(limit.getTime()));
      const dropped: string[] = [];
      for (const name of await partitionNames(db)) {
        if (name >= first) continue;
        // With a retention shorter than a backlog may be old, a day is emptied: `prepare` would only make it again.
        const isPrepared = preparedFrom !== undefined && name >= preparedFrom;
        if (isPrepared && (await db.row(`SELECT 1 FROM ${name} LIMIT 1`)) === undefined) continue;
        if (!dryRun) await db.run(isPrepared ? `TRUNCATE ${name}` : `DROP TABLE IF EXISTS ${name}`);
        dropped.push(name);
      }
      return dropped;
    },
  };
}

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
