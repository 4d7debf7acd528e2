import type { Database, Queryable } from '../platform/database/database.ts';
import { recordPathTest } from '../test-book/index.ts';
import type { FailedStage, Failure, PathTest, Stages } from './rules.ts';
import { NO_STAGES } from './rules.ts';

/** Where the clock was set back, tests of the future were just now: the last one is the last that began. */
export const beginTest = (q: Queryable, id: string, at: Date) =>
  q.run(
    `WITH moved AS (UPDATE path_tests SET at = $2::timestamptz - interval '1 ms' WHERE at >= $2)
     INSERT INTO path_tests (id, at) VALUES ($1, $2)`,
    [id, at],
  );

/** False for a test that has ended, or never was. */
export const markDelivered = async (q: Queryable, id: string, at: Date): Promise<boolean> =>
  (await q.run(
    'UPDATE path_tests SET delivered_at = coalesce(delivered_at, $2) WHERE id = $1 AND ok IS NULL',
    [id, at],
  )) === 1;

export const deliveredAt = async (q: Queryable, id: string): Promise<Date | null> =>
  (await q.value<Date | null>('SELECT delivered_at AS at FROM path_tests WHERE id = $1', [id])) ?? null;

/** Also of a test that could not be begun, because the database was away. */
export const saveTest = (q: Queryable, id: string, { at, stages, failure }: PathTest) =>
  Promise.all([
    q.run(
      `INSERT INTO path_tests (id, at, ok, stages, failed_stage, reason) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO UPDATE SET ok = excluded.ok, stages = excluded.stages, failed_stage = excluded.failed_stage,
         reason = excluded.reason`,
      [
        id,
        at,
        failure === undefined,
        JSON.stringify(stages),
        failure?.stage ?? null,
        failure?.reason ?? null,
      ],
    ),
    recordPathTest(q, at, failure === undefined),
  ]);

interface TestRow {
  readonly at: Date;
  readonly ok: boolean;
  readonly stages: Partial<Stages>;
}

/** The last tests, newest first. */
export const lastTests = async (q: Queryable, most: number) =>
  (
    await q.rows<TestRow>(
      'SELECT at, ok, stages FROM path_tests WHERE ok IS NOT NULL ORDER BY at DESC LIMIT $1',
      [most],
    )
  ).map(({ stages, ...test }) => ({ ...test, stages: { ...NO_STAGES, ...stages } }));

export interface PathState {
  /** Null before the first test. */
  readonly ok: boolean | null;
  readonly lastOkAt: Date | null;
  readonly failing: (Failure & { readonly since: Date; readonly failures: number }) | null;
  /** Of the last test. */
  readonly stages: Stages;
}

export const UNTESTED: PathState = { ok: null, lastOkAt: null, failing: null, stages: NO_STAGES };

export async function readState(q: Queryable): Promise<PathState> {
  const row = await q.row<{
    ok: boolean;
    stages: Partial<Stages>;
    stage: FailedStage | null;
    reason: string | null;
    lastOkAt: Date | null;
    since: Date | null;
    failures: number;
  }>(
    `WITH passed AS (SELECT max(at) AS at FROM path_tests WHERE ok)
     SELECT t.ok, t.stages, t.failed_stage AS stage, t.reason, passed.at AS "lastOkAt", f.since, f.failures
     FROM (SELECT * FROM path_tests WHERE ok IS NOT NULL ORDER BY at DESC LIMIT 1) t, passed,
       LATERAL (SELECT min(at) AS since, count(*)::int AS failures FROM path_tests
                WHERE NOT ok AND at > coalesce(passed.at, '-infinity')) f`,
  );
  if (row === undefined) return UNTESTED;
  const { ok, lastOkAt, stage, reason, since, failures } = row;
  return {
    ok,
    lastOkAt,
    failing: ok || stage === null || since === null ? null : { stage, reason: reason ?? '', since, failures },
    stages: { ...NO_STAGES, ...row.stages },
  };
}

export const purgeTests = (db: Database, before: Date, most: number) =>
  db.run(
    `DELETE FROM path_tests WHERE id IN (
       SELECT id FROM path_tests WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );
