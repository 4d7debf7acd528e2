import { randomUUID } from 'node:crypto';
import { type Periodic, startPeriodic } from '../platform/batching/periodic.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isAway } from '../platform/database/errors.ts';
import type { Log } from '../platform/log.ts';
import { isRecent, SECOND_MS } from '../platform/time.ts';
import type { PathNotices } from './notices.ts';
import { type PathTestDeps, runPathTest } from './path-test.ts';
import { FAILURES_TO_ALERT, NO_STAGES, pauseAfter } from './rules.ts';
import { type PathState, readState, saveTest, UNTESTED } from './store.ts';

export interface TesterDeps extends PathTestDeps {
  readonly db: Queryable;
  readonly intervalMs: number;
  /** Whether this instance tests: one does at a time. */
  readonly isHere: () => boolean;
  readonly notices: PathNotices;
  readonly log: Log;
}

const CHECK_MS = SECOND_MS;
const FIRST_MS = 10 * SECOND_MS;
/** How often the other instances look at the results. */
const READ_MS = 5 * SECOND_MS;
/** An outage that this instance has not reported by then is reported by another. */
const OTHERS_TURN_MS = 30 * SECOND_MS;
const NO_DATABASE = { stage: 'prepared', reason: 'the database is not available' } as const;

/** Tests the path on one instance, and knows the results on all. */
export class Tester {
  readonly #deps: TesterDeps;
  readonly #periodic: Periodic;
  /** When the last test started, or this instance began to test. */
  #from: number;
  #pauseMs: number;
  #wasHere = false;
  #readAt = 0;
  #known: PathState = UNTESTED;
  /** Since when the database has been away; nothing can be tested then. */
  #awaySince: Date | undefined;
  /** An outage that is over, for the instance that tests next. */
  #outage: { readonly since: Date; readonly until: Date } | undefined;

  constructor(deps: TesterDeps) {
    this.#deps = deps;
    this.#from = deps.now();
    this.#pauseMs = Math.min(FIRST_MS, deps.intervalMs);
    this.#periodic = startPeriodic({
      everyMs: CHECK_MS,
      now: deps.now,
      work: () => this.#check(),
      failed: (error) => deps.log.error({ err: error }, 'path: check failed, retrying'),
    });
  }

  /** As this instance knows it; while the database is away, and until this is stored, that is the failure. */
  state(): PathState {
    const since = this.#awaySince ?? (this.#deps.isHere() ? this.#outage?.since : undefined);
    if (since === undefined) return this.#known;
    const failing = { ...NO_DATABASE, since: this.#known.failing?.since ?? since, failures: 1 };
    return { ...this.#known, ok: false, failing };
  }

  close(): Promise<void> {
    return this.#periodic.close();
  }

  async #check(): Promise<void> {
    const { now, isHere } = this.#deps;
    try {
      if (!isHere()) {
        this.#wasHere = false;
        if (this.#awaySince !== undefined || !isRecent(this.#readAt, now(), READ_MS)) await this.#read();
        // Another instance tests, and reports it.
        if (this.#outage && !isRecent(this.#outage.until.getTime(), now(), OTHERS_TURN_MS))
          this.#outage = undefined;
        return;
      }
      if (this.#awaySince !== undefined) await this.#read();
      await this.#reportOutage();
      if (!this.#wasHere) this.#begin();
      if (!isRecent(this.#from, now(), this.#pauseMs)) await this.#test();
    } catch (error) {
      if (!isAway(error)) throw error;
      this.#noteOutage();
    }
  }

  #begin(): void {
    this.#wasHere = true;
    this.#from = this.#deps.now();
    this.#pauseMs = Math.min(FIRST_MS, this.#deps.intervalMs);
  }

  async #test(): Promise<void> {
    const { now, intervalMs, isHere, log } = this.#deps;
    this.#from = now();
    const { failure } = await runPathTest(this.#deps);
    this.#pauseMs = pauseAfter(failure !== undefined, intervalMs);
    if (failure !== undefined) log.error(failure, `path: test failed at stage ${failure.stage}`);
    await this.#read();
    // It may have lost its connection and its turn: another instance has the result.
    if (isHere()) await this.#report();
  }

  async #read(): Promise<void> {
    this.#known = await readState(this.#deps.db);
    this.#readAt = this.#deps.now();
    if (this.#awaySince !== undefined)
      this.#outage = { since: this.#awaySince, until: new Date(this.#readAt) };
    this.#awaySince = undefined;
  }

  async #report(): Promise<void> {
    const { notices } = this.#deps;
    const { failing } = this.#known;
    if (failing === null) await notices.restored();
    else if (failing.failures >= FAILURES_TO_ALERT) await notices.failed(failing);
  }

  #noteOutage(): void {
    if (this.#awaySince !== undefined) return;
    this.#awaySince = new Date(this.#deps.now());
    this.#deps.log.error(NO_DATABASE, `path: test failed at stage ${NO_DATABASE.stage}`);
  }

  /** The database is back: the failure is stored, and the admins hear of it if it lasted as long as two tests. */
  async #reportOutage(): Promise<void> {
    const { db, intervalMs, notices } = this.#deps;
    if (this.#outage === undefined) return;
    const { since, until } = this.#outage;
    await saveTest(db, randomUUID(), { at: since, stages: NO_STAGES, failure: NO_DATABASE });
    await this.#read();
    this.#outage = undefined;
    if (until.getTime() - since.getTime() >= pauseAfter(true, intervalMs))
      await notices.failed({ ...NO_DATABASE, since, until });
  }
}
