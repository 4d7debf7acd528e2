import { type Periodic, startPeriodic } from '../../platform/batching/periodic.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { AuditTrail } from '../../platform/http/audit.ts';
import type { Log } from '../../platform/log.ts';
import { SECOND_MS } from '../../platform/time.ts';
import { deleteAssist, type OverdueAssist, overdueAssists } from './store.ts';

interface AssistEndDeps {
  readonly db: Database;
  readonly cluster: Pick<Cluster, 'broadcast'>;
  /** Runs a change of care teams, and ends what the care had opened: sockets, MQTT subscriptions. */
  readonly endCare: (
    deps: Pick<AssistEndDeps, 'db' | 'cluster'>,
    userIds: readonly string[],
    change: (q: Queryable) => Promise<unknown>,
  ) => Promise<void>;
  readonly audit: Pick<AuditTrail, 'recordAuditLine'>;
  readonly closeLater: (name: string, close: () => Promise<void>) => void;
  readonly now: () => number;
  readonly log: Log;
}

const CHECK_MS = SECOND_MS;
const BATCH_SIZE = 100;

/** Ends assists an hour after the resolution; every instance checks, and each assist is ended by one of them. */
function watchAssistEnds(deps: AssistEndDeps): Periodic {
  const { db, endCare, audit, now, log } = deps;

  async function end(assist: OverdueAssist): Promise<void> {
    const { caregiverId, patientId } = assist;
    let isOwn = false;
    await endCare(deps, [caregiverId, patientId], async (q) => {
      isOwn = await deleteAssist(q, assist);
    });
    if (isOwn)
      void audit.recordAuditLine({
        action: 'assist.ended',
        message: 'Help from another ward ended by itself',
        actorId: caregiverId,
        subjectId: patientId,
      });
  }

  return startPeriodic({
    everyMs: CHECK_MS,
    now,
    async work() {
      for (const assist of await overdueAssists(db, new Date(now()), BATCH_SIZE)) await end(assist);
    },
    failed: (error) => log.error({ err: error }, 'assists: ending an assist failed, retrying'),
  });
}

export function openAssistEnds(deps: AssistEndDeps): undefined {
  const ends = watchAssistEnds(deps);
  deps.closeLater('ends of assists', () => ends.close());
}
