import type { FallAlerts } from '../../falls/index.ts';
import { dueCheckIns, markMovements, takeDueCheckIn } from '../../people/index.ts';
import { type Periodic, startPeriodic } from '../../platform/batching/periodic.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import { movementsOf } from '../store/devices.ts';

interface CheckInWatchDeps {
  readonly db: Database;
  readonly fallAlerts: Pick<FallAlerts, 'raiseFromCheckIn'>;
  /** Saves the movements that this instance has seen and not stored yet. */
  readonly saveReports: () => Promise<void>;
  /** The organisation's time zone. */
  readonly timeZone: () => string;
  /** How often the clock was set back. */
  readonly setBacks: () => number;
  /** Corrects the windows that were chosen before the clock was set back. */
  readonly bringWindowsBack: (q: Queryable, zone: string, at: Date) => Promise<void>;
  /** Moves windows on that wait for patients who are away. */
  readonly passHeldWindows: (q: Queryable, zone: string, at: Date) => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
}

const CHECK_MS = 2 * SECOND_MS;
/** Other instances save movements every ten seconds; the response must start within 15 seconds. */
const GRACE_MS = 10.5 * SECOND_MS;
/** After a start or a database outage: wearables need time to reconnect and to send what they kept. */
const RECONNECT_MS = 2 * MINUTE_MS;
/** A window that closed longer ago says nothing about the patient today. */
const OUTDATED_MS = DAY_MS;
const BATCH_SIZE = 100;

/** Raises a response for each patient who shows no sign of life in the window of their check-in (docs/home.md, "Check-in"). */
export class CheckInWatch {
  readonly #deps: CheckInWatchDeps;
  readonly #periodic: Periodic;
  #watchingSince: number;
  /** The step of the clock for which the windows are corrected; undefined at first, as it may have been before the start. */
  #correctedFor: number | undefined;

  constructor(deps: CheckInWatchDeps) {
    this.#deps = deps;
    this.#watchingSince = deps.now();
    this.#periodic = startPeriodic({
      everyMs: CHECK_MS,
      now: deps.now,
      work: () => this.#check(),
      failed: (error) => {
        this.#watchingSince = deps.now();
        deps.log.error({ err: error }, 'check-in: check failed, retrying');
      },
    });
  }

  close(): Promise<void> {
    return this.#periodic.close();
  }

  async #check(): Promise<void> {
    const { db, saveReports, passHeldWindows, timeZone, now, log } = this.#deps;
    await this.#followClock();
    const at = now();
    await db.transaction((q) => passHeldWindows(q, timeZone(), new Date(at)));
    await markMovements(db, movementsOf, new Date(at));
    const isReady = at - this.#watchingSince >= RECONNECT_MS;
    const closed = { before: new Date(at - GRACE_MS), after: new Date(isReady ? 0 : this.#watchingSince) };
    // Each patient once: those whose response cannot be raised hide no later one.
    const seen: string[] = [];
    for (;;) {
      const due = await dueCheckIns(db, closed, BATCH_SIZE, seen);
      if (due.length === 0) return;
      if (seen.length === 0) await saveReports();
      for (const patientId of due) {
        try {
          await this.#decide(patientId, new Date(at));
        } catch (error) {
          log.error({ err: error, patientId }, 'check-in: raising a missed check-in failed, retrying');
        }
      }
      seen.push(...due);
    }
  }

  async #followClock(): Promise<void> {
    const { db, setBacks, bringWindowsBack, timeZone, now } = this.#deps;
    const steps = setBacks();
    if (steps === this.#correctedFor) return;
    await db.transaction((q) => bringWindowsBack(q, timeZone(), new Date(now())));
    this.#correctedFor = steps;
  }

  async #decide(patientId: string, at: Date): Promise<void> {
    const isMissed = (q: Queryable) => this.#takeMissed(q, patientId, at);
    await this.#deps.fallAlerts.raiseFromCheckIn(patientId, at, isMissed);
  }

  /** Of several instances one finds the check-in due, because it moves on to its next window at once. */
  async #takeMissed(q: Queryable, patientId: string, at: Date): Promise<boolean> {
    const { timeZone, log } = this.#deps;
    const checkIn = await takeDueCheckIn(q, movementsOf, patientId, at, timeZone());
    if (checkIn === undefined || checkIn.isSigned || !checkIn.isExpected) return false;
    const isOutdated = checkIn.closesAt.getTime() < at.getTime() - OUTDATED_MS;
    if (isOutdated) log.warn({ patientId }, 'check-in: not decided for a day, skipped');
    return !isOutdated;
  }
}
