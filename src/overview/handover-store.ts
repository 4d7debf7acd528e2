import type { Person } from '../people/person.ts';
import { lastsSql } from '../people/vocabulary.ts';
import type { Queryable } from '../platform/database/database.ts';
import { profileFields } from '../platform/database/export-sources.ts';
import { countOverdueTests } from '../test-book/index.ts';
import type { TestBookConfig } from '../test-book/settings.ts';
import type { HandoverSummary } from './handover-schema.ts';

export interface StoredHandover {
  readonly note: string;
  readonly by: Person | null;
  readonly at: Date;
  readonly confirmedBy: Person | null;
  readonly summary: HandoverSummary;
}

export interface PinnedHandover extends StoredHandover {
  readonly wardId: string;
  readonly wardName: string;
}

interface Row {
  readonly wardId: string;
  readonly wardName: string;
  readonly note: string;
  readonly byId: string | null;
  readonly byName: string | null;
  readonly at: Date;
  readonly confirmedById: string | null;
  readonly confirmedByName: string | null;
  readonly falls: number;
  readonly openAlerts: number;
  readonly silentDevices: number;
  readonly lowBatteries: number;
  readonly away: number;
  readonly overdueTests: number;
}

const COLUMNS = `
  SELECT h.ward_id AS "wardId", w.name AS "wardName", h.note, b.id AS "byId",
         rtrim(b.first_name || ' ' || b.last_name) AS "byName", h.written_at AS at, c.id AS "confirmedById",
         rtrim(c.first_name || ' ' || c.last_name) AS "confirmedByName", h.falls, h.open_alerts AS "openAlerts",
         h.silent_devices AS "silentDevices", h.low_batteries AS "lowBatteries", h.away,
         h.overdue_tests AS "overdueTests"`;

const FROM = (handovers: string): string => `
  FROM ${handovers} h JOIN wards_public w ON w.id = h.ward_id
    LEFT JOIN people_public b ON b.id = h.written_by
    LEFT JOIN people_public c ON c.id = h.confirmed_by`;

const SELECT = `${COLUMNS} ${FROM('ward_handovers')}`;

const KEPT = `ward_id, note, written_by, written_at, confirmed_by, confirmed_at, falls, open_alerts, silent_devices,
  low_batteries, away, overdue_tests`;
/** With those that another one has replaced. */
const ALL = `(SELECT ${KEPT} FROM ward_handovers UNION ALL SELECT ${KEPT} FROM past_handovers)`;

const personOf = (id: string | null, name: string | null): Person | null =>
  id === null || name === null ? null : { id, name };

const fromRow = (row: Row): PinnedHandover => ({
  wardId: row.wardId,
  wardName: row.wardName,
  note: row.note,
  by: personOf(row.byId, row.byName),
  at: row.at,
  confirmedBy: personOf(row.confirmedById, row.confirmedByName),
  summary: {
    falls: row.falls,
    openAlerts: row.openAlerts,
    silentDevices: row.silentDevices,
    lowBatteries: row.lowBatteries,
    away: row.away,
    overdueTests: row.overdueTests,
  },
});

const withoutWard = ({ wardId: _, wardName: __, ...handover }: PinnedHandover): StoredHandover => handover;

/** The newest handover of a ward. */
export async function findHandover(q: Queryable, wardId: string): Promise<StoredHandover | undefined> {
  const row = await q.row<Row>(`${SELECT} WHERE h.ward_id = $1`, [wardId]);
  return row && withoutWard(fromRow(row));
}

/** Newest first; as many as the database keeps (sql/100). */
export const listHandovers = async (q: Queryable, wardId: string): Promise<readonly StoredHandover[]> =>
  (
    await q.rows<Row>(`${COLUMNS} ${FROM(ALL)} WHERE h.ward_id = $1 ORDER BY h.written_at DESC`, [wardId])
  ).map((row) => withoutWard(fromRow(row)));

export const purgePastHandovers = (q: Queryable, before: Date, most: number): Promise<number> =>
  q.run(
    `DELETE FROM past_handovers WHERE (ward_id, written_at) IN (
       SELECT ward_id, written_at FROM past_handovers WHERE written_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );

/** The handovers that await confirmation: of one ward, of a caregiver's wards, or of all wards. */
export const pinnedHandovers = async (
  q: Queryable,
  of: { readonly wardId: string } | { readonly memberId: string } | 'all wards',
  at: Date,
  most: number,
): Promise<readonly PinnedHandover[]> => {
  const [ward, member] =
    of === 'all wards' ? [null, null] : 'wardId' in of ? [of.wardId, null] : [null, of.memberId];
  const rows = await q.rows<Row>(
    `${SELECT} WHERE h.confirmed_at IS NULL AND ($1::uuid IS NULL OR h.ward_id = $1)
       AND ($2::uuid IS NULL OR h.ward_id IN (SELECT m.ward_id FROM ward_members_public m
         WHERE m.caregiver_id = $2 AND ${lastsSql('m', '$3')}))
     ORDER BY h.written_at DESC, h.ward_id LIMIT $4`,
    [ward, member, at, most],
  );
  return rows.map(fromRow);
};

/** False when the ward was deleted since it was looked up. */
export const putHandover = async (
  q: Queryable,
  wardId: string,
  { note, byId, at }: { readonly note: string; readonly byId: string; readonly at: Date },
  { falls, openAlerts, silentDevices, lowBatteries, away, overdueTests }: HandoverSummary,
): Promise<boolean> =>
  (await q.run(
    `INSERT INTO ward_handovers AS h (ward_id, note, written_by, written_at, falls, open_alerts, silent_devices,
       low_batteries, away, overdue_tests)
     SELECT id, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM wards_public WHERE id = $1 FOR KEY SHARE
     ON CONFLICT (ward_id) DO UPDATE SET note = excluded.note, written_by = excluded.written_by,
       written_at = greatest(excluded.written_at, h.written_at + interval '1 ms'), falls = excluded.falls,
       open_alerts = excluded.open_alerts, silent_devices = excluded.silent_devices,
       low_batteries = excluded.low_batteries, away = excluded.away,
       overdue_tests = excluded.overdue_tests, confirmed_by = NULL, confirmed_at = NULL`,
    [wardId, note, byId, at, falls, openAlerts, silentDevices, lowBatteries, away, overdueTests],
  )) === 1;

/** Of two that confirm at the same time, one does. `read` is the time of the handover that was read, if known. */
export const confirmHandover = async (
  q: Queryable,
  wardId: string,
  { byId, at, read }: { readonly byId: string; readonly at: Date; readonly read: Date | null },
): Promise<boolean> =>
  (await q.run(
    `UPDATE ward_handovers SET confirmed_by = $2, confirmed_at = $3
     WHERE ward_id = $1 AND confirmed_at IS NULL AND ($4::timestamptz IS NULL OR written_at = $4)`,
    [wardId, byId, at, read],
  )) === 1;

export const isConfirmed = async (q: Queryable, wardId: string): Promise<boolean> =>
  (await q.row('SELECT FROM ward_handovers WHERE ward_id = $1 AND confirmed_at IS NOT NULL', [wardId])) !==
  undefined;

/** A handover is often written a little after the end of the shift. */
const WRITTEN_WITHIN = '1 hour';
const WITHOUT_ROSTER = '8 hours';

/**
 * docs/home.md, "Handover": the start of the shift that hands over. Shifts may overlap; the one that began first hands
 * over.
 */
const SHIFT_START = `coalesce(
  (SELECT min(s.starts_at) FROM roster_slots_public s
   WHERE s.ward_id = $1 AND s.starts_at <= $2 AND s.ends_at > $2::timestamptz - interval '${WRITTEN_WITHIN}'),
  (SELECT s.starts_at FROM roster_slots_public s
   WHERE s.ward_id = $1 AND s.ends_at <= $2 ORDER BY s.ends_at DESC, s.starts_at LIMIT 1),
  $2::timestamptz - interval '${WITHOUT_ROSTER}')`;

const wearablesWith = (...conditions: readonly string[]): string =>
  `(SELECT count(DISTINCT d.id)::int FROM device_conditions_public o JOIN devices_public d ON d.id = o.device_id AND NOT d.disabled
      JOIN patients p ON p.id = d.user_id WHERE o.type IN (${conditions.map((type) => `'${type}'`).join(', ')}))`;

/** What happened to the present patients of a ward in the shift that hands over at a time. */
export const summaryOf = async (
  q: Queryable,
  wardId: string,
  at: Date,
  config: TestBookConfig,
): Promise<HandoverSummary> => ({
  ...((await q.row<Omit<HandoverSummary, 'overdueTests'>>(
    `WITH patients AS (SELECT id FROM people_public WHERE ward_id = $1)
     SELECT (SELECT count(*)::int FROM real_falls f JOIN patients p ON p.id = f.user_id
             WHERE f.created_at >= ${SHIFT_START} AND f.status IN ('POTENTIAL', 'HIGH', 'CONFIRMED')) AS falls,
            (SELECT count(*)::int FROM responses_public r JOIN real_falls f ON f.id = r.fall_id JOIN patients p ON p.id = r.patient_id
             WHERE r.state <> 'RESOLVED') AS "openAlerts",
            ${wearablesWith('DEVICE_INACTIVE', 'DEVICE_OFFLINE')} AS "silentDevices",
            ${wearablesWith('DEVICE_BATTERY_LOW')} AS "lowBatteries",
            (SELECT count(*)::int FROM absences_public a JOIN patients p ON p.id = a.patient_id
             WHERE a.ended_at IS NULL AND a.until_at > $2) AS away`,
    [wardId, at],
  )) as Omit<HandoverSummary, 'overdueTests'>),
  overdueTests: await countOverdueTests(q, config, wardId, at),
});

/**
 * The active members of a ward and the active admins; none of them is deleted before the transaction ends. Without
 * waiting: an account that is being deleted needs no event.
 */
export const lockStaffOf = (q: Queryable, wardId: string, at: Date) =>
  q.column<string>(
    `SELECT u.id FROM people_public u
       WHERE u.status = 'active' AND (u.role = 'ADMIN' OR u.id IN (SELECT m.caregiver_id FROM ward_members_public m
         WHERE m.ward_id = $1 AND ${lastsSql('m', '$2')}))
       ORDER BY u.id FOR KEY SHARE SKIP LOCKED`,
    [wardId, at],
  );

/** The handovers that the person wrote, without the notes: they are about the health of other people. */
export const handoverProfile = profileFields(
  `SELECT coalesce((SELECT json_agg(json_build_object('ward', w.name, 'at', h.written_at)
                    ORDER BY h.written_at) FROM ${ALL} h JOIN wards_public w ON w.id = h.ward_id
                    WHERE h.written_by = $1), '[]') AS handovers`,
);
