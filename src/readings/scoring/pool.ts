import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { CannotStart, messageOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import {
  type BatchColumns,
  createBatchColumns,
  MAX_BATCH_SIZE,
  type SharedMemory,
  type Task,
} from './batch.ts';
import { type Explanation, explainWindow } from './explain.ts';
import {
  BIN_SLOT_BYTES,
  MAX_TOGETHER,
  type RingReading,
  type Rings,
  readWindow,
  rowOf,
  SLOT_BYTES,
  summaryPlace,
  viewRings,
  writeRow,
} from './ring.ts';
import { summarise } from './samples.ts';
import { scoreSingle } from './score.ts';
import { createBatchScorer } from './score-batch.ts';
import { readWeights, WEIGHTS } from './weights.ts';
import { createWindow, FIELDS, SAMPLE_FIELDS } from './window.ts';

/** A reading that wants a confidence. */
export interface ScorableReading {
  readonly slot: number;
  /** Its number in the slot's ring. */
  readonly number: number;
  readonly body: RingReading;
  readonly samples: Float32Array | undefined;
  scored(confidence: number): void;
}

export interface Scoring {
  /** Room for one more device's window, or undefined when all are taken. */
  claimSlot(): number | undefined;
  releaseSlot(slot: number): void;
  /** Appends a reading to a window without scoring it: the window is being refilled from storage. */
  refill(
    slot: number,
    number: number,
    timeMs: number,
    body: RingReading,
    samples: Float32Array | undefined,
  ): void;
  score(reading: ScorableReading, timeMs: number): void;
  /**
   * Why a reading got its confidence; must be called from within `scored`, while the slot's next reading waits.
   * One that no thread has scored is explained as a single reading.
   */
  explain(reading: Pick<ScorableReading, 'slot' | 'number'>): Explanation;
  /** Versions of the weights that score, and of those that are tried beside them. */
  readonly detector: { readonly version: string; readonly shadow: string | null };
  /** Resolves when every thread has loaded its code, or has been waited for long enough; never rejects. */
  readonly started: Promise<void>;
  /** False while readings are scored by the single-reading rule because the threads fail. */
  isHealthy(): boolean;
  drain(): Promise<void>;
  close(): Promise<void>;
}

export interface ScoringDeps {
  readonly threads: number;
  readonly log: Log;
  /** Told of every batch. */
  readonly onBatchScored?: (readings: number, seconds: number) => void;
  /** Weights that score beside the ones in use, without alerting (`DETECTOR_SHADOW`). */
  readonly shadowFile?: string | undefined;
  /** Told of a reading that only one of the two would alert for. */
  readonly onDisagreement?: (alerting: 'detector' | 'shadow') => void;
  /** How many devices' windows fit; memory is taken only as they are used. */
  readonly slots?: number;
}

/** docs/contract.md, "Fall levels": caregivers are alerted from POTENTIAL up. */
const ALERT_ABOVE = 0.5;
const DEFAULT_SLOTS = 2 ** 17;
/** A batch takes well under a millisecond; a thread that needs this long hangs and is replaced. */
const BATCH_TIMEOUT_MS = 2_000;
const ATTEMPTS = 2;
/**
 * A single reading is dispatched at once; those that follow closely are gathered for this long. A task and a commit for
 * every single reading would take several times the processor time of both.
 */
const GATHER_MS = 1;
/** A batch of this size does not wait for more. */
const FULL_BATCH = 16;
/**
 * To wake a thread costs more than a hundred times what it takes to score a quiet reading. So a few are scored right
 * here, in less than a millisecond even when each of them follows an impact; threads are for load.
 */
const FEW = 8;
/** Threads load their code when they start, which on a busy machine takes seconds; readings wait for that. */
const START_TIMEOUT_MS = 15_000;
/** Half of what a drain may take (docs/contract.md, "Shutdown"). */
const CLOSE_PATIENCE_MS = 5_000;

/** Beside this file's folder in the sources and in dist/ alike; the worker runs as what we run as. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const WORKER = fileURLToPath(new URL(`../../../workers/score-batch.${extension}`, import.meta.url));

/** Readings that gather while the threads are busy travel together: one task per batch, never one per reading. */
export function createScoring({
  threads,
  log,
  onBatchScored,
  shadowFile,
  onDisagreement,
  slots = DEFAULT_SLOTS,
}: ScoringDeps): Scoring {
  const detector = { version: WEIGHTS.version, shadow: shadowVersion(shadowFile) };
  const memory: SharedMemory = {
    rings: new SharedArrayBuffer(slots * SLOT_BYTES),
    bins: new SharedArrayBuffer(slots * BIN_SLOT_BYTES),
    batches: Array.from({ length: threads }, createBatchColumns),
    shadowFile,
  };
  const rings: Rings = viewRings(memory.rings, memory.bins);
  const pool = new Piscina({
    filename: WORKER,
    workerData: memory,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
  });
  // A crash is reported by the task that it struck; without a listener it would end the process as well.
  pool.on('error', (error: unknown) => log.error({ err: error }, 'scoring: thread failed'));

  const freeBatches = [...memory.batches.keys()];
  const freeSlots: number[] = [];
  const window = createWindow();
  let unusedSlot = 0;
  let waiting: ScorableReading[] = [];
  /**
   * How many of a slot's readings wait or are with a thread, and whether they are with one. As long as they wait, a few
   * may join them; more are held until those are scored: a burst would overwrite rows that are still to be read, and two
   * threads could finish a device's readings out of order.
   */
  const together = new Uint8Array(slots);
  const withThread = new Uint8Array(slots);
  const held = new Map<number, (readonly [ScorableReading, number])[]>();
  let gathering: NodeJS.Timeout | undefined;
  let dispatchScheduled = false;
  let dispatchedAt = Number.NEGATIVE_INFINITY;
  let healthy = true;
  /** Whether the reading that is told its confidence got it by the rule for a single reading. */
  let judgedAlone = false;
  const scoreHere = createBatchScorer(memory);
  let idle: (() => void)[] = [];

  /** Readings that join are dispatched in one batch. */
  function hasRoom(slot: number): boolean {
    const others = together[slot] ?? 0;
    if (others === 0) return true;
    return others < MAX_TOGETHER && withThread[slot] === 0 && waiting.length < MAX_BATCH_SIZE;
  }

  function submit(reading: ScorableReading, timeMs: number): void {
    together[reading.slot] = (together[reading.slot] ?? 0) + 1;
    writeRow(rings, rowOf(reading.slot, reading.number), timeMs, reading.body);
    waiting.push(reading);
    plan();
  }

  function release(slot: number): void {
    const others = (together[slot] ?? 1) - 1;
    together[slot] = others;
    if (others > 0) return;
    withThread[slot] = 0;
    const next = held.size > 0 ? held.get(slot) : undefined;
    if (next === undefined) return;
    for (let one = next[0]; one !== undefined && hasRoom(slot); one = next[0]) {
      next.shift();
      submit(...one);
    }
    if (next.length === 0) held.delete(slot);
  }

  function plan(): void {
    if (dispatchScheduled || waiting.length === 0 || freeBatches.length === 0) return;
    if (waiting.length < FULL_BATCH) {
      if (gathering !== undefined) return;
      const ms = dispatchedAt + GATHER_MS - performance.now();
      if (ms > 0) {
        gathering = setTimeout(scheduleDispatch, ms);
        return;
      }
    }
    scheduleDispatch();
  }

  function scheduleDispatch(): void {
    clearTimeout(gathering);
    gathering = undefined;
    dispatchScheduled = true;
    setImmediate(() => {
      dispatchScheduled = false;
      dispatch();
    });
  }

  function dispatch(): void {
    const batch = freeBatches.pop();
    const columns = batch === undefined ? undefined : memory.batches[batch];
    if (batch === undefined || columns === undefined) return;
    const readings = waiting.length <= MAX_BATCH_SIZE ? waiting : waiting.slice(0, MAX_BATCH_SIZE);
    waiting = readings === waiting ? [] : waiting.slice(MAX_BATCH_SIZE);
    let samples: [number, Float32Array][] | undefined;
    readings.forEach((reading, place) => {
      withThread[reading.slot] = 1;
      columns.slots[place] = reading.slot;
      columns.numbers[place] = reading.number;
      if (reading.samples === undefined) return;
      samples ??= [];
      samples.push([place, reading.samples]);
    });
    const began = performance.now();
    dispatchedAt = began;
    const task = { batch, count: readings.length, samples };
    const finish = (success: boolean): void => {
      onBatchScored?.(readings.length, (performance.now() - began) / 1000);
      if (success && shadowFile !== undefined) compare(columns, readings.length);
      readings.forEach((reading, place) => {
        judgedAlone = !success;
        reading.scored(success ? (columns.confidences[place] ?? 0) : fallback(reading));
        release(reading.slot);
      });
      freeBatches.push(batch);
      plan();
      if (freeBatches.length === threads && waiting.length === 0) {
        for (const done of idle) done();
        idle = [];
      }
    };
    if (readings.length <= FEW && healthy && scoredHere(task)) return finish(true);
    void run(task).then(finish);
    plan();
  }

  /** What fails here is left to a thread, whose failure ends nothing but itself. */
  function scoredHere(task: Task): boolean {
    try {
      scoreHere(task);
      return true;
    } catch (error) {
      log.error({ err: error }, 'scoring: scoring on the main thread failed');
      return false;
    }
  }

  function compare({ confidences, shadow }: BatchColumns, count: number): void {
    for (let place = 0; place < count; place++) {
      const alerts = (confidences[place] ?? 0) > ALERT_ABOVE;
      if (alerts !== (shadow[place] ?? 0) > ALERT_ABOVE) onDisagreement?.(alerts ? 'detector' : 'shadow');
    }
  }

  async function warmUp(): Promise<void> {
    const nothing: Task = { batch: 0, count: 0, samples: undefined };
    const signal = AbortSignal.timeout(START_TIMEOUT_MS);
    await Promise.allSettled(memory.batches.map(() => pool.run(nothing, { signal })));
    starting = undefined;
  }
  let starting: Promise<void> | undefined = warmUp();
  const started = starting;

  async function run(task: Task): Promise<boolean> {
    if (starting !== undefined) await starting;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(), BATCH_TIMEOUT_MS);
      try {
        await pool.run(task, { signal: abort.signal });
        if (!healthy) log.info({}, 'scoring: threads recovered');
        healthy = true;
        return true;
      } catch (error) {
        healthy = false;
        log.error({ err: error, attempt }, 'scoring: batch failed');
      } finally {
        clearTimeout(timer);
      }
    }
    return false;
  }

  return {
    detector,
    started,
    claimSlot: () => freeSlots.pop() ?? (unusedSlot < slots ? unusedSlot++ : undefined),
    releaseSlot(slot) {
      freeSlots.push(slot);
    },
    refill(slot, number, timeMs, body, samples) {
      writeRow(rings, rowOf(slot, number), timeMs, body);
      if (samples !== undefined)
        summarise(samples, samples.length / SAMPLE_FIELDS, summaryPlace(rings, slot, number));
    },
    score(reading, timeMs) {
      const others = held.size > 0 ? held.get(reading.slot) : undefined;
      if (others !== undefined) others.push([reading, timeMs]);
      else if (hasRoom(reading.slot)) submit(reading, timeMs);
      else held.set(reading.slot, [[reading, timeMs]]);
    },
    explain({ slot, number }) {
      const length = readWindow(rings, slot, number, window);
      if (!judgedAlone) return explainWindow(window, length);
      window.cells.copyWithin(0, (length - 1) * FIELDS, length * FIELDS);
      return explainWindow(window, 1);
    },
    isHealthy: () => healthy,
    drain() {
      if (freeBatches.length === threads && waiting.length === 0) return Promise.resolve();
      return new Promise((resolve) => idle.push(resolve));
    },
    async close() {
      // Node ends the whole process when a thread is stopped while it loads its modules (20.20): on a machine so busy that
      // it still does, it is left to end with the process.
      const hasStarted = Promise.resolve(starting).then(() => true);
      if (await Promise.race([hasStarted, sleep(CLOSE_PATIENCE_MS, false, { ref: false })]))
        await pool.destroy();
    },
  };
}

/** Read once here, so that a mistake ends the start and not every batch. */
function shadowVersion(file: string | undefined): string | null {
  if (file === undefined) return null;
  try {
    return readWeights(file).version;
  } catch (error) {
    throw new CannotStart(`DETECTOR_SHADOW: ${file}: ${messageOf(error)}`);
  }
}

/** Without threads a reading is judged by itself: better a rough answer than none (docs/contract.md, "Scoring"). */
function fallback({ body }: ScorableReading): number {
  return scoreSingle(body.accel_x, body.accel_y, body.accel_z, body.gyro_x, body.gyro_y, body.gyro_z);
}
