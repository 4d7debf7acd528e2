import { StillnessWatch } from '../devices/index.ts';
import { HOUR_MS, MINUTE_MS } from '../platform/time.ts';
import type { SensorReading } from './schema.ts';
import type { Sending, Taken, Worn } from './vocabulary.ts';

type WornReading = Pick<SensorReading, 'gyro_x' | 'samples' | 'parts' | 'pressure' | 'charging'>;

/** After a longer silence nobody knows whether it was worn. */
const LONGEST_GAP_MS = MINUTE_MS;
/** A wearable that does not move for so long lies somewhere; a sleeper moves. */
const OFF_MS = 2 * HOUR_MS;

const sendingOf = ({ gyro_x, samples, parts, pressure }: WornReading): number =>
  (samples == null && parts == null ? 0 : 4) + (gyro_x == null ? 0 : 2) + (pressure == null ? 0 : 1);
const sentAs = (sending: number): Sending => ({
  messageKind: sending & 4 ? 'samples' : 'reading',
  gyro: (sending & 2) !== 0,
  pressure: (sending & 1) !== 0,
});

interface Entry {
  /** Everything that it sent since the last call of `take`: some sensors are not in every reading. */
  sending: number;
  hour: number;
  wornMs: number;
  /** Since the last movement: it counts if another follows in time. */
  stillMs: number;
}

/** Counts how long wearables are worn, in memory: docs/home.md, "The ledger". Sees every reading. */
export class WornTime implements Taken<Worn> {
  readonly #entries = new Map<number, Entry>();
  /** Of earlier hours, of backlogs, and what could not be stored. */
  readonly #waiting = new Map<string, Worn>();

  /**
   * A stored reading, in the order of time. `gapMs`: since the one before; `wasStillMs`: how long the wearable was still
   * before this reading showed a movement, 0 without one.
   */
  note(deviceKey: number, reading: WornReading, at: number, gapMs: number, wasStillMs: number): void {
    const entry = this.#entries.get(deviceKey) ?? this.#begin(deviceKey);
    entry.sending |= sendingOf(reading);
    if (gapMs > 0 && gapMs <= LONGEST_GAP_MS && reading.charging !== true) entry.stillMs += gapMs;
    if (wasStillMs === 0) return;
    const hour = Math.floor(at / HOUR_MS);
    if (entry.hour !== hour && entry.wornMs > 0) this.add([takeFrom(deviceKey, entry)]);
    entry.hour = hour;
    if (wasStillMs < OFF_MS) entry.wornMs += entry.stillMs;
    entry.stillMs = 0;
  }

  /** Readings of a backlog, of which `share` were not stored before. */
  noteLate(
    deviceKey: number,
    readings: Iterable<{
      readonly body: WornReading & Parameters<StillnessWatch['observe']>[0];
      readonly timeMs: number;
    }>,
    share: number,
  ): void {
    const own = new WornTime();
    const stillness = new StillnessWatch({ movedAtMs: 0, stillSinceMs: 0 });
    let before = 0;
    for (const { body, timeMs } of readings) {
      own.note(deviceKey, body, timeMs, before && timeMs - before, stillness.observe(body, timeMs));
      before = timeMs;
    }
    this.add(own.take().map((worn) => ({ ...worn, ms: worn.ms * share })));
  }

  take(): readonly Worn[] {
    const taken = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const [deviceKey, entry] of this.#entries) {
      if (entry.wornMs > 0) taken.push(takeFrom(deviceKey, entry));
      if (entry.stillMs === 0) this.#entries.delete(deviceKey);
      entry.sending = 0;
    }
    return taken;
  }

  add(worn: readonly Worn[]): void {
    for (const one of worn) {
      const { deviceKey, hour, messageKind, gyro, pressure } = one;
      const key = [deviceKey, hour, messageKind, gyro, pressure].join();
      this.#waiting.set(key, { ...one, ms: one.ms + (this.#waiting.get(key)?.ms ?? 0) });
    }
  }

  #begin(deviceKey: number): Entry {
    const entry = { sending: 0, hour: 0, wornMs: 0, stillMs: 0 };
    this.#entries.set(deviceKey, entry);
    return entry;
  }
}

function takeFrom(deviceKey: number, entry: Entry): Worn {
  const { sending, hour, wornMs: ms } = entry;
  entry.wornMs = 0;
  return { deviceKey, ...sentAs(sending), hour, ms };
}
