import { CHECK_IN_COLUMNS, type CheckInRow } from '../../people/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { SET_BACK_MS } from '../../platform/time.ts';

// Check-ins of patients, with the movements of their wearables.

/** A movement in the future is from before the clock was set back. */
const movements = (now: string): string =>
  `devices d WHERE d.user_id = c.patient_id AND d.moved_at <= ${now}::timestamptz + interval '${SET_BACK_MS} ms'`;
const moved = (now: string): string => `EXISTS (SELECT FROM ${movements(now)} AND d.moved_at >= c.opens_at)`;

/** A movement since the window opened is a sign of life. */
export const markMovements = (q: Queryable, now: Date) =>
  q.run(
    `UPDATE check_ins c SET signed_at = (SELECT max(d.moved_at) FROM ${movements('$1')})
     WHERE c.patient_id IN (
       SELECT c.patient_id FROM check_ins c WHERE c.opens_at <= $1 AND c.signed_at IS NULL AND ${moved('$1')}
       ORDER BY c.patient_id FOR UPDATE SKIP LOCKED)`,
    [now],
  );

/** Patients whose window has closed between these times, without some of them. */
export const dueCheckIns = async (
  q: Queryable,
  closed: { readonly after: Date; readonly before: Date },
  most: number,
  without: readonly string[],
): Promise<readonly string[]> =>
  (
    await q.rows<{ id: string }>(
      `SELECT patient_id AS id FROM check_ins
       WHERE closes_at <= $1 AND closes_at > $2 AND patient_id <> ALL($4) ORDER BY closes_at LIMIT $3`,
      [closed.before, closed.after, most, without],
    )
  ).map(({ id }) => id);

interface DueCheckIn extends CheckInRow {
  readonly isSigned: boolean;
  /** False for an account that is no active patient any more. */
  readonly isExpected: boolean;
}

/** Undefined if another instance has decided it. The caller has locked the patient before: see lockCareTeams. */
export const lockDueCheckIn = (q: Queryable, patientId: string, now: Date) =>
  q.row<DueCheckIn>(
    `SELECT ${CHECK_IN_COLUMNS}, c.signed_at IS NOT NULL OR ${moved('$2')} AS "isSigned",
            u.role = 'PATIENT' AND u.status = 'active' AS "isExpected"
     FROM check_ins c JOIN users u ON u.id = c.patient_id
     WHERE c.patient_id = $1 AND c.closes_at <= $2 FOR UPDATE OF c`,
    [patientId, now],
  );

export const advanceCheckIn = (
  q: Queryable,
  patientId: string,
  { opensAt, closesAt }: { readonly opensAt: Date; readonly closesAt: Date },
) =>
  q.run('UPDATE check_ins SET opens_at = $2, closes_at = $3, signed_at = NULL WHERE patient_id = $1', [
    patientId,
    opensAt,
    closesAt,
  ]);
