import type { Queryable } from '../../platform/database/database.ts';
import { firstNotified } from '../alerts/notified-store.ts';

/** docs/response.md, "Stages": when each was reached, null until then. */
interface Stages {
  readonly receivedAt: Date | null;
  readonly raisedAt: Date | null;
  readonly firstNotifiedAt: Date | null;
  readonly firstReceivedAt: Date | null;
  readonly claimedAt: Date | null;
  readonly resolvedAt: Date | null;
}

/** Of a fall that is deleted at this moment. */
export const UNKNOWN_STAGES: Stages = {
  receivedAt: null,
  raisedAt: null,
  firstNotifiedAt: null,
  firstReceivedAt: null,
  claimedAt: null,
  resolvedAt: null,
};

/** Undefined if the fall is deleted. Tests have no row in fall_times. */
export const stagesOf = (q: Queryable, fallId: string) =>
  q.row<Stages>(
    `SELECT f.received_at AS "receivedAt", r.created_at AS "raisedAt",
            CASE WHEN f.is_test THEN ${firstNotified('f.id')} ELSE t.notified_at END AS "firstNotifiedAt",
            first_received(f.id) AS "firstReceivedAt", coalesce(t.claimed_at, r.claimed_at) AS "claimedAt",
            r.resolved_at AS "resolvedAt"
     FROM fall_events f LEFT JOIN responses r ON r.fall_id = f.id LEFT JOIN fall_times t ON t.fall_id = f.id
     WHERE f.id = $1`,
    [fallId],
  );
