import { lastsSql } from '../../people/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { asRecordset } from '../../platform/database/recordset.ts';
import type { Day } from '../../platform/zone.ts';
import type { DutyChange, DutyRow, SlotRow } from './duty-plan.ts';

/** Longer than the longest shift. */
const KEPT = '2 days';

/**
 * Takes the stored slots of a ward away that are not over, so that the new ones replace them in the same transaction.
 * Those that ended a while ago go, too; the handover of a ward needs the last ones.
 */
export const takeSlots = async (q: Queryable, wardId: string, at: Date): Promise<readonly SlotRow[]> =>
  (
    await q.rows<SlotRow>(
      `DELETE FROM roster_slots WHERE ward_id = $1 AND (ends_at > $2 OR ends_at < $2::timestamptz - interval '${KEPT}')
     RETURNING shift_id AS "shiftId", day, name, starts_at AS start, ends_at AS "end", warned_at AS "warnedAt",
       alarmed_at AS "alarmedAt"`,
      [wardId, at],
    )
  ).filter(({ end }) => end > at);

export const insertSlots = (q: Queryable, wardId: string, slots: readonly SlotRow[]) =>
  q.run(
    `INSERT INTO roster_slots (ward_id, shift_id, day, name, starts_at, ends_at, warned_at, alarmed_at)
     SELECT $1, s."shiftId", s.day, s.name, s.start, s."end", s."warnedAt", s."alarmedAt"
     FROM jsonb_to_recordset($2::jsonb) AS s ("shiftId" uuid, day date, name text, start timestamptz, "end" timestamptz,
       "warnedAt" timestamptz, "alarmedAt" timestamptz)
     ON CONFLICT (shift_id, day) DO UPDATE SET name = excluded.name, starts_at = excluded.starts_at,
       ends_at = excluded.ends_at, warned_at = excluded.warned_at, alarmed_at = excluded.alarmed_at`,
    [wardId, asRecordset(slots)],
  );

/** The stored duty of a ward that is not over. */
export const lockDuty = (q: Queryable, wardId: string, at: Date) =>
  q.rows<DutyRow>(
    `SELECT id, shift_id AS "shiftId", day, caregiver_id AS "caregiverId", starts_at AS start, ends_at AS "end",
       ended_at AS "endedAt"
     FROM roster_duty WHERE ward_id = $1 AND ends_at > $2 ORDER BY id FOR UPDATE`,
    [wardId, at],
  );

/** A rostered person whose account is deleted is left out. */
export async function writeDuty(
  q: Queryable,
  wardId: string,
  { deleted, updated, inserted }: DutyChange,
): Promise<void> {
  if (deleted.length > 0) await q.run('DELETE FROM roster_duty WHERE id = ANY($1)', [deleted]);
  if (updated.length > 0)
    await q.run(
      `UPDATE roster_duty d SET starts_at = n.start, ends_at = n."end"
       FROM jsonb_to_recordset($1::jsonb) AS n (id bigint, start timestamptz, "end" timestamptz) WHERE d.id = n.id`,
      [asRecordset(updated)],
    );
  if (inserted.length > 0)
    await q.run(
      `INSERT INTO roster_duty (caregiver_id, ward_id, shift_id, day, starts_at, ends_at, ended_at)
       SELECT u.id, $1, n."shiftId", n.day, n.start, n."end", n."endedAt"
       FROM jsonb_to_recordset($2::jsonb) AS n ("caregiverId" uuid, "shiftId" uuid, day date, start timestamptz,
         "end" timestamptz, "endedAt" timestamptz) JOIN people_public u ON u.id = n."caregiverId"`,
      [wardId, asRecordset(inserted)],
    );
}

export const setHorizon = (q: Queryable, wardId: string, lastDay: Day, zone: string) =>
  q.run(
    `INSERT INTO roster_horizons (ward_id, last_day, time_zone) VALUES ($1, $2, $3)
     ON CONFLICT (ward_id) DO UPDATE SET last_day = excluded.last_day, time_zone = excluded.time_zone`,
    [wardId, lastDay, zone],
  );

export const deleteHorizon = (q: Queryable, wardId: string) =>
  q.run('DELETE FROM roster_horizons WHERE ward_id = $1', [wardId]);

/** Wards whose duty must be computed again: a new day has begun, or the zone is another. */
export const staleRosters = (q: Queryable, lastDay: Day, zone: string, most: number) =>
  q.column<string>(
    `SELECT ward_id AS id FROM roster_horizons WHERE last_day < $1 OR time_zone <> $2 ORDER BY ward_id LIMIT $3`,
    [lastDay, zone, most],
  );

/** The wards that have a roster. */
export const rosteredWards = async (q: Queryable) =>
  (await q.rows<{ id: string }>('SELECT ward_id AS id FROM roster_horizons ORDER BY ward_id')).map(
    ({ id }) => id,
  );

export interface GapRow {
  readonly wardId: string;
  readonly wardName: string;
  readonly shiftId: string;
  readonly day: Day;
  readonly name: string;
  readonly start: Date;
  readonly end: Date;
  readonly isGap: boolean;
  readonly warnedAt: Date | null;
  readonly alarmedAt: Date | null;
}

/** SQL: no active member of the ward is on the slot `s`; a membership that ends before it begins does not count. */
const IS_GAP = `NOT EXISTS (
  SELECT FROM roster_duty d
    JOIN people_public u ON u.id = d.caregiver_id AND u.status = 'active' AND u.role = 'CAREGIVER'
    JOIN ward_members_public m ON m.ward_id = d.ward_id AND m.caregiver_id = d.caregiver_id
  WHERE d.shift_id = s.shift_id AND d.day = s.day AND d.ends_at = s.ends_at
    AND ${lastsSql('m', 'greatest(s.starts_at, $1)')})`;

/** The slots that run now or begin before `until` and have nobody. */
export const countGaps = async (q: Queryable, at: Date, until: Date): Promise<number> =>
  (await q.value<number>(
    `SELECT count(*)::int AS gaps FROM roster_slots s WHERE s.ends_at > $1 AND s.starts_at <= $2 AND ${IS_GAP}`,
    [at, until],
  )) ?? 0;

/** Whether leads must be notified of a slot: a gap that leads do not know of, or the end of one that they know of. */
const NEWS = `(CASE WHEN ${IS_GAP} THEN s.warned_at IS NULL OR (s.starts_at <= $1 AND s.alarmed_at IS NULL)
  ELSE s.warned_at IS NOT NULL END)`;

/** Locks the slots with news; those that another instance has locked are skipped. */
export const lockGapNews = (q: Queryable, at: Date, until: Date, most: number) =>
  q.rows<GapRow>(
    `SELECT s.ward_id AS "wardId", w.name AS "wardName", s.shift_id AS "shiftId", s.day, s.name, s.starts_at AS start,
       s.ends_at AS "end", ${IS_GAP} AS "isGap", s.warned_at AS "warnedAt", s.alarmed_at AS "alarmedAt"
     FROM roster_slots s JOIN wards_public w ON w.id = s.ward_id
     WHERE s.ends_at > $1 AND s.starts_at <= $2 AND ${NEWS}
     ORDER BY s.starts_at, s.shift_id LIMIT $3 FOR UPDATE OF s SKIP LOCKED`,
    [at, until, most],
  );

/** Null where the gap is filled. */
export const markGap = (
  q: Queryable,
  { shiftId, day }: Pick<GapRow, 'shiftId' | 'day'>,
  warnedAt: Date | null,
  alarmedAt: Date | null,
) =>
  q.run('UPDATE roster_slots SET warned_at = $3, alarmed_at = $4 WHERE shift_id = $1 AND day = $2', [
    shiftId,
    day,
    warnedAt,
    alarmedAt,
  ]);
