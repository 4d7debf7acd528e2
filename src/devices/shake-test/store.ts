import type { Queryable } from '../../platform/database/database.ts';
import { HOUR_MS } from '../../platform/time.ts';
import { LAST_SHAKE_TEST } from '../store/devices.ts';
import { SHAKE_TEST_MS } from '../vocabulary.ts';
import { SHAKE_TESTS_PER_HOUR, type ShakeTestProgress } from './shake-test.ts';

/**
 * Records the start of a test, unless one is running or the hour has had its share: of two concurrent starts only one
 * succeeds. Otherwise returns the starts of the last hour, oldest first.
 */
export async function startShakeTest(
  q: Queryable,
  deviceId: string,
  at: Date,
): Promise<{ readonly started: boolean; readonly recent: readonly Date[] }> {
  const since = new Date(at.getTime() - HOUR_MS);
  const started = await q.run(
    `UPDATE devices SET shake_test_result = NULL,
       shake_tests = ARRAY(SELECT t FROM unnest(shake_tests) t WHERE t > $3 ORDER BY t) || $2::timestamptz
     WHERE id = $1 AND coalesce(shake_tests[cardinality(shake_tests)] <= $4, true)
       AND (SELECT count(*) FROM unnest(shake_tests) t WHERE t > $3) < ${SHAKE_TESTS_PER_HOUR}`,
    [deviceId, at, since, new Date(at.getTime() - SHAKE_TEST_MS)],
  );
  if (started > 0) return { started: true, recent: [] };
  const row = await q.value<Date[]>(
    'SELECT ARRAY(SELECT t FROM unnest(shake_tests) t WHERE t > $2 ORDER BY t) AS recent FROM devices WHERE id = $1',
    [deviceId, since],
  );
  return { started: false, recent: row ?? [] };
}

/** The stored result of the last test; null before. */
export async function shakeTestResult(q: Queryable, deviceId: string): Promise<ShakeTestProgress | null> {
  return (
    (await q.value<ShakeTestProgress | null>(
      'SELECT shake_test_result AS result FROM devices WHERE id = $1',
      [deviceId],
    )) ?? null
  );
}

/** Returns true for the first result of this test. */
export async function saveShakeTestResult(
  q: Queryable,
  deviceId: string,
  startedAt: Date,
  result: ShakeTestProgress,
): Promise<boolean> {
  const saved = await q.run(
    `UPDATE devices SET shake_test_result = $3
     WHERE id = $1 AND ${LAST_SHAKE_TEST} = $2 AND shake_test_result IS NULL`,
    [deviceId, startedAt, JSON.stringify(result)],
  );
  return saved > 0;
}
