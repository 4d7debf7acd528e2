import { type Periodic, startPeriodic } from '../../platform/batching/periodic.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { MINUTE_MS, SECOND_MS, SET_BACK_MS } from '../../platform/time.ts';
import type { MachineClocks } from './machine-clocks.ts';
import {
  type Doubt,
  doubtOf,
  hasStepped,
  isOnProbationLongEnough,
  isSynchronisedAt,
  type Sighting,
} from './rules.ts';
import { findNotedTime, noteTime, replaceNotedTime } from './store.ts';

interface ClockWatchDeps {
  readonly db: Queryable;
  readonly clocks: MachineClocks;
  readonly now: () => number;
  readonly log: Log;
}

const CHECK_MS = MINUTE_MS;

/**
 * Judges this instance's clock (docs/operations.md, "Clocks"). Deletion by age asks it for the time: a clock that is
 * ahead would delete everything.
 */
export class ClockWatch {
  readonly #deps: ClockWatchDeps;
  readonly #periodic: Periodic;
  #trusted: Sighting | undefined;
  #doubt: Doubt | undefined;
  /** Since when the doubted clock has run without a step. */
  #doubtedSince: Sighting | undefined;

  constructor(deps: ClockWatchDeps) {
    this.#deps = deps;
    this.#periodic = startPeriodic({
      everyMs: CHECK_MS,
      now: deps.now,
      work: () => this.trustedNow().then(() => {}),
      failed: (error) => deps.log.warn({ err: error }, 'clock: check failed, retrying'),
    });
  }

  /** Why the clock was in doubt when it was last checked. */
  get doubt(): Doubt | undefined {
    return this.#doubt;
  }

  /** Checks the clock. Returns the time in milliseconds since 1970; undefined while it is in doubt. */
  async trustedNow(): Promise<number | undefined> {
    const { db, clocks } = this.#deps;
    const [databaseTime, noted] = await Promise.all([clocks.databaseTime(db), findNotedTime(db)]);
    const now = this.#look();
    const doubt = doubtOf({ now, databaseTime, notedAt: noted?.getTime(), trusted: this.#trusted });
    if (doubt !== undefined && !(await this.#isCleared(doubt, now))) {
      this.#begin(doubt, now);
      return undefined;
    }
    await noteTime(db, new Date(now.clock), new Date(now.clock + SET_BACK_MS));
    this.#trust(now);
    return now.clock;
  }

  /** An admin says that the clock is right. A difference from the database's clock remains. */
  async confirm(): Promise<void> {
    const now = this.#look();
    await replaceNotedTime(this.#deps.db, new Date(now.clock));
    this.#trust(now);
    this.#deps.log.warn({}, 'clock: confirmed by an admin');
  }

  close(): Promise<void> {
    return this.#periodic.close();
  }

  #look(): Sighting {
    const { now, clocks } = this.#deps;
    return { clock: now(), uptime: clocks.uptime() };
  }

  async #isCleared(doubt: Doubt, now: Sighting): Promise<boolean> {
    if (doubt.reason === 'DATABASE') return false;
    const since = this.#doubtedSince;
    if (since !== undefined && !hasStepped(since, now) && isOnProbationLongEnough(doubt, since, now))
      return true;
    const synchronisedAt = await this.#deps.clocks.synchronisedAt();
    return synchronisedAt !== undefined && isSynchronisedAt(synchronisedAt, now.clock);
  }

  #begin(doubt: Doubt, now: Sighting): void {
    if (this.#doubtedSince === undefined || hasStepped(this.#doubtedSince, now)) {
      this.#doubtedSince = now;
      this.#deps.log.error(
        {
          reason: doubt.reason,
          aheadSeconds: Math.round(doubt.aheadMs / SECOND_MS),
          clock: new Date(now.clock).toISOString(),
        },
        'clock: in doubt, nothing is deleted by age',
      );
    }
    this.#doubt = doubt;
  }

  #trust(now: Sighting): void {
    if (this.#doubt !== undefined) this.#deps.log.info({}, 'clock: plausible again');
    this.#trusted = now;
    this.#doubt = undefined;
    this.#doubtedSince = undefined;
  }
}
