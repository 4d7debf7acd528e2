import { createConcurrencyLimit } from '../concurrency-limit.ts';
import type { Coordination } from '../coordination/coordination.ts';
import { fallMessage, helpMessage } from '../domain/alert.ts';
import { type FallLevel, isAtLeast } from '../domain/fall-level.ts';
import { isGivenUp } from '../domain/response.ts';
import type { EventLog, LiveEvent, NewEvent } from '../live/events.ts';
import type { LiveAlert } from '../storage/alert-delivery.ts';
import { type AlertChange, raiseFallAlerts } from '../storage/alerts.ts';
import type { Database, Queryable } from '../storage/database.ts';
import {
  confirmFall,
  type EpisodeChange,
  type FallRow,
  findFall,
  insertFall,
  type ReportedFall,
  recordEpisode,
  type SuspiciousReading,
} from '../storage/falls.ts';
import { holdPeopleAround, lockNewestUnresolved, takeTurnsCalling } from '../storage/responses.ts';
import { circlesOf } from '../storage/shifts.ts';
import { findUser } from '../storage/users.ts';
import type { Responses } from './response.ts';

export interface RaisedFall {
  readonly fall: FallRow;
  readonly alerts: readonly AlertChange[];
}

export interface HelpCall {
  readonly userId: string;
  readonly deviceId: string | null;
  readonly at: Date;
}

export interface FallAlerts {
  /** A reading scored SUSPICIOUS or above: a fall event is opened, joined or raised, and caregivers are alerted. */
  raiseFromStream(reading: SuspiciousReading): Promise<RaisedFall & Pick<EpisodeChange, 'change'>>;
  /** A fall that a person reported. */
  raiseFromReport(fall: ReportedFall): Promise<RaisedFall>;
  /** "I need help": the wearer's newest unresolved fall is raised to CONFIRMED; without one a fall is recorded. */
  raiseFromHelp(call: HelpCall): Promise<RaisedFall & { readonly change: 'recorded' | 'raised' | 'none' }>;
}

export interface FallAlertParts {
  readonly db: Database;
  readonly coordination: Coordination;
  readonly events: EventLog;
  readonly responses: Pick<Responses, 'begin' | 'raise'>;
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

  /**
   * `happened` is the time of the reading that raised the alert: its episode may have begun minutes before.
   * `isNew`: the fall has no response yet. `isCall`: the wearer raised it themself.
   */
  async function notifyCaregivers(
    q: Queryable,
    fall: FallRow,
    happened: Date,
    { isNew, isCall = false }: { readonly isNew: boolean; readonly isCall?: boolean },
  ): Promise<Notified> {
    if (!isAtLeast(fall.status, 'POTENTIAL')) return NOBODY;
    const patient = await findUser(q, fall.userId);
    const patientName = `${patient?.firstName ?? ''} ${patient?.lastName ?? ''}`.trim();
    const whose = { patientName, patientRoom: patient?.room ?? null };
    const message = isCall
      ? helpMessage(patientName)
      : fallMessage({ level: fall.status, patientName, at: happened }, now());
    const by = isCall ? { id: fall.userId, name: patientName } : null;
    const { response, events: responseEvents } = isNew
      ? await responses.begin(q, fall, whose)
      : await responses.raise(q, fall, whose, by);
    const alerts = await raiseFallAlerts(q, {
      fallId: fall.id,
      patientId: fall.userId,
      caregiverIds: await whomToAlert(q, fall.userId, new Date(now())),
      level: fall.status,
      message,
      at: fall.createdAt,
      now: new Date(now()),
    });
    const record = (change: AlertChange): LiveAlert => ({
      id: change.id,
      ...whose,
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
          notified:
            change === 'continued'
              ? NOBODY
              : await notifyCaregivers(q, fall, happened, { isNew: change === 'opened' }),
        };
      });
      broadcast(fall, notified);
      return { fall, change, alerts: notified.alerts };
    },
    async raiseFromReport(report) {
      const { fall, notified } = await inTransaction(async (q) => {
        await holdPeopleAround(q, [report.userId]);
        const fall = await insertFall(q, report);
        return { fall, notified: await notifyCaregivers(q, fall, fall.createdAt, { isNew: true }) };
      });
      broadcast(fall, notified);
      return { fall, alerts: notified.alerts };
    },
    async raiseFromHelp({ userId, deviceId, at }) {
      const { fall, change, notified } = await db.transaction(async (q) => {
        await takeTurnsCalling(q, userId);
        await holdPeopleAround(q, [userId]);
        const open = await lockNewestUnresolved(q, userId);
        if (open === undefined) {
          const report = {
            userId,
            deviceId,
            confidence: 1,
            location: null,
            witnessed: null,
            injuries: null,
            at,
          };
          const fall = await insertFall(q, { ...report, source: 'HELP_BUTTON' });
          return {
            fall,
            change: 'recorded' as const,
            notified: await notifyCaregivers(q, fall, at, { isNew: true, isCall: true }),
          };
        }
        const isUnderWay = open.level === 'CONFIRMED' && !isGivenUp(open.response);
        const known = isUnderWay ? await findFall(q, open.fallId) : undefined;
        if (known !== undefined) return { fall: known, change: 'none' as const, notified: NOBODY };
        const fall = await confirmFall(q, open.fallId);
        return {
          fall,
          change: 'raised' as const,
          notified: await notifyCaregivers(q, fall, at, { isNew: false, isCall: true }),
        };
      });
      if (change !== 'none') broadcast(fall, notified);
      return { fall, change, alerts: notified.alerts };
    },
  };
}

/** Response, "Ladder": a fall of somebody whom nobody looks after is the admins' business. */
async function whomToAlert(q: Queryable, patientId: string, at: Date): Promise<readonly string[]> {
  const { assigned, admins } = (await circlesOf(q, [patientId], at))(patientId);
  return assigned.length > 0 ? assigned : admins;
}
