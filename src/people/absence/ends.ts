import { type Periodic, startPeriodic } from '../../platform/batching/periodic.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { AuditTrail } from '../../platform/http/audit.ts';
import type { Log } from '../../platform/log.ts';
import { SECOND_MS } from '../../platform/time.ts';
import { type AbsenceDeps, endAbsenceInTime } from './changes.ts';
import { overdueAbsences } from './store.ts';

interface AbsenceEndDeps extends AbsenceDeps {
  readonly db: Queryable;
  readonly audit: Pick<AuditTrail, 'recordAuditLine'>;
  readonly closeLater: (name: string, close: () => Promise<void>) => void;
  readonly log: Log;
}

const CHECK_MS = SECOND_MS;
const BATCH_SIZE = 100;

/** Ends absences at their `until`; every instance checks, and each absence is ended by one of them. */
function watchAbsenceEnds(deps: AbsenceEndDeps): Periodic {
  const { db, audit, now, log } = deps;

  async function check(): Promise<void> {
    // Each patient once: those whose absence cannot be ended hide no other one.
    const seen: string[] = [];
    for (;;) {
      const overdue = await overdueAbsences(db, new Date(now()), BATCH_SIZE, seen);
      if (overdue.length === 0) return;
      for (const patientId of overdue) await end(patientId);
      seen.push(...overdue);
    }
  }

  async function end(patientId: string): Promise<void> {
    try {
      if (!(await endAbsenceInTime(deps, patientId))) return;
      void audit.recordAuditLine({
        action: 'absence.ended',
        message: 'The absence of a patient ended by itself',
        subjectId: patientId,
      });
    } catch (error) {
      log.error({ err: error, patientId }, 'absences: ending an absence failed, retrying');
    }
  }

  return startPeriodic({
    everyMs: CHECK_MS,
    now,
    work: check,
    failed: (error) => log.error({ err: error }, 'absences: check for ends failed, retrying'),
  });
}

export function openAbsenceEnds(deps: AbsenceEndDeps): undefined {
  const ends = watchAbsenceEnds(deps);
  deps.closeLater('ends of absences', () => ends.close());
}
