import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { AuditTrail } from '../../platform/http/audit.ts';
import type { Log } from '../../platform/log.ts';
import { SECOND_MS } from '../../platform/time.ts';
import { nextMembershipEnd } from './store.ts';
import type { Wards } from './wards.ts';

interface MembershipEndDeps {
  readonly db: Queryable;
  readonly wards: Pick<Wards, 'endOverdue'>;
  readonly audit: Pick<AuditTrail, 'recordAuditLine'>;
  readonly now: () => number;
  readonly log: Log;
}

const CHECK_MS = SECOND_MS;

/** Ends memberships at their `until`; every instance checks, and each membership is ended by one of them. */
export function watchMembershipEnds({ db, wards, audit, now, log }: MembershipEndDeps) {
  let timer: NodeJS.Timeout | undefined;

  async function check(): Promise<void> {
    for (;;) {
      const ended = await wards.endOverdue();
      if (ended.length === 0) break;
      for (const { caregiverId } of ended)
        void audit.recordAuditLine({
          action: 'ward.left',
          message: 'The membership in a ward ended by itself',
          subjectId: caregiverId,
        });
    }
    clearTimeout(timer);
    const next = await nextMembershipEnd(db);
    const wait = next === null ? Number.POSITIVE_INFINITY : next.getTime() - now();
    if (wait > 0 && wait <= CHECK_MS) timer = setTimeout(periodic.wake, wait).unref();
  }

  const failed = (error: unknown) => log.error({ err: error }, 'wards: ending memberships failed, retrying');

  const periodic = startPeriodic({
    everyMs: CHECK_MS,
    now,
    work: check,
    failed,
  });

  return {
    /**
     * Awaited before the service opens: memberships may have ended while no instance ran. On a read-only database they
     * end as soon as it is writable; until then the service sends no reply.
     */
    prepare: () => check().catch(failed),
    async close() {
      await periodic.close();
      clearTimeout(timer);
    },
  };
}
