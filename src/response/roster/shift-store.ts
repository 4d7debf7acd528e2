import type { Queryable } from '../../platform/database/database.ts';
import type { DutyVia } from '../vocabulary.ts';
import { dutySql, isOnDutySql } from './duty.ts';

/** A second shift replaces the first. */
export const startShift = (q: Queryable, caregiverId: string, until: Date, at: Date) =>
  q.run(
    `INSERT INTO shifts (caregiver_id, until, created_at) VALUES ($1, $2, $3)
     ON CONFLICT (caregiver_id) DO UPDATE SET until = excluded.until, created_at = excluded.created_at`,
    [caregiverId, until, at],
  );

/**
 * Ends the shift that a caregiver started, and takes them from their slots of the roster until these end. False if they
 * are not on duty.
 */
export async function endDuty(q: Queryable, caregiverId: string, at: Date): Promise<boolean> {
  const { duty } = (await q.row<{ duty: boolean }>(`SELECT ${isOnDutySql('$1', '$2')} AS duty`, [
    caregiverId,
    at,
  ])) ?? { duty: false };
  if (!duty) return false;
  const ended =
    (await q.run('DELETE FROM shifts WHERE caregiver_id = $1 AND until > $2', [caregiverId, at])) +
    (await q.run(
      `UPDATE roster_duty SET ended_at = $2
       WHERE caregiver_id = $1 AND starts_at <= $2 AND ends_at > $2 AND ended_at IS NULL`,
      [caregiverId, at],
    ));
  return ended > 0;
}

/** Whoever is on the roster is there by the roster, even if they also started a shift; `until` is the later end. */
export const onDuty = (q: Queryable, at: Date) =>
  q.rows<{ id: string; name: string; until: Date; via: DutyVia }>(
    `SELECT u.id, u.first_name || ' ' || u.last_name AS name, max(d.until) AS until, min(d.via) AS via
     FROM ${dutySql('$1')} d JOIN people_public u ON u.id = d.caregiver_id AND u.status = 'active' AND u.role = 'CAREGIVER'
     GROUP BY u.id, name ORDER BY max(d.until), u.id`,
    [at],
  );

/** The caregivers whose shifts or slots are over, not locked yet. */
export const overdueShifts = (q: Queryable, at: Date, most: number) =>
  q.column<string>(
    `(SELECT caregiver_id AS id FROM shifts WHERE until <= $1 ORDER BY until LIMIT $2)
       UNION (SELECT caregiver_id FROM roster_duty WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2)`,
    [at, most],
  );

/**
 * Each shift and each slot is ended by one instance only; a shift that was extended in the meantime is kept. `goesOffDuty`:
 * the caregiver is off duty since; false where another shift or slot goes on, or where they ended it early.
 */
export const endShifts = (q: Queryable, caregiverIds: readonly string[], at: Date) =>
  q.rows<{ id: string; name: string; goesOffDuty: boolean }>(
    `WITH shift AS (
       DELETE FROM shifts WHERE until <= $2 AND caregiver_id IN (
         SELECT caregiver_id FROM shifts WHERE caregiver_id = ANY($1) FOR UPDATE SKIP LOCKED
       ) RETURNING caregiver_id, NULL::timestamptz AS ended_at
     ), slot AS (
       DELETE FROM roster_duty WHERE id IN (
         SELECT id FROM roster_duty WHERE caregiver_id = ANY($1) AND ends_at <= $2 FOR UPDATE SKIP LOCKED
       ) RETURNING caregiver_id, ended_at
     )
     SELECT u.id, u.first_name || ' ' || u.last_name AS name,
            bool_or(e.ended_at IS NULL) AND NOT ${isOnDutySql('u.id', '$2')} AS "goesOffDuty"
     FROM (SELECT * FROM shift UNION ALL SELECT * FROM slot) e JOIN people_public u ON u.id = e.caregiver_id GROUP BY u.id, name`,
    [caregiverIds, at],
  );
