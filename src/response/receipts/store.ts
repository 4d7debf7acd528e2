import { isNoPathTest } from '../../accounts/vocabulary.ts';
import type { ChannelKind } from '../../notify/index.ts';
import { CARE_TEAMS } from '../../people/index.ts';
import { groupedBy } from '../../platform/batching/group-by.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** A person who was notified of a fall; without a time, they have not received it. */
export interface NotifiedPerson {
  readonly id: string;
  readonly name: string;
  /** When a device of the person first reported that it has the alert. */
  readonly receivedAt: Date | null;
  /** When a channel that cannot report receipts first took a notification. */
  readonly sentAt: Date | null;
}

/**
 * The people who were notified of some falls, by fall: those who have received it first. `kinds` are those that give
 * receipts.
 */
export async function notifiedPeople(
  q: Queryable,
  fallIds: readonly string[],
  kinds: readonly ChannelKind[],
): Promise<ReadonlyMap<string, readonly NotifiedPerson[]>> {
  const rows = await q.rows<NotifiedPerson & { readonly fallId: string }>(
    `SELECT n.fall_id AS "fallId", p.id, rtrim(p.first_name || ' ' || p.last_name) AS name, min(n.received_at) AS "receivedAt",
            min(n.sent_at) AS "sentAt"
     FROM (
       SELECT m.fall_id, m.person_id, m.received_at,
              CASE WHEN m.failed_at IS NULL AND NOT (m.kind = ANY($2) AND c.gives_receipts) THEN m.accepted_at END AS sent_at
       FROM receipts_public m JOIN channels_public c ON c.id = m.channel_id
       WHERE m.fall_id = ANY($1) AND (m.accepted_at IS NOT NULL OR m.state = 'FAILED')
       UNION ALL
       SELECT fall_id, caregiver_id, received_at, NULL FROM alerts WHERE fall_id = ANY($1) AND received_at IS NOT NULL
     ) n JOIN people_public p ON p.id = n.person_id
     GROUP BY n.fall_id, p.id, p.first_name, p.last_name
     ORDER BY "receivedAt", "sentAt", name`,
    [fallIds, kinds],
  );
  const people = groupedBy(rows, ({ fallId }) => fallId);
  return new Map(fallIds.map((fallId) => [fallId, people(fallId).map(({ fallId: _, ...person }) => person)]));
}

/** The boards that show a fall. */
export interface FallViewers {
  readonly fallId: string;
  /** Those of the given caregivers who are in the care team. */
  readonly caregiverIds: readonly string[];
  readonly wardId: string | null;
}

/** Of the unresolved ones among some falls. */
export const viewersOf = (q: Queryable, fallIds: readonly string[], caregiverIds: readonly string[]) =>
  q.rows<FallViewers>(
    `SELECT r.fall_id AS "fallId", p.ward_id AS "wardId",
            array(SELECT t.caregiver_id FROM ${CARE_TEAMS} t
                  WHERE t.patient_id = r.patient_id AND t.caregiver_id = ANY($2)) AS "caregiverIds"
     FROM responses r JOIN people_public p ON p.id = r.patient_id
     WHERE r.fall_id = ANY($1) AND r.state <> 'RESOLVED' AND ${isNoPathTest('r.patient_id')}`,
    [fallIds, caregiverIds],
  );

/** A notice has less than 8000 bytes. */
const FALLS_PER_NOTICE = 200;

/** SQL: at the commit, every instance learns that receipts of the falls in a parameter have changed. */
export const announceReceipts = (falls: string): string => `
  SELECT pg_notify('vigil_receipts', string_agg(id::text, ' '))
  FROM (SELECT id, (row_number() OVER () - 1) / ${FALLS_PER_NOTICE} AS part FROM unnest(${falls}::uuid[]) AS id) AS parts
  GROUP BY part`;
