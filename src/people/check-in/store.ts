import type { Queryable } from '../../platform/database/database.ts';
import { SET_BACK_MS } from '../../platform/time.ts';
import { isAwaySql } from '../vocabulary.ts';
import { type CheckInTimes, type CheckInWindow, nextWindow } from './rules.ts';

export interface CheckInRow extends CheckInTimes, CheckInWindow {
  /** The first sign of life in the window. */
  readonly checkedInAt: Date | null;
}

const timeOf = (column: string): string => `to_char(make_time(${column} / 60, ${column} % 60, 0), 'HH24:MI')`;

/** Columns of check_ins `c`. */
export const CHECK_IN_COLUMNS = `${timeOf('c.from_minute')} AS "from", ${timeOf('c.until_minute')} AS until, c.weekdays,
  c.opens_at AS "opensAt", c.closes_at AS "closesAt", c.signed_at AS "checkedInAt"`;

export const findCheckIn = (q: Queryable, patientId: string) =>
  q.row<CheckInRow>(`SELECT ${CHECK_IN_COLUMNS} FROM check_ins c WHERE c.patient_id = $1`, [patientId]);

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** A sign of life before the change counts if it lies in the new window. */
export const saveCheckIn = (
  q: Queryable,
  patientId: string,
  { from, until, weekdays, opensAt, closesAt }: CheckInTimes & CheckInWindow,
  at: Date,
) =>
  q.row<CheckInRow>(
    `INSERT INTO check_ins AS c (patient_id, from_minute, until_minute, weekdays, opens_at, closes_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (patient_id) DO UPDATE SET from_minute = $2, until_minute = $3, weekdays = $4, opens_at = $5,
       closes_at = $6, updated_at = $7, signed_at = CASE WHEN c.signed_at >= $5 THEN c.signed_at END
     RETURNING ${CHECK_IN_COLUMNS}`,
    [patientId, minuteOf(from), minuteOf(until), [...weekdays].sort(), opensAt, closesAt, at],
  );

/** False if the patient had none. */
export const deleteCheckIn = async (q: Queryable, patientId: string): Promise<boolean> =>
  (await q.run('DELETE FROM check_ins WHERE patient_id = $1', [patientId])) === 1;

/** The patient has shown a sign of life; it counts if their window has opened. */
export const signCheckIn = (q: Queryable, patientId: string, at: Date) =>
  q.run(
    'UPDATE check_ins SET signed_at = $2 WHERE patient_id = $1 AND opens_at <= $2 AND signed_at IS NULL',
    [patientId, at],
  );

/** Locks check-ins of patients who are away, and whose window has closed. */
export const lockHeldCheckIns = (q: Queryable, at: Date) =>
  q.rows<CheckInRow & { readonly patientId: string }>(
    `SELECT c.patient_id AS "patientId", ${CHECK_IN_COLUMNS} FROM check_ins c
     WHERE c.closes_at <= $1 AND ${isAwaySql('c.patient_id', '$1')} ORDER BY c.patient_id FOR UPDATE SKIP LOCKED`,
    [at],
  );

/** Locks all check-ins until the transaction ends. */
export const lockCheckIns = (q: Queryable) =>
  q.rows<CheckInRow & { readonly patientId: string }>(
    `SELECT c.patient_id AS "patientId", ${CHECK_IN_COLUMNS} FROM check_ins c ORDER BY c.patient_id FOR UPDATE`,
  );

/** Signs of life in the future are from before the clock was set back. */
export const dropSignsAfter = (q: Queryable, at: Date) =>
  q.run('UPDATE check_ins SET signed_at = NULL WHERE signed_at > $1', [new Date(at.getTime() + SET_BACK_MS)]);

/** Signs of the windows before do not count in the new ones. */
export const setWindows = (
  q: Queryable,
  windows: readonly (CheckInWindow & { readonly patientId: string })[],
) =>
  q.run(
    `UPDATE check_ins c SET opens_at = w.opens_at, closes_at = w.closes_at,
       signed_at = CASE WHEN c.signed_at >= w.opens_at THEN c.signed_at END
     FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) AS w (patient_id, opens_at, closes_at)
     WHERE c.patient_id = w.patient_id`,
    [
      windows.map(({ patientId }) => patientId),
      windows.map(({ opensAt }) => opensAt),
      windows.map(({ closesAt }) => closesAt),
    ],
  );

/** SQL: a relation of the times `moved_at` at which a patient's wearables moved, up to a time. Takes SQL expressions. */
export type Movements = (patientId: string, until: string) => string;

const moved = (movements: Movements, now: string): string =>
  `EXISTS (SELECT FROM ${movements('c.patient_id', now)} m WHERE m.moved_at >= c.opens_at)`;

/** A movement since the window opened is a sign of life. */
export const markMovements = (q: Queryable, movements: Movements, now: Date) =>
  q.run(
    `UPDATE check_ins c SET signed_at = (SELECT max(m.moved_at) FROM ${movements('c.patient_id', '$1')} m)
     WHERE c.patient_id IN (
       SELECT c.patient_id FROM check_ins c
       WHERE c.opens_at <= $1 AND c.signed_at IS NULL AND ${moved(movements, '$1')}
       ORDER BY c.patient_id FOR UPDATE SKIP LOCKED)`,
    [now],
  );

/** Patients whose window has closed between these times, without those who are away, and some others. */
export const dueCheckIns = (
  q: Queryable,
  closed: { readonly after: Date; readonly before: Date },
  most: number,
  without: readonly string[],
) =>
  q.column<string>(
    `SELECT patient_id AS id FROM check_ins
       WHERE closes_at <= $1 AND closes_at > $2 AND patient_id <> ALL($4)
         AND NOT ${isAwaySql('check_ins.patient_id', '$1')} ORDER BY closes_at LIMIT $3`,
    [closed.before, closed.after, most, without],
  );

interface DueCheckIn extends CheckInRow {
  readonly isSigned: boolean;
  /** False for an account that is no active patient any more. */
  readonly isExpected: boolean;
}

/**
 * Takes a check-in whose window has closed, and moves it on to its next window. Undefined if another instance has
 * decided it. The caller has locked the patient before: see lockCareTeams.
 */
export async function takeDueCheckIn(
  q: Queryable,
  movements: Movements,
  patientId: string,
  at: Date,
  zone: string,
): Promise<DueCheckIn | undefined> {
  const due = await q.row<DueCheckIn>(
    `SELECT ${CHECK_IN_COLUMNS}, c.signed_at IS NOT NULL OR ${moved(movements, '$2')} AS "isSigned",
            u.role = 'PATIENT' AND u.status = 'active' AS "isExpected"
     FROM check_ins c JOIN people_public u ON u.id = c.patient_id
     WHERE c.patient_id = $1 AND c.closes_at <= $2 FOR UPDATE OF c`,
    [patientId, at],
  );
  if (due === undefined) return undefined;
  const { opensAt, closesAt } = nextWindow(due, at, zone);
  await q.run('UPDATE check_ins SET opens_at = $2, closes_at = $3, signed_at = NULL WHERE patient_id = $1', [
    patientId,
    opensAt,
    closesAt,
  ]);
  return due;
}
