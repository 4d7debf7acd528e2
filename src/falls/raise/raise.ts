import type { EventLog, NewEvent } from '../../live/index.ts';
import { createBatcher } from '../../platform/batching/batcher.ts';
import { createConcurrencyLimit } from '../../platform/batching/concurrency-limit.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isStatementTimeout } from '../../platform/database/errors.ts';
import { Unavailable } from '../../platform/errors.ts';
import { fallLevel } from '../../platform/fall-levels.ts';
import type { Log } from '../../platform/log.ts';
import {
  confirmFall,
  type FallRow,
  findFall,
  type HeldDevice,
  insertFall,
  type ReportedFall,
  type SuspiciousReading,
} from '../../response/fall/index.ts';
import {
  type AlertChange,
  limitsFor,
  lockForHelpCall,
  lockForRaise,
  type Responses,
} from '../../response/index.ts';
import { FALL_RECORDED } from '../cluster-events.ts';
import type { FallMetrics } from '../metrics.ts';
import { countsAsFall } from '../store/falls.ts';
import { refuseSecondTest } from '../test-alerts/test-alerts.ts';
import {
  alertCaregivers,
  alertContextOf,
  type CaregiverAlerts,
  type FallChange,
  isAlerting,
  NO_ALERTS,
} from './alert-caregivers.ts';
import { asChosen } from './chosen-sensitivity.ts';
import {
  type EpisodeChange,
  type EpisodePlan,
  episodesNear,
  planEpisodes,
  writeEpisodes,
} from './episode-store.ts';
import { type Flood, floodOf } from './flood-alert.ts';
import { joinWearersFall } from './noticed-store.ts';
import { findReporter } from './reporter.ts';

export interface FallWithAlerts {
  readonly fall: FallRow;
  readonly alerts: readonly AlertChange[];
  /** Number of alerted people who are caregivers of the patient, not admins as a fallback. */
  readonly caregiverCount: number;
}

/** A report by the patient, or by a caregiver or admin who responds to the patient's falls. */
export interface FallReport extends ReportedFall {
  /** Runs at the end of the transaction that records it. */
  readonly keep?: ((q: Queryable, recorded: FallWithAlerts) => Promise<void>) | undefined;
  readonly by?: { readonly userId: string; readonly isWithPatient: boolean };
}

/** See help-again.ts of responses. */
type Press = Parameters<Responses['repeatCall']>[2];

interface HelpCall extends Press {
  readonly userId: string;
  /** The button on a wearable was pressed, so the call never counts as a flood. */
  readonly isPress: boolean;
  readonly deviceId: string | null;
  readonly at: Date;
}

interface FallAlertDeps {
  readonly cluster: Cluster;
  readonly events: EventLog;
  readonly heldDevice: HeldDevice;
  readonly responses: Pick<
    Responses,
    'raise' | 'raiseContextOf' | 'claimByReporting' | 'repeatCall' | 'suspectAgain' | 'witness'
  >;
  readonly metrics?: FallMetrics;
  readonly now: () => number;
  readonly log: Log;
}

interface RaiseOptions {
  /** Without alerts and a response. */
  readonly isSilent?: boolean;
  /** A wearable may detect the same fall: they become one. */
  readonly isNoticed?: boolean;
}

/** Records a fall in the transaction, or joins one. */
type RaiseFall = (fall: ReportedFall, options?: RaiseOptions) => Promise<FallWithAlerts>;

type RaisedEpisode = FallWithAlerts & Pick<EpisodeChange, 'change'>;
/** `none`: the press that caregivers know of. */
type HelpChange = 'recorded' | 'raised' | 'repeated' | 'none';

/** A fall that a transaction has written, and its alerts. */
interface Raised {
  readonly fall: FallRow;
  readonly alerts: CaregiverAlerts;
}

/** What a transaction has written for a report or a call for help. */
interface RecordedReport extends Raised {
  readonly flood: Flood | undefined;
  /** Writes log lines and metrics, after the commit. */
  readonly note?: (() => void) | undefined;
}

type Claimed = Awaited<ReturnType<Responses['claimByReporting']>>;
const NOT_CLAIMED: Claimed = { events: [] };

/** What a transaction returns. Its events are appended once, at its end: see appendEvents. */
interface Recording<T> {
  readonly result: T;
  readonly raised: readonly Raised[];
  readonly events: readonly NewEvent[];
}

/** A third of the database's connections: caregivers who respond to earlier falls need some too. */
const TRANSACTIONS_AT_ONCE = 4;
const MAX_WAITING = 10_000;
/** Some seconds' worth of one person, whose falls are recorded one after the other. */
const MAX_WAITING_OF_PERSON = 500;
const MAX_GROUP_SIZE = 50;
/** In the middle of POTENTIAL: nobody has seen or measured a fall. */
const MISSED_CHECK_IN_CONFIDENCE = 0.6;
const TOO_MANY = 'Too many falls are waiting to be recorded';

/** Records falls and raises their responses and alerts, each fall in one transaction. */
export class FallAlerts {
  /** A reading scored SUSPICIOUS or above: opens, joins or raises a fall event and alerts caregivers. */
  readonly raiseFromStream: (reading: SuspiciousReading) => Promise<RaisedEpisode>;
  /** A fall that a person reported. */
  readonly raiseFromReport: (report: FallReport) => Promise<FallWithAlerts>;
  readonly #deps: FallAlertDeps;
  readonly #limited = createConcurrencyLimit({
    count: TRANSACTIONS_AT_ONCE,
    maxWaiting: MAX_WAITING,
    refusal: TOO_MANY,
  });

  constructor(deps: FallAlertDeps) {
    this.#deps = deps;
    // In batches: recorded one by one, a hundred falls a second would leave no CPU for anything else.
    this.raiseFromStream = createBatcher({
      run: (readings: readonly SuspiciousReading[]) => this.#recordReadings(readings),
      keyOf: ({ userId }) => userId,
      atOnce: TRANSACTIONS_AT_ONCE,
      maxGroupSize: MAX_GROUP_SIZE,
      maxWaiting: MAX_WAITING,
      maxWaitingPerKey: MAX_WAITING_OF_PERSON,
      refusal: TOO_MANY,
      // A fall that timed out on a row lock delays the others in its batch, but does not cost them their alerts.
      isShared: (error) => error instanceof Unavailable && !isStatementTimeout(error),
      onSplit: (error, size) =>
        deps.log.error({ err: error, falls: size }, 'falls: batch failed, recording falls one by one'),
    });
    // One at a time per person: a flood delays, and beyond its share of the queue costs, only its own reports.
    this.raiseFromReport = createBatcher({
      run: (reports: readonly FallReport[]) =>
        Promise.all(reports.map((report) => this.#recordReport(report))),
      keyOf: ({ userId }) => userId,
      atOnce: TRANSACTIONS_AT_ONCE,
      maxGroupSize: 1,
      maxWaiting: MAX_WAITING,
      maxWaitingPerKey: MAX_WAITING_OF_PERSON,
      refusal: TOO_MANY,
      isShared: () => true,
      onSplit: () => {},
    });
  }

  /** "I need help": the wearer's newest unresolved fall is raised to CONFIRMED; without one a fall is recorded. */
  async raiseFromHelp(call: HelpCall): Promise<FallWithAlerts & { readonly change: HelpChange }> {
    // A call for help does not queue behind falls that wait to be recorded.
    const { fall, change, alerts, flood } = await this.#inTransaction(async (q) => {
      const recorded = await this.#recordHelp(q, call);
      const { events } = recorded.alerts;
      const isRaised = recorded.change === 'recorded' || recorded.change === 'raised';
      return { result: recorded, raised: isRaised ? [recorded] : [], events };
    });
    this.#noteFlood(flood, call.userId);
    return { change, ...withAlerts(fall, alerts) };
  }

  /**
   * A patient may have missed their check-in. `isMissed` runs under the locks and decides; it runs in the transaction that
   * records the fall.
   */
  async raiseFromCheckIn(
    userId: string,
    at: Date,
    isMissed: (q: Queryable) => Promise<boolean>,
  ): Promise<void> {
    await this.raiseWithin(userId, async (q, raise) => {
      const unknown = { location: null, witnessed: null, injuries: null };
      if (await isMissed(q))
        await raise({ userId, confidence: MISSED_CHECK_IN_CONFIDENCE, ...unknown, at, source: 'CHECK_IN' });
      return { result: undefined, events: [] };
    });
  }

  /**
   * Runs `work` in a transaction that has locked the patient for it. The falls that it raises and its own events are
   * broadcast after the commit.
   */
  async raiseWithin<T>(
    userId: string,
    work: (q: Queryable, raise: RaiseFall) => Promise<Pick<Recording<T>, 'result' | 'events'>>,
  ): Promise<T> {
    return this.#inTurn(async (q) => {
      const raised: Raised[] = [];
      const seen: NewEvent[] = [];
      await lockForRaise(q, [userId]);
      const { result, events } = await work(
        q,
        async (report, { isSilent = false, isNoticed = false } = {}) => {
          // No reading joins a silent fall: it would be silent, too.
          const isEpisode = isNoticed && !isSilent;
          const joined = isEpisode ? await joinWearersFall(q, report) : undefined;
          const fall = joined?.fall ?? (await this.#insertFall(q, { ...report, isEpisode }));
          const isNews = !isSilent && joined?.change !== 'continued';
          const alerts = isNews
            ? await this.#alertCaregivers(q, [{ fall, isNew: joined === undefined }])
            : NO_ALERTS;
          if (joined !== undefined) seen.push(...(await this.#deps.responses.witness(q, fall.id)));
          raised.push({ fall, alerts });
          return withAlerts(fall, alerts);
        },
      );
      return {
        result,
        raised,
        events: [...raised.flatMap(({ alerts }) => alerts.events), ...seen, ...events],
      };
    });
  }

  #recordReadings(readings: readonly SuspiciousReading[]): Promise<RaisedEpisode[]> {
    return this.#inTurn(async (q) => {
      const patientIds = readings.map(({ userId }) => userId);
      const [, near, limitsOf] = await Promise.all([
        // People are locked before the falls, as when an account is deleted: see acknowledge.
        lockForRaise(q, patientIds),
        episodesNear(q, readings),
        limitsFor(q, patientIds),
      ]);
      const plan = planEpisodes(
        readings.map((reading) => asChosen(reading, limitsOf(reading.userId).sensitivity)),
        near,
      );
      const falls = fallsToAlert(plan);
      const [changes, context, again] = await Promise.all([
        writeEpisodes(q, plan),
        falls.patientIds.length === 0 ? undefined : alertContextOf(q, { ...falls, limitsOf }, this.#deps),
        this.#deps.responses.suspectAgain(q, furtherSigns(plan)),
      ]);
      const news = changes
        .filter(({ change }) => change !== 'continued')
        .map(({ fall, change }) => ({ fall, isNew: change === 'opened' }));
      const alerts = await alertCaregivers(q, news, this.#deps, context);
      return {
        result: changes.map(({ fall, change }) => ({ change, ...withAlerts(fall, alerts) })),
        raised: changes.map(({ fall }) => ({ fall, alerts })),
        events: [...alerts.events, ...again],
      };
    });
  }

  #insertFall(q: Queryable, fall: ReportedFall): Promise<FallRow> {
    return insertFall(q, this.#deps.heldDevice, fall);
  }

  async #recordReport(report: FallReport): Promise<FallWithAlerts> {
    const { fall, alerts, flood, note } = await this.#inTurn(async (q) => {
      await lockForRaise(q, [report.userId], report.by?.userId);
      const reportedBy = report.by && (await findReporter(q, report.by.userId, report.userId));
      const flood = report.isTest
        ? await refuseSecondTest(q, report.userId)
        : await floodOf(q, report.userId, report.receivedAt ?? report.at);
      const fall = await this.#insertFall(q, report);
      const change = { fall, isNew: true, ...(reportedBy && { reportedBy }) };
      const alerts = await this.#alertUnlessFlood(q, change, flood);
      const { events, note } = await this.#claimByReporter(q, report, fall, alerts);
      const recorded: RecordedReport = { fall, alerts, flood, note };
      await report.keep?.(q, withAlerts(fall, alerts));
      return { result: recorded, raised: [recorded], events: [...alerts.events, ...events] };
    });
    note?.();
    this.#noteFlood(flood, report.userId);
    return withAlerts(fall, alerts);
  }

  /** A fall without alerts, because of its level or a flood, has no response to claim. */
  async #claimByReporter(
    q: Queryable,
    { by }: FallReport,
    { id, userId }: FallRow,
    { hasResponse }: CaregiverAlerts,
  ): Promise<Claimed> {
    if (by === undefined || !by.isWithPatient || !hasResponse) return NOT_CLAIMED;
    return this.#deps.responses.claimByReporting(q, { id, userId }, by.userId);
  }

  async #recordHelp(q: Queryable, call: HelpCall): Promise<RecordedReport & { readonly change: HelpChange }> {
    const { userId } = call;
    const locked = await lockForHelpCall(q, userId);
    if (locked === undefined) return { ...(await this.#recordHelpAsFall(q, call)), change: 'recorded' };
    const { open, isUnderWay } = locked;
    const known = isUnderWay ? await findFall(q, open.fallId) : undefined;
    if (known !== undefined) {
      const called = await this.#deps.responses.repeatCall(q, open, call);
      const alerts = { ...NO_ALERTS, events: called ?? [] };
      return { fall: known, change: called === undefined ? 'none' : 'repeated', alerts, flood: undefined };
    }
    const fall = await confirmFall(q, open.fallId);
    const alerts = await this.#alertCaregivers(q, [{ fall, isCall: true }]);
    return { fall, change: 'raised', alerts, flood: undefined };
  }

  async #recordHelpAsFall(
    q: Queryable,
    { userId, isPress, deviceId, at }: HelpCall,
  ): Promise<RecordedReport> {
    const flood = isPress ? undefined : await floodOf(q, userId, at);
    const fall = await this.#insertFall(q, {
      userId,
      deviceId,
      confidence: 1,
      location: null,
      witnessed: null,
      injuries: null,
      at,
      source: 'HELP_BUTTON',
    });
    return {
      fall,
      alerts: await this.#alertUnlessFlood(q, { fall, isNew: true, isCall: true }, flood),
      flood,
    };
  }

  /** docs/response.md, "Floods": a fall beyond the limits is recorded without a response and alerts of its own. */
  async #alertUnlessFlood(
    q: Queryable,
    change: FallChange,
    flood: Flood | undefined,
  ): Promise<CaregiverAlerts> {
    return flood === undefined ? this.#alertCaregivers(q, [change]) : { ...NO_ALERTS, events: flood.events };
  }

  #alertCaregivers(q: Queryable, changes: readonly FallChange[]): Promise<CaregiverAlerts> {
    return alertCaregivers(q, changes, this.#deps);
  }

  #inTurn<T>(work: (q: Queryable) => Promise<Recording<T>>): Promise<T> {
    return this.#limited(() => this.#inTransaction(work));
  }

  async #inTransaction<T>(work: (q: Queryable) => Promise<Recording<T>>): Promise<T> {
    const { result, raised } = await this.#deps.events.transaction(
      async (q) => {
        const { events, ...recorded } = await work(q);
        return { result: recorded, events };
      },
      { urgent: true },
    );
    this.#announce(raised);
    return result;
  }

  /** Runs after the commit, never before: a client may request the fall at once. */
  #announce(raised: readonly Raised[]): void {
    const { cluster, metrics, log } = this.#deps;
    for (const { fall, alerts } of raised) {
      const { id, status, isTest } = fall;
      const { length } = isTest ? [] : alerts.alertsOf(id);
      // docs/operations.md, "A fall in the log".
      if (length === 0) continue;
      log.info({ fallId: id, alerts: length }, 'fall: raised');
      metrics?.alertsRaised(status, length);
    }
    for (const { fall } of raised) {
      const { id, userId, status, createdAt } = fall;
      if (!isAlerting(status) || !countsAsFall(fall)) continue;
      void cluster.broadcast(FALL_RECORDED, {
        fallId: id,
        userId,
        level: status,
        at: createdAt.getTime(),
      });
    }
  }

  /** Runs after the commit. */
  #noteFlood(flood: Flood | undefined, userId: string): void {
    if (flood === undefined) return;
    const { metrics, log } = this.#deps;
    metrics?.flooded();
    if (flood.isNews) log.warn({ userId }, 'falls: too many reports, recording further ones without alerts');
  }
}

/** The falls that alertCaregivers will get, as far as they are known before they are written. */
function fallsToAlert({ opening, continuing }: EpisodePlan) {
  const isNews = ({ confidence }: SuspiciousReading) => isAlerting(fallLevel(confidence));
  const risen = continuing.filter(({ reading, isHigher }) => isHigher && isNews(reading));
  return {
    patientIds: [...opening.filter(isNews), ...risen.map(({ reading }) => reading)].map(
      ({ userId }) => userId,
    ),
    older: risen.map(({ open }) => open.id),
  };
}

/** Readings that are no news, of falls that may have moved on. */
const furtherSigns = ({ continuing }: EpisodePlan) =>
  continuing
    .filter(({ isHigher }) => !isHigher)
    .map(({ open, reading }) => ({ fallId: open.id, impactAt: reading.impactAt }));

const withAlerts = (fall: FallRow, { alertsOf, caregiverCountOf }: CaregiverAlerts): FallWithAlerts => ({
  fall,
  alerts: alertsOf(fall.id),
  caregiverCount: caregiverCountOf(fall),
});
