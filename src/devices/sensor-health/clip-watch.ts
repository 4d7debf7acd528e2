/** A value this close to a usual range is at its end: sensors differ by some percent from their nominal range. */
const BELOW_RANGE = 0.97;
const ABOVE_RANGE = 1.04;
/** Clipped values are equal except for rounding. */
const SAME = 0.002;
/**
 * Equal largest values on one side of an axis that prove clipping. In the recordings without clipping, at most five
 * samples lie so close to the largest one.
 */
const CERTAIN = 8;
/** In a shake test, where a person moves the wearable as hard as they can. */
const CERTAIN_IF_SHAKEN = 3;
/** Messages with a movement of some strength, after which the largest value says something about the range. */
const LIVELY_MESSAGES = 30;

interface ClipRules {
  /** Usual ranges, ascending. */
  readonly ranges: readonly number[];
  /** One unit of the ranges in units of the values. */
  readonly unit: number;
  /** A message with a larger value than this is lively. */
  readonly livelyFrom: number;
  /** Equal largest values that prove clipping. */
  readonly certain: number;
}

/** docs/firmware.md, "Fields and units": usual ranges of accelerometers, in g, and of gyros, in °/s. */
export const ACCEL_CLIPPING: ClipRules = {
  ranges: [2, 4, 8, 16, 32, 64],
  unit: 9.81,
  livelyFrom: 14,
  certain: CERTAIN,
};
export const GYRO_CLIPPING: ClipRules = {
  ranges: [125, 250, 500, 1000, 2000, 4000, 8000, 16_000],
  unit: 1,
  livelyFrom: 60,
  certain: CERTAIN,
};
export const ACCEL_SHAKEN: ClipRules = { ...ACCEL_CLIPPING, certain: CERTAIN_IF_SHAKEN };
export const GYRO_SHAKEN: ClipRules = { ...GYRO_CLIPPING, certain: CERTAIN_IF_SHAKEN };

const AXES = 3;
const SIDES = 2;

/**
 * The largest values of a sensor by axis and side (the two ends of an axis may differ), and how often they were
 * reached. Allocates nothing after its construction, because it sees every reading.
 */
export class ClipWatch {
  readonly #rules: ClipRules;
  /** Null until the values so far show it. */
  range: number | null;
  isClipped: boolean;
  readonly #largest = new Float64Array(AXES * SIDES);
  readonly #reached = new Uint16Array(AXES * SIDES);
  #peak = 0;
  #peakOfMessage = 0;
  #livelyMessages = 0;

  constructor(rules: ClipRules, range: number | null, isClipped: boolean) {
    this.#rules = rules;
    this.range = range;
    this.isClipped = isClipped;
  }

  observe(x: number, y: number, z: number): void {
    this.#observeAxis(0, x);
    this.#observeAxis(1, y);
    this.#observeAxis(2, z);
  }

  #observeAxis(axis: number, value: number): void {
    const size = Math.abs(value);
    if (size > this.#peakOfMessage) this.#peakOfMessage = size;
    const at = axis * SIDES + (value < 0 ? 1 : 0);
    const largest = this.#largest[at] ?? 0;
    if (size > largest * (1 + SAME)) {
      this.#largest[at] = size;
      this.#reached[at] = 1;
    } else if (size >= largest * (1 - SAME)) {
      // A slow rise must not count as a plateau: the first of its values stays the level.
      this.#reached[at] = Math.min(this.#rules.certain, (this.#reached[at] ?? 0) + 1);
    }
  }

  /** Call after the values of a message. */
  endMessage(): void {
    const peak = this.#peakOfMessage;
    this.#peakOfMessage = 0;
    if (peak > this.#peak) this.#peak = peak;
    const { livelyFrom, unit } = this.#rules;
    if (peak < livelyFrom) return;
    this.#livelyMessages = Math.min(LIVELY_MESSAGES, this.#livelyMessages + 1);
    if (this.isClipped && peak > (this.range ?? 0) * unit * ABOVE_RANGE) this.isClipped = false;
    const clippedAt = this.#clippedRange();
    if (clippedAt !== null) {
      this.range = clippedAt;
      this.isClipped = true;
    } else if (!this.isClipped && this.#livelyMessages === LIVELY_MESSAGES) {
      this.range = Math.max(this.range ?? 0, this.#containing(this.#peak));
    }
  }

  /** The usual range at whose end the largest values lie again and again; null without one. */
  #clippedRange(): number | null {
    const { unit, certain } = this.#rules;
    const range = this.#containing(this.#peak);
    for (let at = 0; at < AXES * SIDES; at++) {
      if (this.#reached[at] === certain && (this.#largest[at] ?? 0) >= range * unit * BELOW_RANGE)
        return range;
    }
    return null;
  }

  #containing(peak: number): number {
    const { ranges, unit } = this.#rules;
    for (const range of ranges) if (peak <= range * unit * ABOVE_RANGE) return range;
    return ranges.at(-1) ?? 0;
  }
}
