import { lastsSql } from '../../people/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { ChannelKind } from '../channels/kinds.ts';
import type { RING_STATES } from './schema.ts';

/** Active members by name. */
export const membersToRing = (q: Queryable, wardId: string, at: Date) =>
  q.rows<{ id: string; name: string }>(
    `SELECT u.id, rtrim(u.first_name || ' ' || u.last_name) AS name
     FROM ward_members_public m JOIN people_public u ON u.id = m.caregiver_id
     WHERE m.ward_id = $1 AND ${lastsSql('m', '$2')} AND u.status = 'active'
     ORDER BY u.last_name, u.first_name, u.id`,
    [wardId, at],
  );

interface RungRow {
  readonly personId: string;
  readonly rungAt: Date;
  readonly kind: ChannelKind;
  readonly state: (typeof RING_STATES)[number];
  readonly at: Date | null;
  readonly status: number | null;
}

/** The messages of the last ring of the ward since a time. */
export const lastRing = (q: Queryable, wardId: string, personIds: readonly string[], since: Date) =>
  q.rows<RungRow>(
    `SELECT r."personId", r."rungAt", r.kind, r.state, r.status,
            CASE r.state WHEN 'RECEIVED' THEN r.received_at WHEN 'FAILED' THEN coalesce(r.failed_at, r.tried_at)
                         WHEN 'ACCEPTED' THEN r.accepted_at END AS at
     FROM (
       SELECT o.person_id AS "personId", o.created_at AS "rungAt", split_part(o.lane, ' ', 1) AS kind, o.id,
              o.received_at, o.failed_at, o.accepted_at, a.at AS tried_at,
              CASE WHEN o.received_at IS NOT NULL THEN 'RECEIVED' WHEN o.failed_at IS NOT NULL OR o.state IN ('FAILED', 'DROPPED') THEN 'FAILED'
                   WHEN o.accepted_at IS NOT NULL THEN 'ACCEPTED' ELSE 'SENT' END AS state,
              CASE WHEN o.state = 'FAILED' THEN a.status END AS status,
              rank() OVER (ORDER BY o.created_at DESC) AS place
       FROM notification_channels c
         JOIN outbox o ON o.channel_id = c.id AND o.created_at > $3
         LEFT JOIN LATERAL (SELECT at, status FROM delivery_attempts WHERE outbox_id = o.id ORDER BY attempt DESC LIMIT 1) a ON true
       WHERE c.user_id = ANY($2) AND o.message #>> '{content,about}' = 'test' AND o.message #>> '{extra,wardId}' = $1
     ) r WHERE r.place = 1 ORDER BY r.kind, r.id`,
    [wardId, personIds, since],
  );
