// Work of the database and Redis, from their own counters.
import { Redis } from 'ioredis';
import { cpuSeconds } from '../machine/processes.ts';
import type { RunningRedis } from '../machine/redis.ts';
import { withDatabase } from '../seed.ts';

export interface EngineWork {
  readonly walBytes: number;
  /** Including commands that scripts call. */
  readonly redisCommands: number;
  readonly redisCpuSeconds: number;
}

/** Starts counting; the returned function returns the work since then. */
export async function startEngineWork(
  databaseUrl: string,
  redis: RunningRedis,
): Promise<() => Promise<EngineWork>> {
  const done = async (): Promise<EngineWork> => ({
    walBytes: await walBytes(databaseUrl),
    redisCommands: await commandsOf(redis),
    redisCpuSeconds: cpuSeconds(redis.pid),
  });
  const before = await done();
  return async () => {
    const after = await done();
    return {
      walBytes: after.walBytes - before.walBytes,
      redisCommands: after.redisCommands - before.redisCommands,
      redisCpuSeconds: after.redisCpuSeconds - before.redisCpuSeconds,
    };
  };
}

const oneNumber = (databaseUrl: string, sql: string): Promise<number> =>
  withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ number: string }>(sql);
    return Number(rows[0]?.number);
  });

const walBytes = (databaseUrl: string): Promise<number> =>
  oneNumber(databaseUrl, `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS number`);

/** Size on disk, with indexes. */
export const bytesPerStoredReading = (databaseUrl: string): Promise<number> =>
  oneNumber(
    databaseUrl,
    `SELECT sum(pg_total_relation_size(inhrelid)) / (SELECT count(*) FROM sensor_readings) AS number
     FROM pg_inherits WHERE inhparent = 'sensor_readings'::regclass`,
  );

export const eventLogRows = (databaseUrl: string): Promise<number> =>
  oneNumber(databaseUrl, 'SELECT count(*) AS number FROM live_events');

async function commandsOf({ url }: RunningRedis): Promise<number> {
  const client = new Redis(url, { lazyConnect: true });
  try {
    await client.connect();
    return Number(/total_commands_processed:(\d+)/.exec(await client.info('stats'))?.[1]);
  } finally {
    client.disconnect();
  }
}
