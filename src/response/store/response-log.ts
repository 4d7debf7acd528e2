import type { Person } from '../../people/person.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { countRows } from '../../platform/database/list.ts';
import { asRecordset } from '../../platform/database/recordset.ts';
import type { LogEntry, LogType } from '../states.ts';
import { TIMELINE_TYPES } from '../vocabulary.ts';

interface FallLogEntry extends LogEntry {
  readonly fallId: string;
}

/** Runs in the transaction of the change: there is no change without its log entry, and no entry without its change. */
export async function appendToLog(q: Queryable, entries: readonly FallLogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await q.run(
    `INSERT INTO response_log (fall_id, at, type, by_id, person_id, details)
     SELECT fall_id, at, type, by_id, person_id, details FROM jsonb_to_recordset($1::jsonb)
       AS e (place int, fall_id uuid, at timestamptz, type text, by_id uuid, person_id uuid, details jsonb)
     ORDER BY place`,
    [
      asRecordset(
        entries.map(({ fallId, at, type, by, person, details }, place) => ({
          place,
          fall_id: fallId,
          at,
          type,
          by_id: by?.id ?? null,
          person_id: person?.id ?? null,
          details: details ?? null,
        })),
      ),
    ],
  );
}

interface TimelineEntry {
  readonly id: string;
  readonly at: Date;
  readonly type: LogType;
  readonly by: Person | null;
  readonly person?: Person | null;
  readonly channel?: string;
  readonly outcome?: string;
}

/** In ascending order. The other fields depend on the type: `person`, `channel`, `outcome`, `note`, … */
export async function timelineOf(q: Queryable, fallId: string): Promise<readonly TimelineEntry[]> {
  const rows = await q.rows<{
    id: string;
    at: Date;
    type: LogType;
    by: Person | null;
    person: Person | null;
    details: object | null;
  }>(
    `SELECT l.id::text, l.at, l.type, l.details,
            CASE WHEN b.id IS NOT NULL THEN json_build_object('id', b.id, 'name', rtrim(b.first_name || ' ' || b.last_name)) END AS by,
            CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', rtrim(p.first_name || ' ' || p.last_name)) END AS person
     FROM response_log l LEFT JOIN people_public b ON b.id = l.by_id LEFT JOIN people_public p ON p.id = l.person_id
     WHERE l.fall_id = $1 AND l.type = ANY($2) ORDER BY l.at, l.id`,
    [fallId, TIMELINE_TYPES],
  );
  return rows.map(({ person, details, ...entry }) => ({
    ...entry,
    ...(hasRecipient(entry.type) && { person }),
    ...details,
  }));
}

const hasRecipient = (type: LogType): boolean => type === 'told' || type === 'offered';

/** Whether a person's own last action on a fall, since a time if one is given, was to release it. */
export const hasReleased = async (
  q: Queryable,
  fallId: string,
  personId: string,
  since: Date | null = null,
): Promise<boolean> =>
  (
    await q.row<{ type: LogType }>(
      `SELECT type FROM response_log WHERE fall_id = $1 AND by_id = $2 AND type IN ('claimed', 'released')
         AND ($3::timestamptz IS NULL OR at >= $3)
       ORDER BY id DESC LIMIT 1`,
      [fallId, personId, since],
    )
  )?.type === 'released';

/** Whether any person has ever claimed the fall. */
export const wasClaimed = async (q: Queryable, fallId: string): Promise<boolean> =>
  (await q.row(`SELECT FROM response_log WHERE fall_id = $1 AND type = 'claimed' LIMIT 1`, [fallId])) !==
  undefined;

/** Written before $1, about resolved falls: the timelines of other falls are still being written. */
const PURGEABLE = `l.at < $1
  AND NOT EXISTS (SELECT FROM responses r WHERE r.fall_id = l.fall_id AND r.state <> 'RESOLVED')`;

/** Deletes at most `most`, and none that another instance is deleting; returns the number deleted. */
export const purgeResponseLog = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM response_log WHERE id IN (
       SELECT l.id FROM response_log l WHERE ${PURGEABLE} ORDER BY l.at LIMIT $2 FOR UPDATE OF l SKIP LOCKED)`,
    [before, most],
  );

export const countPurgeableResponseLog = (q: Queryable, before: Date) =>
  countRows(q, `response_log l WHERE ${PURGEABLE}`, [before]);
