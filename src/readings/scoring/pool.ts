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

/** A reading to be scored. */
export interface ScorableReading {
  readonly slot: number;
  /** Its number in the slot's ring. */
  readonly number: number;
  readonly body: RingReading;
  readonly samples: Float32Array | undefined;
  scored(confidence: number): void;
}

export interface Scoring {
  /** Reserves the window of one more device; undefined if all slots are taken. */
  claimSlot(): number | undefined;
  releaseSlot(slot: number): void;
  /** Appends a stored reading to a window without scoring it. */
  refill(
    slot: number,
    number: number,
    timeMs: number,
    body: RingReading,
    samples: Float32Array | undefined,
  ): void;
  score(reading: ScorableReading, timeMs: number): void;
  /**
   * Explains a reading's confidence. Call it only from within `scored`, while the slot's next reading waits. A reading
   * that no thread has scored is explained as a single reading.
   */
  explain(reading: Pick<ScorableReading, 'slot' | 'number'>): Explanation;
  /** Versions of the weights in use, and of the shadow weights. */
  readonly detector: { readonly version: string; readonly shadow: string | null };
  /** Resolves when every thread has loaded its code, or after a timeout; never rejects. */
  readonly started: Promise<void>;
  /** False while the threads fail and readings are scored by the single-reading rule. */
  isHealthy(): boolean;
  drain(): Promise<void>;
  close(): Promise<void>;
}

export interface ScoringDeps {
  readonly threads: number;
  readonly log: Log;
  /** Called for every batch. */
  readonly onBatchScored?: (readings: number, seconds: number) => void;
  /** Weights of a shadow detector, which scores every reading without alerting (`DETECTOR_SHADOW`). */
  readonly shadowFile?: string | undefined;
  /** Called for a reading that only one of the two detectors would alert for. */
  readonly onDisagreement?: (alerting: 'detector' | 'shadow') => void;
  /** Maximum number of device windows; memory is allocated only as they are used. */
  readonly slots?: number;
}

/** docs/contract.md, "Fall levels": caregivers are alerted from POTENTIAL up. */
const ALERT_ABOVE = 0.5;
const DEFAULT_SLOTS = 2 ** 17;
/** A batch takes well under a millisecond; a thread that takes this long hangs and is replaced. */
const BATCH_TIMEOUT_MS = 2_000;
const ATTEMPTS = 2;
/**
 * A single reading is dispatched at once; readings that follow closely are batched for this long. One task and one
 * commit per reading would cost several times the CPU time.
 */
const GATHER_MS = 1;
/** A batch of this size is dispatched without waiting for more. */
const FULL_BATCH = 16;
/**
 * Waking a thread costs more than a hundred times the time to score a quiet reading. So the main thread scores a few
 * readings itself, in less than a millisecond even if each of them follows an impact; threads are for load.
 */
const FEW = 8;
/** Threads load their code at start, which takes seconds on a busy machine; readings wait for them. */
const START_TIMEOUT_MS = 15_000;
/** Half of the time limit of a drain (docs/contract.md, "Shutdown"). */
const CLOSE_PATIENCE_MS = 5_000;

/** The same relative path in the sources and in dist/; the worker has the same extension as this file. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const WORKER = fileURLToPath(new URL(`../../../workers/score-batch.${extension}`, import.meta.url));

/** Readings that arrive while the threads are busy form a batch: one task per batch, never one per reading. */
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
  // The failed task reports the crash; without a listener the error would also end the process.
  pool.on('error', (error: unknown) => log.error({ err: error }, 'scoring: thread failed'));

  const freeBatches = [...memory.batches.keys()];
  const freeSlots: number[] = [];
  const window = createWindow();
  let unusedSlot = 0;
  let waiting: ScorableReading[] = [];
  /**
   * Number of a slot's readings that wait or are with a thread, and whether a thread has them. While they wait, a few
   * more may join. Others are held until those are scored: a burst would overwrite rows that are not read yet, and two
   * threads could finish a device's readings out of order.
   */
  const together = new Uint8Array(slots);
  const withThread = new Uint8Array(slots);
  const held = new Map<number, (readonly [ScorableReading, number])[]>();
  let gathering: NodeJS.Timeout | undefined;
  let dispatchScheduled = false;
  let dispatchedAt = Number.NEGATIVE_INFINITY;
  let healthy = true;
  /** Whether the reading being answered was scored by the single-reading rule. */
  let judgedAlone = false;
  const scoreHere = createBatchScorer(memory);
  let idle: (() => void)[] = [];

  /** Readings that join are dispatched in the same batch. */
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

  /** If scoring fails here, a thread retries: its failure cannot end the process. */
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
      // Node (20.20) ends the whole process if a thread is stopped while it loads its modules. On a machine so busy
      // that threads are still loading, they are left running and end with the process.
      const hasStarted = Promise.resolve(starting).then(() => true);
      if (await Promise.race([hasStarted, sleep(CLOSE_PATIENCE_MS, false, { ref: false })]))
        await pool.destroy();
    },
  };
}

/** Reads the file once at start, so that an invalid file fails the start and not every batch. */
function shadowVersion(file: string | undefined): string | null {
  if (file === undefined) return null;
  try {
    return readWeights(file).version;
  } catch (error) {
    throw new CannotStart(`DETECTOR_SHADOW: ${file}: ${messageOf(error)}`);
  }
}

/** Without threads a reading is scored by itself: a rough answer is better than none (docs/contract.md, "Scoring"). */
function fallback({ body }: ScorableReading): number {
  return scoreSingle(body.accel_x, body.accel_y, body.accel_z, body.gyro_x, body.gyro_y, body.gyro_z);
}
