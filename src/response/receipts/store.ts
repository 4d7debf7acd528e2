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
  /** The same times of the messages about the open hand-off to this person; null for all others. */
  readonly offer: { readonly receivedAt: Date | null; readonly sentAt: Date | null } | null;
}

interface Row extends Omit<NotifiedPerson, 'offer'> {
  readonly fallId: string;
  readonly isOffered: boolean;
  readonly offerReceivedAt: Date | null;
  readonly offerSentAt: Date | null;
}

/** SQL: the response `r` whose open hand-off the message `m` is about. */
const OFFER = `r.fall_id = m.fall_id AND r.offered_to = m.person_id AND m.about = 'hand-off' AND m.created_at >=
  (SELECT at FROM response_log l WHERE l.fall_id = m.fall_id AND l.type = 'offered' ORDER BY id DESC LIMIT 1)`;

/**
 * The people who were notified of some falls, by fall: those who have received it first. `kinds` are those that give
 * receipts.
 */
export async function notifiedPeople(
  q: Queryable,
  fallIds: readonly string[],
  kinds: readonly ChannelKind[],
): Promise<ReadonlyMap<string, readonly NotifiedPerson[]>> {
  const rows = await q.rows<Row>(
    `SELECT n.fall_id AS "fallId", p.id, rtrim(p.first_name || ' ' || p.last_name) AS name, min(n.received_at) AS "receivedAt",
            min(n.sent_at) AS "sentAt", bool_or(n.is_offer) AS "isOffered",
            min(n.received_at) FILTER (WHERE n.is_offer) AS "offerReceivedAt", min(n.sent_at) FILTER (WHERE n.is_offer) AS "offerSentAt"
     FROM (
       SELECT m.fall_id, m.person_id, m.received_at,
              CASE WHEN m.failed_at IS NULL AND NOT (m.kind = ANY($2) AND c.gives_receipts) THEN m.accepted_at END AS sent_at,
              r.fall_id IS NOT NULL AS is_offer
       FROM receipts_public m JOIN channels_public c ON c.id = m.channel_id LEFT JOIN responses r ON ${OFFER}
       WHERE m.fall_id = ANY($1) AND (m.accepted_at IS NOT NULL OR m.state = 'FAILED')
       UNION ALL
       SELECT fall_id, caregiver_id, received_at, NULL, false FROM alerts WHERE fall_id = ANY($1) AND received_at IS NOT NULL
     ) n JOIN people_public p ON p.id = n.person_id
     GROUP BY n.fall_id, p.id, p.first_name, p.last_name
     ORDER BY "receivedAt", "sentAt", name`,
    [fallIds, kinds],
  );
  const people = groupedBy(rows, ({ fallId }) => fallId);
  return new Map(fallIds.map((fallId) => [fallId, people(fallId).map(personOf)]));
}

const personOf = ({ id, name, receivedAt, sentAt, isOffered, ...offer }: Row): NotifiedPerson => ({
  id,
  name,
  receivedAt,
  sentAt,
  offer: isOffered ? { receivedAt: offer.offerReceivedAt, sentAt: offer.offerSentAt } : null,
});

/** What escalation has done for a fall and does next, and the boards that show it. */
export interface FallViewers {
  readonly fallId: string;
  readonly step: number;
  readonly nextStepAt: Date | null;
  /** Those of the given caregivers who are in the care team. */
  readonly caregiverIds: readonly string[];
  readonly wardId: string | null;
}

/** Of the unresolved ones among some falls. */
export const viewersOf = (q: Queryable, fallIds: readonly string[], caregiverIds: readonly string[]) =>
  q.rows<FallViewers>(
    `SELECT r.fall_id AS "fallId", r.step, r.next_step_at AS "nextStepAt", p.ward_id AS "wardId",
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
