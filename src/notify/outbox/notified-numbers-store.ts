import type { Queryable } from '../../platform/database/database.ts';
import type { NotifiedFall, NotifiedFalls } from '../vocabulary.ts';

/** The people who have confirmed this number for SMS. */
export const peopleWithNumber = (q: Queryable, number: string) =>
  q.column<string>(
    `SELECT DISTINCT c.user_id AS "userId" FROM notification_channels c JOIN people_public u ON u.id = c.user_id
       WHERE c.kind = 'sms' AND c.target ->> 'number' = $1 AND c.verified_at IS NOT NULL AND u.status = 'active'
       ORDER BY 1`,
    [number],
  );

/** The unresolved falls about which an SMS was sent to this number since a time, newest first; an offer is as new as its SMS. */
export const fallsSentTo = (
  q: Queryable,
  { responses }: Pick<NotifiedFalls, 'responses'>,
  number: string,
  since: Date,
) =>
  q.rows<NotifiedFall>(
    `SELECT r.fall_id AS "fallId", r.patient_id AS "patientId", o.person_id AS "personId"
     FROM notification_channels c
       JOIN outbox o ON o.channel_id = c.id
       JOIN ${responses} r ON r.fall_id = o.fall_id AND r.state <> 'RESOLVED'
     WHERE c.kind = 'sms' AND c.target ->> 'number' = $1 AND c.verified_at IS NOT NULL
       AND EXISTS (SELECT FROM delivery_attempts a WHERE a.outbox_id = o.id AND a.delivered AND a.at > $2)
     GROUP BY r.fall_id, r.patient_id, r.created_at, r.offered_to, o.person_id
     ORDER BY CASE WHEN r.offered_to = o.person_id THEN max(o.created_at) ELSE r.created_at END DESC, r.fall_id,
              max(o.created_at) DESC, o.person_id`,
    [number, since],
  );
