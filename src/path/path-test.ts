import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from '../platform/database/database.ts';
import { messageOf } from '../platform/errors.ts';
import type { TestResident } from './resident.ts';
import {
  type FailedStage,
  NO_STAGES,
  nextStage,
  type PathTest,
  STAGE_MS,
  type Stage,
  stageTime,
} from './rules.ts';
import { beginTest, deliveredAt, saveTest } from './store.ts';
import { Wearable, type WearableDeps } from './wearable.ts';

export interface PathTestDeps extends WearableDeps {
  readonly db: Queryable;
  readonly resident: TestResident;
  readonly now: () => number;
}

/** Routed to the receiver of whichever instance sends the alert; no name server knows the name. */
export const RECEIVER_ORIGIN = 'http://path-test.invalid';

/** An alert takes less than a tenth of a second. */
const POLL_MS = 40;

class StageFailed extends Error {
  readonly stage: FailedStage;

  constructor(stage: FailedStage, reason: string) {
    super(reason);
    this.stage = stage;
  }
}

/** Lets the resident fall once, waits for the alert, and removes both. Never throws. */
export async function runPathTest(deps: PathTestDeps): Promise<PathTest> {
  const run = new Run(deps);
  const failure = await run.pass().then(
    () => undefined,
    (error: unknown) => ({
      stage: error instanceof StageFailed ? error.stage : (nextStage(run.stages) ?? 'received'),
      reason: messageOf(error),
    }),
  );
  const test = { at: run.at, stages: run.stages, failure };
  // Where the database is away, the next test removes the resident, and this one is not listed.
  await deps.resident.remove().catch(() => {});
  await saveTest(deps.db, run.id, test).catch(() => {});
  return test;
}

class Run {
  readonly id = randomUUID();
  readonly at: Date;
  stages = NO_STAGES;
  readonly #deps: PathTestDeps;
  readonly #started = performance.now();
  #lastMs = 0;

  constructor(deps: PathTestDeps) {
    this.#deps = deps;
    this.at = new Date(deps.now());
  }

  async pass(): Promise<void> {
    const { db, resident } = this.#deps;
    const created = await within('prepared', async () => {
      await beginTest(db, this.id, this.at);
      return resident.create(`${RECEIVER_ORIGIN}/${this.id}`, this.at);
    });
    const wearable = new Wearable(this.#deps, created);
    try {
      await within('published', () => wearable.connected());
      this.#reach('published');
      await within('acknowledged', () => wearable.publish());
      this.#reach('acknowledged');
    } finally {
      wearable.end();
    }
    await this.#follow();
  }

  /** Until the alert has arrived. */
  async #follow(): Promise<void> {
    const { db, resident } = this.#deps;
    for (;;) {
      const stage = nextStage(this.stages);
      if (stage === undefined) return;
      const [{ raisedAt, queuedAt, isReceived, error }, arrivedAt] = await within(stage, () =>
        Promise.all([resident.progress(), deliveredAt(db, this.id)]),
      );
      if (raisedAt !== null) this.#reach('raised', raisedAt);
      if (queuedAt !== null) this.#reach('queued', queuedAt);
      if (arrivedAt !== null) this.#reach('delivered', arrivedAt);
      if (arrivedAt !== null && isReceived) this.#reach('received');
      const missing = nextStage(this.stages);
      if (missing === undefined) return;
      if (this.#elapsedMs() - this.#lastMs > STAGE_MS)
        throw new StageFailed(missing, error ?? `not within ${STAGE_MS / 1000} s`);
      await delay(POLL_MS);
    }
  }

  #reach(stage: Stage, at?: Date): void {
    if (this.stages[stage] !== null) return;
    const elapsedMs = this.#elapsedMs();
    // The fall is stored before its reading is acknowledged.
    const notBefore = stage === 'raised' ? (this.stages.published ?? 0) : this.#lastMs;
    const byClock = at === undefined ? elapsedMs : at.getTime() - this.at.getTime();
    const ms = stageTime(byClock, notBefore, elapsedMs);
    this.stages = { ...this.stages, [stage]: ms };
    this.#lastMs = Math.max(this.#lastMs, ms);
  }

  #elapsedMs(): number {
    return performance.now() - this.#started;
  }
}

async function within<T>(stage: FailedStage, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${STAGE_MS / 1000} s`)), STAGE_MS);
  });
  try {
    return await Promise.race([work(), tooLate]);
  } catch (error) {
    throw new StageFailed(stage, messageOf(error));
  } finally {
    clearTimeout(timer);
  }
}
