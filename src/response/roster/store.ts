import type { Queryable } from '../../platform/database/database.ts';
import { type ListSource, list } from '../../platform/database/list.ts';
import { asRecordset } from '../../platform/database/recordset.ts';
import type { Page } from '../../platform/schema/paging.ts';
import type { Day } from '../../platform/zone.ts';
import type { RosterException, RosterMember, RosterShift } from './slots.ts';

/**
 * Until the transaction ends, the rosters and the members of these wards stay as they are, and no person of a roster is
 * deleted. Lock order: the organisation (`holdTimeZone`), users by id, wards by id (sql/031). Returns the wards that
 * exist.
 */
export async function lockRosters(q: Queryable, wardIds: readonly string[]): Promise<readonly string[]> {
  await q.run(
    `SELECT FROM people_public WHERE id = ANY(array(
       SELECT caregiver_id FROM ward_members_public WHERE ward_id = ANY($1)
       UNION SELECT unnest(caregivers) FROM roster_shifts WHERE ward_id = ANY($1)
       UNION SELECT unnest(array[caregiver_id, replaced_by]) FROM roster_exceptions WHERE ward_id = ANY($1)
     )) ORDER BY id FOR KEY SHARE`,
    [wardIds],
  );
  return q.column<string>('SELECT id FROM wards_public WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [
    wardIds,
  ]);
}

const SHIFT_COLUMNS = `id, name, weekdays, start_time AS start, end_time AS "end", caregivers, from_day AS "from",
  until_day AS until, every_weeks AS "everyWeeks",
  array(SELECT DISTINCT x.day::text FROM roster_exceptions x WHERE x.shift_id = roster_shifts.id AND x.added) AS "extraDays"`;

export const shiftsOf = (q: Queryable, wardId: string) =>
  q.rows<RosterShift>(`SELECT ${SHIFT_COLUMNS} FROM roster_shifts WHERE ward_id = $1 ORDER BY place`, [
    wardId,
  ]);

/** Replaces the roster. Shifts that are left out are deleted, with their exceptions and swaps. */
export async function replaceShifts(
  q: Queryable,
  wardId: string,
  shifts: readonly RosterShift[],
): Promise<void> {
  await q.run('DELETE FROM roster_shifts WHERE ward_id = $1 AND NOT id = ANY($2)', [
    wardId,
    shifts.map(({ id }) => id),
  ]);
  await q.run(
    `INSERT INTO roster_shifts AS s
       (id, ward_id, place, name, weekdays, start_time, end_time, caregivers, from_day, until_day, every_weeks)
     SELECT id, $1, place, name, weekdays, start, "end", caregivers, "from", until, "everyWeeks"
     FROM jsonb_to_recordset($2::jsonb) AS n (id uuid, place smallint, name text, weekdays smallint[], start text,
       "end" text, caregivers uuid[], "from" date, until date, "everyWeeks" smallint)
     ON CONFLICT (id) DO UPDATE SET place = excluded.place, name = excluded.name, weekdays = excluded.weekdays,
       start_time = excluded.start_time, end_time = excluded.end_time, caregivers = excluded.caregivers,
       from_day = excluded.from_day, until_day = excluded.until_day, every_weeks = excluded.every_weeks
     WHERE s.ward_id = $1`,
    [wardId, asRecordset(shifts.map((shift, place) => ({ ...shift, place })))],
  );
}

export interface ExceptionRow extends RosterException {
  readonly id: string;
  readonly added: boolean;
  readonly createdAt: Date;
}

const EXCEPTION_COLUMNS = `id, shift_id AS "shiftId", day, caregiver_id AS "caregiverId", replaced_by AS "replacedBy",
  added, created_at AS "createdAt"`;

/** In the order in which they apply. */
export const exceptionsBetween = (q: Queryable, wardId: string, from: Day, to: Day | null = null) =>
  q.rows<ExceptionRow>(
    `SELECT ${EXCEPTION_COLUMNS} FROM roster_exceptions
     WHERE ward_id = $1 AND day >= $2 AND ($3::date IS NULL OR day <= $3) ORDER BY day, place`,
    [wardId, from, to],
  );

export const insertException = async (
  q: Queryable,
  wardId: string,
  { shiftId, day, caregiverId, replacedBy, added = false }: RosterException,
  at: Date,
): Promise<ExceptionRow> =>
  (await q.row<ExceptionRow>(
    `INSERT INTO roster_exceptions (ward_id, shift_id, day, caregiver_id, replaced_by, added, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${EXCEPTION_COLUMNS}`,
    [wardId, shiftId, day, caregiverId, replacedBy, added, at],
  )) as ExceptionRow;

/** Replaces the exceptions of one slot. */
export async function replaceExceptions(
  q: Queryable,
  wardId: string,
  { shiftId, day }: Pick<RosterException, 'shiftId' | 'day'>,
  exceptions: readonly Omit<RosterException, 'shiftId' | 'day'>[],
  at: Date,
): Promise<void> {
  await q.run('DELETE FROM roster_exceptions WHERE ward_id = $1 AND shift_id = $2 AND day = $3', [
    wardId,
    shiftId,
    day,
  ]);
  for (const exception of exceptions) await insertException(q, wardId, { ...exception, shiftId, day }, at);
}

export const deleteException = (q: Queryable, wardId: string, id: string) =>
  q.row<ExceptionRow>(
    `DELETE FROM roster_exceptions WHERE ward_id = $1 AND id = $2 RETURNING ${EXCEPTION_COLUMNS}`,
    [wardId, id],
  );

/** The members of wards, by ward. */
export async function membersOf(
  q: Queryable,
  wardIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, RosterMember>>> {
  const rows = await q.rows<RosterMember & { wardId: string }>(
    `SELECT m.ward_id AS "wardId", u.id, u.first_name || ' ' || u.last_name AS name,
            u.status = 'active' AND u.role = 'CAREGIVER' AS "isActive", m.until
     FROM ward_members_public m JOIN people_public u ON u.id = m.caregiver_id WHERE m.ward_id = ANY($1) ORDER BY u.last_name, u.id`,
    [wardIds],
  );
  const members = new Map(wardIds.map((id) => [id, new Map<string, RosterMember>()]));
  for (const { wardId, ...member } of rows) members.get(wardId)?.set(member.id, member);
  return members;
}

/** The wards of a caregiver. */
export const wardsOf = (q: Queryable, caregiverId: string) =>
  q.rows<{ id: string; name: string }>(
    `SELECT w.id, w.name FROM current_ward_members m JOIN wards_public w ON w.id = m.ward_id WHERE m.caregiver_id = $1 ORDER BY w.id`,
    [caregiverId],
  );

export interface SwapRow extends RosterException {
  readonly id: string;
  readonly replacedBy: string;
  readonly state: 'OPEN' | 'ACCEPTED' | 'DECLINED';
  readonly createdAt: Date;
  readonly answeredAt: Date | null;
}

const SWAP_COLUMNS = `id, shift_id AS "shiftId", day, caregiver_id AS "caregiverId", replaced_by AS "replacedBy", state,
  created_at AS "createdAt", answered_at AS "answeredAt"`;

const SWAPS: ListSource = {
  columns: SWAP_COLUMNS,
  from: 'roster_swaps',
  sortable: { date: 'day', state: 'state' },
  time: 'created_at',
  id: 'id',
};

export const SWAP_SORTS = Object.keys(SWAPS.sortable);

export const listSwaps = (q: Queryable, wardId: string, page: Page) =>
  list<SwapRow>(q, SWAPS, page, [['ward_id = $?', wardId]]);

/** Undefined if the same swap waits for an answer already. */
export const insertSwap = (
  q: Queryable,
  wardId: string,
  { shiftId, day, caregiverId, replacedBy }: RosterException,
  at: Date,
) =>
  q.row<SwapRow>(
    `INSERT INTO roster_swaps (ward_id, shift_id, day, caregiver_id, replaced_by, state, created_at)
     VALUES ($1, $2, $3, $4, $5, 'OPEN', $6) ON CONFLICT DO NOTHING RETURNING ${SWAP_COLUMNS}`,
    [wardId, shiftId, day, caregiverId, replacedBy, at],
  );

export const findSwap = (q: Queryable, wardId: string, id: string) =>
  q.row<SwapRow>(`SELECT ${SWAP_COLUMNS} FROM roster_swaps WHERE ward_id = $1 AND id = $2`, [wardId, id]);

/** Undefined if it is answered already. */
export const answerSwap = (q: Queryable, id: string, state: 'ACCEPTED' | 'DECLINED', at: Date) =>
  q.row<SwapRow>(
    `UPDATE roster_swaps SET state = $2, answered_at = $3 WHERE id = $1 AND state = 'OPEN' RETURNING ${SWAP_COLUMNS}`,
    [id, state, at],
  );

/** Deletes at most `most` exceptions for slots before a time. */
export const purgeExceptions = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM roster_exceptions WHERE id IN
       (SELECT id FROM roster_exceptions WHERE day < $1 ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );

/** Deletes at most `most` swaps of slots before a time. */
export const purgeSwaps = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM roster_swaps WHERE id IN
       (SELECT id FROM roster_swaps WHERE day < $1 ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );
