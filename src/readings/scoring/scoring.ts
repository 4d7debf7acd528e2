import { fallLevel } from '../../platform/fall-levels.ts';
import type { Log } from '../../platform/log.ts';
import type { ReadingMetrics } from '../metrics.ts';
import { createBatchColumns, type SharedMemory } from './batch.ts';
import { BatchDispatcher, type ScorableReading } from './dispatcher.ts';
import { type Explanation, explainWindow } from './explain.ts';
import {
  BIN_SLOT_BYTES,
  type RingReading,
  type Rings,
  readWindow,
  rowOf,
  SLOT_BYTES,
  viewRings,
  writeReading,
} from './ring.ts';
import { scoreWindow } from './score.ts';
import { createShadowJudge, type ShadowJudge, type ShadowVerdict, shadowVersion } from './shadow.ts';
import { createSilenceExplainer } from './silence.ts';
import { ScoringThreads } from './threads.ts';
import { WEIGHTS } from './weights.ts';
import { AX, cell, createWindow, FIELDS, IMPACT, norm, SAMPLE_PEAK } from './window.ts';

interface ScoringDeps {
  readonly threads: number;
  readonly log: Log;
  readonly metrics?: Pick<ReadingMetrics, 'scored' | 'detectorsDisagreed'>;
  /** Weights of a shadow detector, which scores every reading without alerting (`DETECTOR_SHADOW`). */
  readonly shadowFile?: string | undefined;
  /** Maximum number of device windows; memory is allocated only as they are used. */
  readonly slots?: number;
}

const DEFAULT_SLOTS = 2 ** 17;

/** The windows of all devices, and their scores. */
export class Scoring {
  /** Versions of the weights in use, and of the shadow weights. */
  readonly detector: { readonly version: string; readonly shadow: string | null };
  readonly #slots: number;
  readonly #rings: Rings;
  readonly #threads: ScoringThreads;
  readonly #dispatcher: BatchDispatcher;
  readonly #window = createWindow();
  readonly #shadow: ShadowJudge | undefined;
  readonly #explainSilence = createSilenceExplainer();
  readonly #freeSlots: number[] = [];
  #unusedSlot = 0;

  constructor(deps: ScoringDeps) {
    const { threads, log, shadowFile, slots = DEFAULT_SLOTS } = deps;
    this.detector = { version: WEIGHTS.version, shadow: shadowVersion(shadowFile) };
    this.#shadow = shadowFile === undefined ? undefined : createShadowJudge(shadowFile);
    const memory: SharedMemory = {
      rings: new SharedArrayBuffer(slots * SLOT_BYTES),
      bins: new SharedArrayBuffer(slots * BIN_SLOT_BYTES),
      batches: Array.from({ length: threads }, createBatchColumns),
      shadowFile,
    };
    this.#slots = slots;
    this.#rings = viewRings(memory.rings, memory.bins);
    this.#threads = new ScoringThreads(memory, log);
    this.#dispatcher = new BatchDispatcher({
      ...deps,
      slots,
      memory,
      rings: this.#rings,
      threads: this.#threads,
    });
  }

  /** Starts the threads, which would otherwise start with the first batch that needs them; never rejects. */
  start(): Promise<void> {
    return this.#threads.start();
  }

  /** False while the threads fail and readings are scored by the single-reading rule. */
  isHealthy(): boolean {
    return this.#threads.healthy;
  }

  /** Reserves the window of one more device; undefined if all slots are taken. */
  claimSlot(): number | undefined {
    return this.#freeSlots.pop() ?? (this.#unusedSlot < this.#slots ? this.#unusedSlot++ : undefined);
  }

  releaseSlot(slot: number): void {
    this.#freeSlots.push(slot);
  }

  /** Appends a stored reading to a window without scoring it. */
  refill(
    slot: number,
    number: number,
    timeMs: number,
    body: RingReading,
    samples: Float32Array | undefined,
    parts?: Float32Array | undefined,
  ): void {
    writeReading(this.#rings, slot, number, { timeMs, body, samples, parts });
  }

  /** Appends a reading to its window, and calls its `scored` after those of the window's earlier readings. */
  score(reading: ScorableReading, timeMs: number): void {
    this.#dispatcher.score(reading, timeMs);
  }

  /** Confidence of a reading by itself, whatever came before it. Call it only from within `scored`. */
  scoreAlone(reading: Pick<ScorableReading, 'slot' | 'number'>): number {
    this.#readAlone(reading);
    return scoreWindow(this.#window, 1);
  }

  /**
   * Explains a reading's confidence. Call it only from within `scored`, while the slot's next reading waits. A reading
   * that no thread has scored is explained as a single reading.
   */
  explain(reading: Pick<ScorableReading, 'slot' | 'number'>, isAlone = false): Explanation {
    if (!isAlone && !this.#dispatcher.isScoredByRule)
      return explainWindow(this.#window, readWindow(this.#rings, reading.slot, reading.number, this.#window));
    this.#readAlone(reading);
    return explainWindow(this.#window, 1);
  }

  /**
   * The shadow detector's verdict on a reading; undefined if there is none, or it is not suspicious. Call it only from within
   * `scored`.
   */
  suspectedByShadow(
    reading: Pick<ScorableReading, 'slot' | 'number'>,
    shadow: number,
    isAlone: boolean,
  ): ShadowVerdict | undefined {
    if (this.#shadow === undefined || !(isAlone || isSuspicious(shadow))) return undefined;
    if (isAlone) this.#readAlone(reading);
    const length = isAlone ? 1 : readWindow(this.#rings, reading.slot, reading.number, this.#window);
    const verdict = this.#shadow(this.#window, length);
    return isSuspicious(verdict.confidence) ? verdict : undefined;
  }

  /**
   * Explains the fall that a reading becomes if no other follows it; undefined for nearly all readings. Call it only from
   * within `scored`.
   */
  explainSilence({ slot, number }: Pick<ScorableReading, 'slot' | 'number'>): Explanation | undefined {
    const { cells } = this.#rings;
    const row = rowOf(slot, number);
    if (!(norm(cells, row + AX) >= IMPACT || cell(cells, row + SAMPLE_PEAK) >= IMPACT)) return undefined;
    return this.#explainSilence(this.#window, readWindow(this.#rings, slot, number, this.#window));
  }

  #readAlone({ slot, number }: Pick<ScorableReading, 'slot' | 'number'>): void {
    const length = readWindow(this.#rings, slot, number, this.#window);
    this.#window.cells.copyWithin(0, (length - 1) * FIELDS, length * FIELDS);
  }

  /** Resolves when no reading waits or is being scored. */
  drain(): Promise<void> {
    return this.#dispatcher.drain();
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}

const isSuspicious = (confidence: number): boolean => fallLevel(confidence) !== 'NO_FALL';
