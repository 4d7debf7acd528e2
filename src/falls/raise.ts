import { namesAndRooms } from '../accounts/index.ts';
import { type EventLog, type LiveEvent, type NewEvent, recordsSharing } from '../live/index.ts';
import { type FallLevel, fallMessage, helpMessage, isAtLeast } from '../notify/index.ts';
import type { Person } from '../people/index.ts';
import { createBatcher } from '../platform/batching/batcher.ts';
import { createConcurrencyLimit } from '../platform/batching/concurrency-limit.ts';
import { groupedBy } from '../platform/batching/group-by.ts';
import type { Coordination } from '../platform/cluster/cluster.ts';
import { type Database, isStatementTimeout, type Queryable } from '../platform/database/database.ts';
import { Unavailable } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import {
  type AlertChange,
  type CareTeam,
  careTeamsOf,
  type FallenPatient,
  isGivenUp,
  type LiveAlert,
  lockCareTeams,
  lockNewestUnresolved,
  type Responses,
  raiseFallAlerts,
  takeTurnsCalling,
} from '../response/index.ts';
import { FALL_RECORDED } from './cluster-events.ts';
import { raiseFloodAlert } from './flood-alert.ts';
import { type EpisodeChange, recordEpisodes, type SuspiciousReading } from './store/episodes.ts';
import { confirmFall, type FallRow, findFall, insertFall, type ReportedFall } from './store/falls.ts';
import { takeReport } from './store/report-counts.ts';

export interface RaisedFall {
  readonly fall: FallRow;
  readonly alerts: readonly AlertChange[];
  /** Number of alerted people who are caregivers of the patient, not admins as a fallback. */
  readonly caregiverCount: number;
}

export interface HelpCall {
  readonly userId: string;
  /** The button on a wearable was pressed, so the call never counts as a flood. */
  readonly isPress: boolean;
  readonly deviceId: string | null;
  readonly at: Date;
}

export interface FallAlerts {
  /** A reading scored SUSPICIOUS or above: opens, joins or raises a fall event and alerts caregivers. */
  raiseFromStream(reading: SuspiciousReading): Promise<RaisedFall & Pick<EpisodeChange, 'change'>>;
  /** A fall that a person reported. */
  raiseFromReport(fall: ReportedFall): Promise<RaisedFall>;
  /** "I need help": the wearer's newest unresolved fall is raised to CONFIRMED; without one a fall is recorded. */
  raiseFromHelp(call: HelpCall): Promise<RaisedFall & { readonly change: 'recorded' | 'raised' | 'none' }>;
}

export interface FallAlertDeps {
  readonly db: Database;
  readonly coordination: Coordination;
  readonly events: EventLog;
  readonly responses: Pick<Responses, 'raise'>;
  /** Called for every report beyond the limits, which gets no response. */
  readonly onFlood?: () => void;
  /** Called with the level of every new or raised alert. */
  readonly onRaised?: (level: FallLevel) => void;
  readonly now: () => number;
  readonly log: Log;
}

/** A fall that is new or whose level has risen. */
interface News {
  readonly fall: FallRow;
  /** The wearer called for help. */
  readonly isCall?: boolean;
}

interface Notified {
  alertsOf(fallId: string): readonly AlertChange[];
  caregiverCountOf(fall: FallRow): number;
  readonly events: readonly LiveEvent[];
}

/** A third of the database's connections: caregivers who respond to earlier falls need some too. */
const TRANSACTIONS_AT_ONCE = 4;
const MAX_WAITING = 10_000;
const MAX_GROUP_SIZE = 50;
const TOO_MANY = 'Too many falls are waiting to be recorded';

/** A report beyond the limits, and the notifications it causes. */
interface Flood {
  /** Caregivers and admins must be notified of the flood. */
  readonly isNews: boolean;
  readonly notified: Notified;
}

const NOBODY: Notified = { alertsOf: () => [], caregiverCountOf: () => 0, events: [] };
const NO_NEWS: Flood = { isNews: false, notified: NOBODY };

export function createFallAlerts(deps: FallAlertDeps): FallAlerts {
  const { db, coordination, events, responses, onFlood, onRaised, now, log } = deps;
  const limited = createConcurrencyLimit({
    count: TRANSACTIONS_AT_ONCE,
    maxWaiting: MAX_WAITING,
    refusal: TOO_MANY,
  });
  const inTransaction = <T>(work: (q: Queryable) => Promise<T>): Promise<T> =>
    limited(() => db.transaction(work));

  async function notifyCaregivers(q: Queryable, all: readonly News[]): Promise<Notified> {
    const news = all.filter(({ fall }) => isAtLeast(fall.status, 'POTENTIAL'));
    if (news.length === 0) return NOBODY;
    const patientIds = news.map(({ fall }) => fall.userId);
    const named = await namesAndRooms(q, patientIds);
    const patientOf = ({ userId }: FallRow): FallenPatient => named(userId);
    const { responses: records, events: responseEvents } = await responses.raise(
      q,
      news.map(({ fall, isCall }) => {
        const patient = patientOf(fall);
        const by: Person | null = isCall ? { id: fall.userId, name: patient.patientName } : null;
        return { fall, patient, by };
      }),
    );
    const at = now();
    const careTeamOf = await careTeamsOf(q, patientIds, new Date(at));
    const messages = new Map(
      news.map(({ fall, isCall }) => [
        fall.id,
        isCall
          ? helpMessage(patientOf(fall).patientName)
          : fallMessage(
              { level: fall.status, patientName: patientOf(fall).patientName, at: fall.createdAt },
              at,
            ),
      ]),
    );
    const changes = await raiseFallAlerts(
      q,
      news.map(({ fall }) => ({
        fallId: fall.id,
        patientId: fall.userId,
        caregiverIds: whomToAlert(careTeamOf(fall.userId)),
        level: fall.status,
        message: messages.get(fall.id) ?? '',
        at: fall.createdAt,
        now: new Date(at),
      })),
    );
    const alertsOf = groupedBy(changes, ({ fallId }) => fallId);
    const alertEvents = news.flatMap(({ fall }) => {
      const alertWith = recordsSharing({
        ...patientOf(fall),
        type: 'FALL_DETECTED',
        severity: fall.status,
        message: messages.get(fall.id) ?? '',
        timestamp: fall.createdAt,
        patientId: fall.userId,
        fallId: fall.id,
        deviceId: fall.deviceId,
        response: records.get(fall.id) ?? null,
      });
      return alertsOf(fall.id).map(({ id, caregiverId, isNew, acknowledged }): NewEvent => {
        const data: LiveAlert = alertWith({ id, acknowledged });
        return {
          recipientId: caregiverId,
          aboutId: fall.userId,
          type: isNew ? 'alert' : 'alert.updated',
          data,
        };
      });
    });
    return {
      alertsOf,
      caregiverCountOf({ id, userId }) {
        const { assigned } = careTeamOf(userId);
        return alertsOf(id).filter(({ caregiverId }) => assigned.includes(caregiverId)).length;
      },
      events: await events.append(q, [...alertEvents, ...responseEvents]),
    };
  }

  /**
   * docs/response.md, "Floods": a report beyond the limits is recorded like any other, without a response and alerts of
   * its own. Undefined when the report is within the limits.
   */
  async function floodOf(q: Queryable, userId: string, at: Date): Promise<Flood | undefined> {
    const { isFlood, isNews } = await takeReport(q, userId, at);
    if (!isFlood) return undefined;
    if (!isNews) return NO_NEWS;
    const careTeam = (await careTeamsOf(q, [userId], at))(userId);
    const patient = (await namesAndRooms(q, [userId]))(userId);
    const told = await raiseFloodAlert(q, { patientId: userId, ...patient }, careTeam, at);
    return { isNews, notified: { ...NOBODY, events: await events.append(q, told) } };
  }

  /** Runs after the commit. */
  function noteFlood(flood: Flood | undefined, userId: string): void {
    if (flood === undefined) return;
    onFlood?.();
    if (flood.isNews) log.warn({ userId }, 'falls: too many reports, recording further ones without alerts');
  }

  /** Runs after the commit, never before: a client may request the fall at once. */
  function broadcast(falls: readonly FallRow[], { alertsOf, events: appended }: Notified): void {
    for (const { id, status } of falls) for (const _ of alertsOf(id)) onRaised?.(status);
    events.broadcast(appended);
    for (const { id, userId, status, createdAt } of falls) {
      if (!isAtLeast(status, 'POTENTIAL')) continue;
      void coordination.broadcast(FALL_RECORDED, {
        fallId: id,
        userId,
        level: status,
        at: createdAt.getTime(),
      });
    }
  }

  async function recordReadings(readings: readonly SuspiciousReading[]) {
    const { changes, notified } = await inTransaction(async (q) => {
      // People are locked before the falls, as when an account is deleted: see acknowledge.
      await lockCareTeams(
        q,
        readings.map(({ userId }) => userId),
      );
      const changes = await recordEpisodes(q, readings);
      const news = changes.filter(({ change }) => change !== 'continued');
      return { changes, notified: await notifyCaregivers(q, news) };
    });
    broadcast(
      changes.map(({ fall }) => fall),
      notified,
    );
    return changes.map(({ fall, change }) => ({ change, ...raised(fall, notified) }));
  }

  async function recordReport(report: ReportedFall): Promise<RaisedFall> {
    const { userId, at } = report;
    const { fall, notified, flood } = await inTransaction(async (q) => {
      await lockCareTeams(q, [userId]);
      const flood = await floodOf(q, userId, at);
      const fall = await insertFall(q, report);
      const notified = flood?.notified ?? (await notifyCaregivers(q, [{ fall }]));
      return { fall, notified, flood };
    });
    broadcast([fall], notified);
    noteFlood(flood, userId);
    return raised(fall, notified);
  }

  return {
    // In batches: recorded one by one, a hundred falls a second would leave no CPU for anything else.
    raiseFromStream: createBatcher({
      run: recordReadings,
      keyOf: ({ userId }) => userId,
      atOnce: TRANSACTIONS_AT_ONCE,
      maxGroupSize: MAX_GROUP_SIZE,
      maxWaiting: MAX_WAITING,
      refusal: TOO_MANY,
      // A fall that timed out on a row lock delays the others in its batch, but does not cost them their alerts.
      isShared: (error) => error instanceof Unavailable && !isStatementTimeout(error),
      onSplit: (error, size) =>
        log.error({ err: error, falls: size }, 'falls: batch failed, recording falls one by one'),
    }),
    // One at a time per person: a flood delays only its own reports.
    raiseFromReport: createBatcher({
      run: (reports) => Promise.all(reports.map(recordReport)),
      keyOf: ({ userId }) => userId,
      atOnce: TRANSACTIONS_AT_ONCE,
      maxGroupSize: 1,
      maxWaiting: MAX_WAITING,
      refusal: TOO_MANY,
      isShared: () => true,
      onSplit: () => {},
    }),
    async raiseFromHelp({ userId, isPress, deviceId, at }) {
      // A call for help does not queue behind falls that wait to be recorded.
      const { fall, change, notified, flood } = await db.transaction(async (q) => {
        await takeTurnsCalling(q, userId);
        await lockCareTeams(q, [userId]);
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
          const flood = isPress ? undefined : await floodOf(q, userId, at);
          const fall = await insertFall(q, { ...report, source: 'HELP_BUTTON' });
          const notified = flood?.notified ?? (await notifyCaregivers(q, [{ fall, isCall: true }]));
          return { fall, change: 'recorded' as const, notified, flood };
        }
        const isUnderWay = open.level === 'CONFIRMED' && !isGivenUp(open.response);
        const known = isUnderWay ? await findFall(q, open.fallId) : undefined;
        if (known !== undefined)
          return { fall: known, change: 'none' as const, notified: NOBODY, flood: undefined };
        const fall = await confirmFall(q, open.fallId);
        return {
          fall,
          change: 'raised' as const,
          notified: await notifyCaregivers(q, [{ fall, isCall: true }]),
          flood: undefined,
        };
      });
      if (change !== 'none') broadcast([fall], notified);
      noteFlood(flood, userId);
      return { change, ...raised(fall, notified) };
    },
  };
}

const raised = (fall: FallRow, { alertsOf, caregiverCountOf }: Notified): RaisedFall => ({
  fall,
  alerts: alertsOf(fall.id),
  caregiverCount: caregiverCountOf(fall),
});

/** docs/response.md, "Escalation policy": a fall of a patient without caregivers goes to the admins. */
const whomToAlert = ({ assigned, admins }: CareTeam): readonly string[] =>
  assigned.length > 0 ? assigned : admins;
