import { callEach } from '../../platform/call-each.ts';
import type { Log } from '../../platform/log.ts';
import type { ReadingMetrics } from '../metrics.ts';
import { type BatchColumns, MAX_BATCH_SIZE, type SharedMemory, type Task } from './batch.ts';
import { DispatchTimer } from './dispatch-timer.ts';
import { type RingReading, type Rings, rowOf, summaryPlace, writeRow } from './ring.ts';
import { writeParts } from './samples.ts';
import { scoreSingle } from './score.ts';
import { createBatchScorer } from './score-batch.ts';
import { compareWithShadow } from './shadow.ts';
import { SlotOrder } from './slot-order.ts';
import type { ScoringThreads } from './threads.ts';

/** A reading to be scored. */
export interface ScorableReading {
  readonly slot: number;
  /** Its number in the slot's ring. */
  readonly number: number;
  readonly body: RingReading;
  readonly samples: Float32Array | undefined;
  /** The bins of the raw signal, instead of it: 60 numbers, NaN for the rotation without a gyro. */
  readonly parts?: Float32Array | undefined;
  /** `shadow`: the confidence of the shadow detector; 0 without one. */
  scored(confidence: number, shadow: number): void;
}

interface BatchDispatcherDeps {
  readonly slots: number;
  readonly memory: SharedMemory;
  readonly rings: Rings;
  readonly threads: Pick<ScoringThreads, 'healthy' | 'run'>;
  readonly metrics?: Pick<ReadingMetrics, 'scored' | 'detectorsDisagreed'>;
  readonly log: Log;
}

/** A batch that is being scored. */
interface DispatchedBatch {
  readonly readings: readonly ScorableReading[];
  readonly columns: BatchColumns;
  readonly task: Task;
  readonly startedAt: number;
}

/**
 * Waking a thread costs more than a hundred times the time to score a quiet reading. So the main thread scores a few
 * readings itself, in less than a millisecond even if each of them follows an impact; threads are for load.
 */
const MAX_ON_MAIN_THREAD = 8;

/** Readings that arrive while the threads are busy form a batch: one task per batch, never one per reading. */
export class BatchDispatcher {
  readonly #deps: BatchDispatcherDeps;
  readonly #order: SlotOrder<ScorableReading>;
  readonly #timer: DispatchTimer;
  readonly #scoreHere: (task: Task) => void;
  readonly #freeBatches: number[];
  #waiting: ScorableReading[] = [];
  #isScoredByRule = false;
  #idleWaiters: (() => void)[] = [];

  constructor(deps: BatchDispatcherDeps) {
    this.#deps = deps;
    this.#order = new SlotOrder(deps.slots);
    this.#timer = new DispatchTimer(() => this.#dispatch());
    this.#scoreHere = createBatchScorer(deps.memory);
    this.#freeBatches = [...deps.memory.batches.keys()];
  }

  /** Whether the reading being replied to was scored by the single-reading rule. */
  get isScoredByRule(): boolean {
    return this.#isScoredByRule;
  }

  score(reading: ScorableReading, timeMs: number): void {
    const { slot } = reading;
    if (this.#order.hasRoom(slot, this.#batchHasRoom())) this.#add(reading, timeMs);
    else this.#order.hold(slot, reading, timeMs);
  }

  /** Resolves when no reading waits or is being scored. */
  drain(): Promise<void> {
    return this.#isIdle() ? Promise.resolve() : new Promise((resolve) => this.#idleWaiters.push(resolve));
  }

  #batchHasRoom(): boolean {
    return this.#waiting.length < MAX_BATCH_SIZE;
  }

  #isIdle(): boolean {
    return this.#freeBatches.length === this.#deps.memory.batches.length && this.#waiting.length === 0;
  }

  #add(reading: ScorableReading, timeMs: number): void {
    const { slot, number, body, parts } = reading;
    const { rings } = this.#deps;
    this.#order.added(slot);
    writeRow(rings, rowOf(slot, number), timeMs, body);
    if (parts !== undefined) writeParts(parts, summaryPlace(rings, slot, number));
    this.#waiting.push(reading);
    this.#plan();
  }

  #plan(): void {
    if (this.#waiting.length > 0 && this.#freeBatches.length > 0) this.#timer.plan(this.#waiting.length);
  }

  #dispatch(): void {
    const { threads } = this.#deps;
    const batch = this.#takeBatch();
    if (batch === undefined) return;
    this.#timer.dispatched(batch.startedAt);
    const isSmall = batch.readings.length <= MAX_ON_MAIN_THREAD;
    if (isSmall && threads.healthy && this.#isScoredHere(batch.task)) return this.#finish(batch, true);
    void threads.run(batch.task).then((success) => this.#finish(batch, success));
    this.#plan();
  }

  /** Moves waiting readings to a free batch of the shared memory. */
  #takeBatch(): DispatchedBatch | undefined {
    const index = this.#freeBatches.pop();
    const columns = index === undefined ? undefined : this.#deps.memory.batches[index];
    if (index === undefined || columns === undefined) return undefined;
    const waiting = this.#waiting;
    const readings = waiting.length <= MAX_BATCH_SIZE ? waiting : waiting.slice(0, MAX_BATCH_SIZE);
    this.#waiting = readings === waiting ? [] : waiting.slice(MAX_BATCH_SIZE);
    const samples = this.#fill(columns, readings);
    const task = { batch: index, count: readings.length, samples };
    return { readings, columns, task, startedAt: performance.now() };
  }

  /** Returns the raw signals of the readings that have one. */
  #fill(columns: BatchColumns, readings: readonly ScorableReading[]): Task['samples'] {
    let samples: [number, Float32Array][] | undefined;
    let place = 0;
    for (const reading of readings) {
      this.#order.dispatched(reading.slot);
      columns.slots[place] = reading.slot;
      columns.numbers[place] = reading.number;
      if (reading.samples !== undefined) {
        samples ??= [];
        samples.push([place, reading.samples]);
      }
      place += 1;
    }
    return samples;
  }

  /** If scoring fails here, a thread retries: its failure cannot end the process. */
  #isScoredHere(task: Task): boolean {
    try {
      this.#scoreHere(task);
      return true;
    } catch (error) {
      this.#deps.log.error({ err: error }, 'scoring: scoring on the main thread failed');
      return false;
    }
  }

  #finish({ readings, columns, task, startedAt }: DispatchedBatch, success: boolean): void {
    const { memory, metrics, log } = this.#deps;
    metrics?.scored(readings.length, (performance.now() - startedAt) / 1000);
    if (success && memory.shadowFile !== undefined) compareWithShadow(columns, readings.length, metrics);
    let place = 0;
    callEach(
      readings,
      (reading) => {
        const confidence = success ? (columns.confidences[place] ?? 0) : scoreByRule(reading);
        const shadow = success ? (columns.shadow[place] ?? 0) : 0;
        this.#isScoredByRule = !success;
        place += 1;
        try {
          reading.scored(confidence, shadow);
        } finally {
          this.#release(reading.slot);
        }
      },
      (error, callbacks) =>
        log.error({ err: error, callbacks }, 'scoring: callback of a scored reading failed'),
    );
    this.#freeBatches.push(task.batch);
    this.#plan();
    if (this.#idleWaiters.length === 0 || !this.#isIdle()) return;
    for (const resolve of this.#idleWaiters) resolve();
    this.#idleWaiters = [];
  }

  /** The slot's held readings may follow. */
  #release(slot: number): void {
    if (!this.#order.scored(slot)) return;
    for (;;) {
      const held = this.#order.takeHeld(slot, this.#batchHasRoom());
      if (held === undefined) return;
      const [reading, timeMs] = held;
      this.#add(reading, timeMs);
    }
  }
}

/** Without threads a reading is scored by itself: a rough score is better than none (docs/contract.md, "Scoring"). */
function scoreByRule({ body }: ScorableReading): number {
  const { accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z } = body;
  const unknown = Number.NaN;
  return scoreSingle(accel_x, accel_y, accel_z, gyro_x ?? unknown, gyro_y ?? unknown, gyro_z ?? unknown);
}
