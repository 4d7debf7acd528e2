import type { ChannelKind, Channels } from '../../notify/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { receiptKinds } from '../receipts/open-falls.ts';

/** A message that was accepted a moment ago may still be received. */
const RECEIPT_TAKES_MS = MINUTE_MS;
/** Of a night in which no push service worked, too. */
export const MOST_UNREACHED = 200;

interface Unreached {
  readonly personId: string;
  readonly personName: string;
  readonly fallId: string;
  readonly fellAt: Date;
  readonly patientId: string;
  readonly patientName: string;
  readonly patientRoom: string | null;
  readonly channels: readonly ChannelKind[];
}

/**
 * docs/response.md, "Reachability": the people of whom no notification about a fall was received. One that a channel without
 * receipts has accepted may have been. Newest falls first.
 */
export const unreachedBetween = (
  q: Queryable,
  channels: Pick<Channels, 'givesReceipts'>,
  { from, to }: { readonly from: Date; readonly to: Date },
  wardId: string | null,
  now: Date,
) =>
  q.rows<Unreached>(
    `SELECT n.person_id AS "personId", rtrim(u.first_name || ' ' || u.last_name) AS "personName", f.id AS "fallId",
            f.created_at AS "fellAt", p.id AS "patientId", rtrim(p.first_name || ' ' || p.last_name) AS "patientName",
            p.room AS "patientRoom", n.channels
     FROM (
       SELECT m.fall_id, m.person_id, array_agg(DISTINCT m.kind ORDER BY m.kind) AS channels
       FROM receipts_public m JOIN channels_public c ON c.id = m.channel_id
       WHERE m.created_at >= $1 AND m.created_at < $2 AND m.state <> 'PENDING' AND m.state <> 'DROPPED'
         AND m.about IN ('fall', 'unreachable', 'hand-off', 'help-again')
       GROUP BY m.fall_id, m.person_id
       HAVING bool_and(m.received_at IS NULL AND (m.state = 'FAILED' OR m.failed_at IS NOT NULL
         OR m.kind = ANY($4) AND c.gives_receipts AND m.accepted_at < $5))
     ) n JOIN real_falls f ON f.id = n.fall_id
       JOIN people_public p ON p.id = f.user_id
       JOIN people_public u ON u.id = n.person_id
     WHERE $3::uuid IS NULL OR p.ward_id = $3
     ORDER BY f.created_at DESC, f.id, "personName", n.person_id LIMIT ${MOST_UNREACHED}`,
    [from, to, wardId, receiptKinds(channels), new Date(now.getTime() - RECEIPT_TAKES_MS)],
  );
