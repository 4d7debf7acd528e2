// TimescaleDB's community edition compresses old days and keeps hourly figures by itself. Debian's build and some hosts
// offer the Apache edition only. There the service computes hourly history from the readings: the same results, with more
// work. On both, the service drops expired days itself: a policy of TimescaleDB would go by a clock that may be wrong
// (docs/operations.md, "Clocks").

import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { HOURLY, HOURLY_SELECT } from './history.ts';

/** An arbitrary number, the same in every instance: instances that start together must not each add a policy. */
const POLICY_LOCK = 0x76676c71;

const COMPRESS_AFTER = '7 days';

const isCompressed = (q: Queryable) =>
  q.row(
    `SELECT 1 FROM timescaledb_information.hypertables
     WHERE hypertable_name = 'sensor_readings' AND compression_enabled`,
  );

/**
 * All statements, in order. A test runs each on the Apache build, which must refuse it for its licence only, not for
 * its syntax.
 */
export const POLICY_STATEMENTS = {
  compression: [
    `ALTER TABLE sensor_readings SET (timescaledb.compress, timescaledb.compress_segmentby = 'device_key',
       timescaledb.compress_orderby = 'recorded_at')`,
    `SELECT add_compression_policy('sensor_readings', compress_after => interval '${COMPRESS_AFTER}', if_not_exists => true)`,
  ],
  hourly: [
    // Not materialized_only: the query computes hours that no job has computed yet.
    `CREATE MATERIALIZED VIEW IF NOT EXISTS ${HOURLY}
       WITH (timescaledb.continuous, timescaledb.materialized_only = false) AS ${HOURLY_SELECT} WITH NO DATA`,
    // Without a start, so that erasing a deleted device also updates old hours.
    `SELECT add_continuous_aggregate_policy('${HOURLY}', start_offset => NULL, end_offset => interval '1 hour',
       schedule_interval => interval '1 hour', if_not_exists => true)`,
  ],
  // Earlier versions have set them.
  noRetention: [
    `SELECT remove_retention_policy('sensor_readings', if_exists => true)`,
    `SELECT remove_retention_policy('${HOURLY}', if_exists => true)`,
  ],
} as const;

/**
 * Idempotent, run at every start. The service works without it, so a failure is only logged. True if TimescaleDB compresses
 * old days itself.
 */
export async function setUpTimescalePolicies(db: Database, log: Log): Promise<boolean> {
  try {
    const licence = await db.value<string | null>(
      `SELECT current_setting('timescaledb.license', true) AS name`,
    );
    if (licence !== 'timescale') return false;
    await db.transaction(async (q) => {
      const run = async (statements: readonly string[]) => {
        for (const statement of statements) await q.run(statement);
      };
      await q.run('SELECT pg_advisory_xact_lock($1)', [POLICY_LOCK]);
      // Compression settings cannot be changed once a chunk is compressed.
      if ((await isCompressed(q)) === undefined) await run(POLICY_STATEMENTS.compression);
      await run(POLICY_STATEMENTS.hourly);
      await run(POLICY_STATEMENTS.noRetention);
    });
    log.info({ compressAfter: COMPRESS_AFTER }, 'timescale: compression and aggregation policies are set');
    return true;
  } catch (error) {
    log.warn({ err: error }, "TimescaleDB's own policies could not be set up; the service does without them");
    return (await isCompressed(db).catch(() => undefined)) !== undefined;
  }
}
