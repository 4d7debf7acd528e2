import type { NewDeviceLogEntry } from '../../devices/index.ts';
import type { FallAlerts } from '../../falls/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError, Unavailable } from '../../platform/errors.ts';
import { fallLevel } from '../../platform/fall-levels.ts';
import type { Log } from '../../platform/log.ts';
import { SECOND_MS } from '../../platform/time.ts';
import { rounded } from '../assessed.ts';
import { flattenParts, flattenSamples } from '../reading-check.ts';
import { type Device, FIRST_READINGS } from '../registry/device.ts';
import { bodyOf, refillWindow } from '../registry/window-refill.ts';
import { WINDOW_REACH_MS, type Windows } from '../registry/windows.ts';
import type { SensorReading } from '../schema.ts';
import type { RingReading } from '../scoring/ring.ts';
import type { Scoring } from '../scoring/scoring.ts';
import type { ShadowVerdict } from '../scoring/shadow.ts';
import { WINDOW_LENGTH } from '../scoring/window.ts';
import type { ShadowSuspicions } from '../shadow-suspicions.ts';
import type { SilenceWatch } from '../silence/silence-watch.ts';
import type { SilentImpact } from '../silence/store.ts';
import type { StorableReading } from '../store/encoding.ts';
import { signalOf } from '../store/readings.ts';
import type { Signal } from '../store/signals.ts';
import { NO_PARTITION } from '../store/writer.ts';
import { recordSuspicion, type Suspicion } from '../suspicion.ts';
import { fallIfSilent, forWearer, type WearerExplanation } from '../wearer/adjust.ts';
import {
  firstTimes,
  insertAll,
  insertMissing,
  readingsAround,
  type StoredReading,
  unpackHoursOf,
} from './store.ts';

/** A reading to be stored among others. */
export interface LateReading {
  readonly reading: SensorReading;
  /** Microseconds since 1970. */
  readonly recordedAtUs: number;
  readonly fingerprint?: number | undefined;
}

/** A live reading that a newer one has overtaken on the way. */
interface OvertakenReading extends LateReading {
  inserted(scored: ScoredReading): void;
  failed(error: AppError): void;
}

interface Score {
  readonly timeMs: number;
  readonly confidence: number;
  readonly assessment: WearerExplanation | undefined;
  /** The shadow detector finds it suspicious; mostly undefined. */
  readonly shadow: ShadowVerdict | undefined;
}

export interface ScoredReading extends StorableReading, Score {
  readonly body: SensorReading;
}

interface Suspicious extends Score {
  readonly body: Suspicion['body'];
}

interface Stored {
  /** The late readings in time order. */
  readonly scored: readonly ScoredReading[];
  /** Number of those that were not stored before. */
  readonly added: number;
  /** Readings that suggest a fall, in time order: late ones, and later ones that look different with them. */
  readonly suspicious: readonly Suspicious[];
  /** The newest reading, if it is late and becomes a fall unless another follows. */
  readonly ifSilent: SilentImpact | undefined;
}

/** A place in the order of time: a stored reading, a late one, or a late one that was stored before. */
interface Item {
  readonly us: number;
  readonly row: StoredReading | undefined;
  readonly late: LateReading | undefined;
}

interface LateReadingsDeps {
  readonly db: Database;
  readonly scoring: Scoring;
  readonly windows: Windows;
  readonly fallAlerts: FallAlerts;
  readonly silence: Pick<SilenceWatch, 'keep'>;
  readonly shadowSuspicions: Pick<ShadowSuspicions, 'note'>;
  readonly writeDeviceLog: (entry: NewDeviceLogEntry) => void;
  /** Creates the table's missing day partitions. */
  readonly prepareDays: () => Promise<void>;
  readonly log: Log;
}

/**
 * `one per time`: the time identifies a reading of a backlog. `all`: live readings of one time are different readings
 * (docs/architecture.md, "Design decisions", microsecond times).
 */
type Kept = 'one per time' | 'all';

interface StoreOptions {
  readonly scope?: 'with followers' | 'without followers';
  readonly kept?: Kept;
}

/** Live readings wait while so many late ones are scored, and no longer: more than enough for a window. */
const MAX_IN_WINDOW = 30;
/** Late readings further apart do not share a window. */
const RUN_GAP_MS = 20 * SECOND_MS;

const NOTHING: Stored = { scored: [], added: 0, suspicious: [], ifSilent: undefined };

/**
 * Adds readings between those that are stored: a backlog, or live readings that were overtaken. A fall then has the
 * confidence it would have had in the order of time: each late reading is scored with the readings before it, and the
 * readings after it are scored again. Stored confidences do not change; the fall's confidence rises.
 */
export class LateReadings {
  readonly #deps: LateReadingsDeps;
  readonly #overtaken = new Map<Device, OvertakenReading[]>();

  constructor(deps: LateReadingsDeps) {
    this.#deps = deps;
  }

  /** Takes the readings in time order. Call `raise` afterwards. */
  async store(device: Device, late: readonly LateReading[]): Promise<Stored> {
    const newestMs = (late.at(-1)?.recordedAtUs ?? 0) / 1000;
    if (newestMs < device.lastSeenMs - WINDOW_REACH_MS) return this.#store(device, late);
    const count = Math.max(0, late.length - MAX_IN_WINDOW);
    const older =
      count === 0 ? NOTHING : await this.#store(device, late.slice(0, count), { scope: 'without followers' });
    // The last of the older ones is scored again, and so are the readings that follow it.
    const overlap = Math.min(1, count);
    const newer = await this.#deps.windows.exclusively(device, () =>
      this.#storeInWindow(device, late.slice(count - overlap)),
    );
    return {
      scored: [...older.scored, ...newer.scored.slice(overlap)],
      added: older.added + newer.added,
      suspicious: [...older.suspicious, ...newer.suspicious],
      ifSilent: newer.ifSilent,
    };
  }

  /** `receivedAt`: of readings in a backlog; an overtaken one was received at its own time. */
  async raise(device: Device, { suspicious, ifSilent }: Stored, receivedAt?: Date): Promise<void> {
    for (const one of suspicious) await recordSuspicion(this.#deps, { device, ...one, receivedAt });
    if (ifSilent !== undefined) await this.#deps.silence.keep(ifSilent);
  }

  /** Readings that wait for the same window are stored together. */
  addOvertaken(device: Device, reading: OvertakenReading): void {
    const waiting = this.#overtaken.get(device);
    if (waiting !== undefined) {
      waiting.push(reading);
      return;
    }
    const batch = [reading];
    this.#overtaken.set(device, batch);
    this.#storeOvertaken(device, batch).catch((error: unknown) => {
      if (!(error instanceof AppError))
        this.#deps.log.error({ err: error }, 'readings: storing an overtaken reading failed');
      const refusal =
        error instanceof AppError ? error : new Unavailable('The reading could not be stored', error);
      for (const one of batch) one.failed(refusal);
    });
  }

  async #storeOvertaken(device: Device, batch: OvertakenReading[]): Promise<void> {
    const stored = await this.#deps.windows.exclusively(device, () => {
      this.#overtaken.delete(device);
      batch.sort((a, b) => a.recordedAtUs - b.recordedAtUs);
      return this.#storeInWindow(device, batch, 'all');
    });
    await this.raise(device, stored);
    for (const [place, one] of batch.entries()) {
      const scored = stored.scored[place];
      if (scored === undefined) throw new Error('a reading got lost among those of its batch');
      one.inserted(scored);
    }
  }

  async #storeInWindow(
    device: Device,
    late: readonly LateReading[],
    kept: Kept = 'one per time',
  ): Promise<Stored> {
    const { windows } = this.#deps;
    const stored = await this.#store(device, late, { kept });
    await windows.announce(device);
    await windows.reload(device);
    return stored;
  }

  async #store(
    device: Device,
    late: readonly LateReading[],
    { scope = 'with followers', kept = 'one per time' }: StoreOptions = {},
  ): Promise<Stored> {
    const { db, scoring } = this.#deps;
    const around = await readingsAround(db, device.key, runsOf(late), {
      limit: WINDOW_LENGTH,
      reachMs: WINDOW_REACH_MS,
    });
    const lastUs = late.at(-1)?.recordedAtUs ?? 0;
    const rows = scope === 'with followers' ? around : around.filter(({ us }) => us <= lastUs);
    const slot = scoring.claimSlot();
    if (slot === undefined) throw new Unavailable('Too many devices are active at once');
    try {
      const items = inOrder(rows, kept === 'all' ? apart(late, around) : late);
      const all = await this.#scoreAll(device, slot, items, await this.#aloneUntil(device, items));
      const added = await this.#insert(all.scored, kept);
      // Not acknowledged, so that the wearable resends them.
      if (device.isOutdated) throw new Unavailable('The database has changed; the readings may be lost');
      if (added > 0) this.#noteShadow(device, all.scored);
      device.life += added;
      return { ...all, added };
    } finally {
      scoring.releaseSlot(slot);
    }
  }

  #noteShadow(device: Device, scored: readonly ScoredReading[]): void {
    for (const { shadow, timeMs } of scored)
      if (shadow !== undefined) this.#deps.shadowSuspicions.note(device, shadow, timeMs);
  }

  /** The time, in microseconds, of the last of the first readings of the device's life, late ones included. */
  async #aloneUntil({ key }: Device, items: readonly Item[]): Promise<number> {
    const before = items.findIndex(({ late }) => late !== undefined);
    if (before >= FIRST_READINGS) return 0;
    const stored = await firstTimes(this.#deps.db, key, FIRST_READINGS);
    const times = new Set([...stored, ...items.slice(0, FIRST_READINGS).map(({ us }) => us)]);
    return (
      [...times]
        .sort((a, b) => a - b)
        .slice(0, FIRST_READINGS)
        .at(-1) ?? 0
    );
  }

  /**
   * Scores in a separate window, one after the other: a ring has no room for readings far ahead of the one being
   * scored.
   */
  async #scoreAll(device: Device, slot: number, items: readonly Item[], aloneUntil: number) {
    const { scoring } = this.#deps;
    const scored: ScoredReading[] = [];
    const suspicious: Suspicious[] = [];
    let ifSilent: SilentImpact | undefined;
    let sinceLate = WINDOW_LENGTH;
    for (const [number, { us, row, late }] of items.entries()) {
      sinceLate = late === undefined ? sinceLate + 1 : 0;
      if (row !== undefined && sinceLate >= WINDOW_LENGTH) {
        refillWindow(scoring, slot, number, row);
        continue;
      }
      const body = late?.reading ?? (row && bodyOf(row));
      const signal = late === undefined ? row && signalOf(row) : flattened(late.reading);
      if (body === undefined || signal === undefined) continue;
      const timeMs = Math.floor(us / 1000);
      const score = await this.#score(device, { slot, number, body, ...signal }, timeMs, us <= aloneUntil);
      const before = row === undefined ? 0 : rounded(row.confidence);
      const confidence = Math.max(score.confidence, late === undefined ? 0 : before);
      if (late !== undefined) scored.push(storable(device, late, signal, { ...score, confidence }));
      // A late reading that was stored before is raised again: the database may have failed in between.
      const isNews = late !== undefined || confidence > before;
      if (isNews && fallLevel(confidence) !== 'NO_FALL') suspicious.push({ ...score, confidence, body });
      const isNewest = late !== undefined && number === items.length - 1;
      const assessment = isNewest
        ? fallIfSilent(scoring, { slot, number, confidence }, device.owner, timeMs)
        : undefined;
      if (assessment !== undefined) ifSilent = { deviceKey: device.key, recordedAtUs: us, assessment };
    }
    return { scored, suspicious, ifSilent };
  }

  async #score(
    device: Device,
    reading: Signal & { readonly slot: number; readonly number: number; readonly body: RingReading },
    timeMs: number,
    isAlone: boolean,
  ): Promise<Score> {
    const { scoring } = this.#deps;
    const [byWindow, byShadow] = await new Promise<[number, number]>((resolve) => {
      const scored = (...confidences: [number, number]) => resolve(confidences);
      scoring.score({ ...reading, scored }, timeMs);
    });
    const confidence = rounded(isAlone ? scoring.scoreAlone(reading) : byWindow);
    const shadow = scoring.suspectedByShadow(reading, byShadow, isAlone);
    if (fallLevel(confidence) === 'NO_FALL') return { timeMs, confidence, assessment: undefined, shadow };
    const assessment = forWearer(scoring.explain(reading, isAlone), device.owner, timeMs);
    return { timeMs, confidence: assessment.wearer ? assessment.confidence : confidence, assessment, shadow };
  }

  /** Returns the number of readings that were not stored before. */
  async #insert(readings: readonly ScoredReading[], kept: Kept): Promise<number> {
    const { db, prepareDays } = this.#deps;
    const insert = async () => {
      if (kept === 'one per time')
        return db.transaction(async (q) => {
          await unpackHoursOf(q, readings);
          return (await insertMissing(q, readings)).length;
        });
      await insertAll(db, readings);
      return readings.length;
    };
    try {
      return await insert();
    } catch (error) {
      if ((error as { code?: string }).code !== NO_PARTITION) throw error;
      await prepareDays();
      return insert();
    }
  }
}

const flattened = ({ samples, parts }: SensorReading): Signal => ({
  samples: samples ? flattenSamples(samples) : undefined,
  parts: parts ? flattenParts(parts) : undefined,
});

const storable = (
  device: Device,
  { reading: body, recordedAtUs, fingerprint }: LateReading,
  signal: Signal,
  score: Score,
): ScoredReading => ({
  ...score,
  ...signal,
  deviceKey: device.key,
  recordedAtUs,
  fingerprint,
  healthScore: device.healthScore(body, fallLevel(score.confidence), score.timeMs),
  body,
});

/** First and last times of the late readings that are close together, in microseconds. */
function runsOf(late: readonly LateReading[]): (readonly [first: number, last: number])[] {
  const runs: [number, number][] = [];
  for (const { recordedAtUs } of late) {
    const run = runs.at(-1);
    if (run === undefined || recordedAtUs - run[1] > RUN_GAP_MS * 1000)
      runs.push([recordedAtUs, recordedAtUs]);
    else run[1] = recordedAtUs;
  }
  return runs;
}

/** Moves each reading whose time another has by a microsecond. */
function apart(late: readonly LateReading[], rows: readonly StoredReading[]): LateReading[] {
  const taken = new Set(rows.map(({ us }) => us));
  return late.map(({ reading, recordedAtUs, fingerprint }) => {
    const us = freeTimeUs(recordedAtUs, taken);
    taken.add(us);
    return { reading, recordedAtUs: us, fingerprint };
  });
}

function freeTimeUs(us: number, taken: ReadonlySet<number>): number {
  return taken.has(us) ? freeTimeUs(us + 1, taken) : us;
}

function inOrder(rows: readonly StoredReading[], late: readonly LateReading[]): Item[] {
  const items = new Map<number, Item>();
  for (const row of rows) items.set(row.us, { us: row.us, row, late: undefined });
  for (const one of late) {
    const us = one.recordedAtUs;
    items.set(us, { us, row: items.get(us)?.row, late: one });
  }
  return [...items.values()].sort((a, b) => a.us - b.us);
}
