import type { Coordination } from '../coordination/coordination.ts';
import { fallMessage } from '../domain/alert.ts';
import { isAtLeast } from '../domain/fall-level.ts';
import { type AlertChange, raiseFallAlerts } from '../storage/alerts.ts';
import type { Database, Queryable } from '../storage/database.ts';
import {
  type EpisodeChange,
  type FallRow,
  insertFall,
  type ReportedFall,
  recordEpisode,
  type SuspiciousReading,
} from '../storage/falls.ts';
import { findUser } from '../storage/users.ts';

export interface Alarm {
  readonly fall: FallRow;
  readonly alerts: readonly AlertChange[];
}

export interface Alarms {
  /** A reading scored SUSPICIOUS or above: an event is opened, joined or raised, and caregivers are told. */
  raiseFromStream(reading: SuspiciousReading): Promise<Alarm & Pick<EpisodeChange, 'change'>>;
  /** A fall that a person reported. */
  raiseFromReport(fall: ReportedFall): Promise<Alarm>;
}

export interface AlarmParts {
  readonly db: Database;
  readonly coordination: Coordination;
  readonly now: () => number;
}

export function createAlarms({ db, coordination, now }: AlarmParts): Alarms {
  async function tell(q: Queryable, fall: FallRow): Promise<readonly AlertChange[]> {
    if (!isAtLeast(fall.status, 'POTENTIAL')) return [];
    const patient = await findUser(q, fall.userId);
    const patientName = `${patient?.firstName ?? ''} ${patient?.lastName ?? ''}`.trim();
    return raiseFallAlerts(q, {
      fallId: fall.id,
      patientId: fall.userId,
      level: fall.status,
      message: fallMessage({ level: fall.status, patientName, at: fall.createdAt }, now()),
      at: fall.createdAt,
      now: new Date(now()),
    });
  }

  /** After the commit, never before: whoever hears of it may look it up at once. */
  function announce({ id, userId, status, createdAt }: FallRow): void {
    if (!isAtLeast(status, 'POTENTIAL')) return;
    coordination.announce({
      type: 'fall.recorded',
      fallId: id,
      userId,
      level: status,
      at: createdAt.getTime(),
    });
  }

  return {
    async raiseFromStream(reading) {
      const alarm = await db.transaction(async (q) => {
        const { fall, change } = await recordEpisode(q, reading);
        return { fall, change, alerts: change === 'continued' ? [] : await tell(q, fall) };
      });
      announce(alarm.fall);
      return alarm;
    },
    async raiseFromReport(report) {
      const alarm = await db.transaction(async (q) => {
        const fall = await insertFall(q, report);
        return { fall, alerts: await tell(q, fall) };
      });
      announce(alarm.fall);
      return alarm;
    },
  };
}
