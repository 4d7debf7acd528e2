import { isNoPathTest } from '../accounts/vocabulary.ts';
import type { Queryable } from '../platform/database/database.ts';
import { DAY_MS, MINUTE_MS } from '../platform/time.ts';
import type { CoveredDay, MinuteSpan } from '../readings/vocabulary.ts';
import type { Spans } from './spans.ts';

const multirange = (spans: readonly MinuteSpan[]): string =>
  `{${spans.map(([from, until]) => `[${from},${until})`).join()}}`;

/**
 * Adds minutes to what is known; those of deleted users are left out. Users are locked first, as when they are deleted, and in
 * one order.
 */
export async function addCovered(q: Queryable, days: readonly CoveredDay[]): Promise<void> {
  const owners = await q.column<string>(
    `SELECT id FROM people_public WHERE id = ANY($1) AND ${isNoPathTest('id')} ORDER BY id FOR KEY SHARE`,
    [[...new Set(days.map(({ patientId }) => patientId))]],
  );
  const known = new Set(owners);
  const kept = days.filter(({ patientId }) => known.has(patientId));
  if (kept.length === 0) return;
  await q.run(
    `INSERT INTO coverage_days AS c (patient_id, day, device_key, connected, late, not_worn)
     SELECT patient_id, '1970-01-01'::date + day, device_key, connected::int4multirange, late::int4multirange,
            not_worn::int4multirange
     FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::text[], $6::text[])
       AS n (patient_id, day, device_key, connected, late, not_worn)
     ORDER BY 1, 2, 3
     ON CONFLICT (patient_id, day, device_key) DO UPDATE SET connected = c.connected + excluded.connected,
       late = c.late + excluded.late, not_worn = c.not_worn + excluded.not_worn`,
    [
      kept.map(({ patientId }) => patientId),
      kept.map(({ day }) => day),
      kept.map(({ deviceKey }) => deviceKey),
      kept.map(({ connected }) => multirange(connected)),
      kept.map(({ late }) => multirange(late)),
      kept.map(({ notWorn }) => multirange(notWorn)),
    ],
  );
}

/** A wearable's day of UTC. */
export interface StoredDay {
  readonly patientId: string;
  readonly deviceKey: number;
  /** Since 1970. */
  readonly day: number;
  readonly connected: Spans;
  readonly late: Spans;
  readonly notWorn: Spans;
}

type Text = Readonly<Record<'connected' | 'late' | 'notWorn', string>>;

const DAY_MINUTES = DAY_MS / MINUTE_MS;

function spansOf(text: string, day: number): Spans {
  const start = day * DAY_MINUTES;
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(
    ([, from, until]) => [start + Number(from), start + Number(until)] as const,
  );
}

/** From the first day of UTC to the last, both since 1970. */
export async function coveredDaysOf(
  q: Queryable,
  patientIds: readonly string[],
  [from, to]: readonly [number, number],
): Promise<readonly StoredDay[]> {
  const rows = await q.rows<Text & { patientId: string; deviceKey: number; day: number }>(
    `SELECT patient_id AS "patientId", device_key AS "deviceKey", day - '1970-01-01'::date AS day, connected::text, late::text,
            not_worn::text AS "notWorn"
     FROM coverage_days
     WHERE patient_id = ANY($1) AND day BETWEEN '1970-01-01'::date + $2::int AND '1970-01-01'::date + $3::int`,
    [patientIds, from, to],
  );
  return rows.map(({ patientId, deviceKey, day, connected, late, notWorn }) => ({
    patientId,
    deviceKey,
    day,
    connected: spansOf(connected, day),
    late: spansOf(late, day),
    notWorn: spansOf(notWorn, day),
  }));
}

export interface Resident {
  readonly id: string;
  readonly name: string;
  readonly wardId: string | null;
  /** Since when minutes of the resident are known: the account's creation, or later. */
  readonly knownSince: Date;
}

/** Patients with an active account, by name. */
export const residentsOf = (
  q: Queryable,
  {
    wardId,
    patientId,
    keptSince,
  }: { readonly wardId: string | null; readonly patientId: string | null; readonly keptSince: Date },
  most: number,
) =>
  q.rows<Resident>(
    `SELECT id, first_name || ' ' || last_name AS name, ward_id AS "wardId",
            greatest(created_at, (SELECT at FROM coverage_start), $4) AS "knownSince"
     FROM people_public
     WHERE role = 'PATIENT' AND status = 'active' AND ${isNoPathTest('id')}
       AND ($1::uuid IS NULL OR ward_id = $1) AND ($2::uuid IS NULL OR id = $2)
     ORDER BY last_name, first_name, id LIMIT $3`,
    [wardId, patientId, most, keptSince],
  );

/** Since when minutes of a resident are known; undefined if the account was deleted. */
export const knownSince = (q: Queryable, patientId: string) =>
  q.value<Date>(
    'SELECT greatest(created_at, (SELECT at FROM coverage_start)) FROM people_public WHERE id = $1',
    [patientId],
  );

export const purgeCovered = (q: Queryable, before: Date, most: number): Promise<number> =>
  q.run(
    `DELETE FROM coverage_days WHERE (patient_id, day, device_key) IN (
       SELECT patient_id, day, device_key FROM coverage_days WHERE day < $1::date LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before.toISOString().slice(0, 10), most],
  );

/** Lines of coverage.csv: one for each span, in UTC. */
export const coverageLines = async (q: Queryable, patientId: string, after: string, most: number) => {
  const row = await q.row<{ lines: string | null; last: string | null }>(
    `WITH page AS (SELECT * FROM coverage_days WHERE patient_id = $1 AND day > $2::date ORDER BY day LIMIT $3)
     SELECT string_agg(concat_ws(',', to_char(p.day, 'YYYY-MM-DD'), s.kind, lower(s.span), upper(s.span)), E'\\n'
              ORDER BY p.day, p.device_key, s.kind, s.span) AS lines,
            to_char(max(p.day), 'YYYY-MM-DD') AS last
     FROM page p CROSS JOIN LATERAL (
       SELECT 'connected' AS kind, unnest(p.connected) AS span
       UNION ALL SELECT 'late', unnest(p.late) UNION ALL SELECT 'not worn', unnest(p.not_worn)) s`,
    [patientId, after, most],
  );
  return row?.lines && row.last ? { lines: row.lines, last: row.last } : undefined;
};
