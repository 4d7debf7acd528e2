import type { DeliveryStates } from '../../notify/vocabulary.ts';
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

interface TimelineEntry extends Partial<DeliveryStates> {
  readonly id: string;
  readonly at: Date;
  readonly type: LogType;
  readonly by: Person | null;
  readonly person?: Person | null;
  readonly channel?: string;
  readonly outcome?: string;
}

/** What is known of a notification, in the words of the timeline's entry; times as text. */
interface ToldDetails {
  readonly channel: string;
  readonly attempt: number;
  readonly outcome: 'delivered' | 'failed';
  readonly reason?: string;
  readonly acceptedAt?: string;
  readonly receivedAt?: string;
  readonly openedAt?: string;
  readonly failedAt?: string;
}

const timeOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));

/** Entries of earlier versions have no times of their own. */
const statesOf = (at: Date, told: ToldDetails): DeliveryStates => ({
  acceptedAt: timeOf(told.acceptedAt) ?? (told.outcome === 'delivered' ? at : null),
  receivedAt: timeOf(told.receivedAt),
  openedAt: timeOf(told.openedAt),
  failedAt: told.outcome === 'failed' ? (timeOf(told.failedAt) ?? at) : null,
});

/** SQL: the person `p` that an entry names; null if the account is deleted. */
const PERSON = `CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', rtrim(p.first_name || ' ' || p.last_name)) END`;

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
            ${PERSON} AS person
     FROM response_log l LEFT JOIN people_public b ON b.id = l.by_id LEFT JOIN people_public p ON p.id = l.person_id
     WHERE l.fall_id = $1 AND l.type = ANY($2) ORDER BY l.at, l.id`,
    [fallId, TIMELINE_TYPES],
  );
  return rows.map(({ person, details, ...entry }) => ({
    ...entry,
    ...(hasRecipient(entry.type) && { person }),
    ...details,
    ...(entry.type === 'told' && statesOf(entry.at, details as ToldDetails)),
  }));
}

/** A notification of a person about a fall. */
interface Delivery extends DeliveryStates {
  readonly id: string;
  /** Null if the account is deleted. */
  readonly person: Person | null;
  /** `socket` for the person's consoles and apps. */
  readonly channel: string;
  readonly attempt: number;
  readonly reason: string | null;
}

/**
 * In ascending order: the entries of the timeline that are about a person, the alerts that were sent to sockets, and calls
 * whose outcome is not known: the timeline gets those when they end.
 */
export async function deliveriesOf(q: Queryable, fallId: string): Promise<readonly Delivery[]> {
  const rows = await q.rows<{ id: string; at: Date; person: Person | null; details: ToldDetails }>(
    `SELECT d.id, d.at, d.details, ${PERSON} AS person
     FROM (
       SELECT id::text, at, person_id, details FROM response_log WHERE fall_id = $1 AND type = 'told' AND person_id IS NOT NULL
       UNION ALL
       SELECT id::text, coalesce(delivered_at, received_at), caregiver_id, jsonb_strip_nulls(jsonb_build_object('channel', 'socket',
         'attempt', 1, 'outcome', 'delivered', 'receivedAt', received_at, 'openedAt', opened_at))
       FROM alerts WHERE fall_id = $1 AND (delivered_at IS NOT NULL OR received_at IS NOT NULL)
       UNION ALL
       SELECT id::text, accepted_at, person_id, jsonb_build_object('channel', kind, 'attempt', attempts, 'outcome', 'delivered')
       FROM receipts_public WHERE fall_id = $1 AND kind = 'call' AND accepted_at IS NOT NULL AND received_at IS NULL AND failed_at IS NULL
     ) d LEFT JOIN people_public p ON p.id = d.person_id
     ORDER BY d.at, d.id`,
    [fallId],
  );
  return rows.map(({ id, at, person, details }) => {
    const { channel, attempt, reason = null } = details;
    return { id, person, channel, attempt, ...statesOf(at, details), reason };
  });
}

const hasRecipient = (type: LogType): boolean => type === 'told' || type === 'offered';

/** For path tests: how far the falls of a person have come, whose channels are all of one kind. */
export const progressOf = async (q: Queryable, patientId: string) =>
  (await q.row<{ raisedAt: Date | null; queuedAt: Date | null; isReceived: boolean; error: string | null }>(
    `SELECT min(l.at) FILTER (WHERE l.type = 'detected') AS "raisedAt", min(l.at) FILTER (WHERE l.type = 'step') AS "queuedAt",
            count(*) FILTER (WHERE l.details ->> 'outcome' = 'delivered') > 0 AS "isReceived",
            max(l.details ->> 'reason') AS error
     FROM response_log l JOIN responses r ON r.fall_id = l.fall_id WHERE r.patient_id = $1`,
    [patientId],
  )) ?? { raisedAt: null, queuedAt: null, isReceived: false, error: null };

/** Whether a person's own last action on a fall, since a time if one is given, was to release it. */
export const hasReleased = async (
  q: Queryable,
  fallId: string,
  personId: string,
  since: Date | null = null,
): Promise<boolean> =>
  (await q.value<LogType>(
    `SELECT type FROM response_log WHERE fall_id = $1 AND by_id = $2 AND type IN ('claimed', 'released')
         AND ($3::timestamptz IS NULL OR at >= $3)
       ORDER BY id DESC LIMIT 1`,
    [fallId, personId, since],
  )) === 'released';

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
