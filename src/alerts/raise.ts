import { createConcurrencyLimit } from '../concurrency-limit.ts';
import type { Coordination } from '../coordination/coordination.ts';
import { fallMessage } from '../domain/alert.ts';
import { type FallLevel, isAtLeast } from '../domain/fall-level.ts';
import type { EventLog, LiveEvent, NewEvent } from '../live/events.ts';
import type { LiveAlert } from '../storage/alert-delivery.ts';
import { type AlertChange, raiseFallAlerts } from '../storage/alerts.ts';
import { holdCareOf } from '../storage/assignments.ts';
import type { Database, Queryable } from '../storage/database.ts';
import {
  type EpisodeChange,
  type FallRow,
  insertFall,
  type ReportedFall,
  recordEpisode,
  type SuspiciousReading,
} from '../storage/falls.ts';
import { holdPeopleAround } from '../storage/responses.ts';
import { activeAdmins, findUser } from '../storage/users.ts';
import type { Responses } from './response.ts';

export interface RaisedFall {
  readonly fall: FallRow;
  readonly alerts: readonly AlertChange[];
}

export interface FallAlerts {
  /** A reading scored SUSPICIOUS or above: a fall event is opened, joined or raised, and caregivers are alerted. */
  raiseFromStream(reading: SuspiciousReading): Promise<RaisedFall & Pick<EpisodeChange, 'change'>>;
  /** A fall that a person reported. */
  raiseFromReport(fall: ReportedFall): Promise<RaisedFall>;
}

export interface FallAlertParts {
  readonly db: Database;
  readonly coordination: Coordination;
  readonly events: EventLog;
  readonly responses: Pick<Responses, 'raise'>;
  /** Called with the level of every alert that is new or has risen. */
  readonly onRaised?: (level: FallLevel) => void;
  readonly now: () => number;
}

interface Notified {
  readonly alerts: readonly AlertChange[];
  readonly events: readonly LiveEvent[];
}

/** A third of the database's connections: whoever answers for the falls that came before needs some too. */
const TRANSACTIONS_AT_ONCE = 4;
const MAX_WAITING = 10_000;

const NOBODY: Notified = { alerts: [], events: [] };

export function createFallAlerts(parts: FallAlertParts): FallAlerts {
  const { db, coordination, events, responses, onRaised, now } = parts;
  const limited = createConcurrencyLimit({
    atOnce: TRANSACTIONS_AT_ONCE,
    maxWaiting: MAX_WAITING,
    refusal: 'Too many falls are waiting to be recorded',
  });
  const inTransaction = <T>(work: (q: Queryable) => Promise<T>): Promise<T> =>
    limited(() => db.transaction(work));

  /** `happened` is the time of the reading that raised the alert: its episode may have begun minutes before. */
  async function notifyCaregivers(q: Queryable, fall: FallRow, happened: Date): Promise<Notified> {
    if (!isAtLeast(fall.status, 'POTENTIAL')) return NOBODY;
    const patient = await findUser(q, fall.userId);
    const patientName = `${patient?.firstName ?? ''} ${patient?.lastName ?? ''}`.trim();
    const message = fallMessage({ level: fall.status, patientName, at: happened }, now());
    const { response, events: responseEvents } = await responses.raise(q, fall, patientName);
    const alerts = await raiseFallAlerts(q, {
      fallId: fall.id,
      patientId: fall.userId,
      caregiverIds: await whomToAlert(q, fall.userId),
      level: fall.status,
      message,
      at: fall.createdAt,
      now: new Date(now()),
    });
    const record = (change: AlertChange): LiveAlert => ({
      id: change.id,
      patientName,
      type: 'FALL_DETECTED',
      severity: fall.status,
      message,
      timestamp: fall.createdAt,
      acknowledged: change.acknowledged,
      patientId: fall.userId,
      fallId: fall.id,
      deviceId: fall.deviceId,
      response,
    });
    const alertEvents = alerts.map(
      (change): NewEvent => ({
        recipientId: change.caregiverId,
        aboutId: fall.userId,
        type: change.isNew ? 'alert' : 'alert.updated',
        data: record(change),
      }),
    );
    const appended = await events.append(q, [...alertEvents, ...responseEvents]);
    return { alerts, events: appended };
  }

  /** After the commit, never before: a client may look the fall up at once. */
  function broadcast(
    { id, userId, status, createdAt }: FallRow,
    { alerts, events: appended }: Notified,
  ): void {
    for (const _ of alerts) onRaised?.(status);
    events.broadcast(appended);
    if (!isAtLeast(status, 'POTENTIAL')) return;
    void coordination.broadcast({
      type: 'fall.recorded',
      fallId: id,
      userId,
      level: status,
      at: createdAt.getTime(),
    });
  }

  return {
    async raiseFromStream(reading) {
      const { fall, change, notified } = await inTransaction(async (q) => {
        // Before the fall, as when they are deleted: see acknowledge.
        await holdPeopleAround(q, [reading.userId]);
        const { fall, change } = await recordEpisode(q, reading);
        const happened = reading.sensorData.timestamp;
        return {
          fall,
          change,
          notified: change === 'continued' ? NOBODY : await notifyCaregivers(q, fall, happened),
        };
      });
      broadcast(fall, notified);
      return { fall, change, alerts: notified.alerts };
    },
    async raiseFromReport(report) {
      const { fall, notified } = await inTransaction(async (q) => {
        await holdPeopleAround(q, [report.userId]);
        const fall = await insertFall(q, report);
        return { fall, notified: await notifyCaregivers(q, fall, fall.createdAt) };
      });
      broadcast(fall, notified);
      return { fall, alerts: notified.alerts };
    },
  };
}

/** Response, "Ladder": a fall of somebody whom nobody looks after is the admins' business. */
async function whomToAlert(q: Queryable, patientId: string): Promise<readonly string[]> {
  const care = (await holdCareOf(q, [patientId])).filter(({ active }) => active);
  return care.length > 0 ? care.map(({ caregiverId }) => caregiverId) : activeAdmins(q);
}
