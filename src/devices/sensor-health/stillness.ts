import type { Sensed } from './sensor-watch.ts';

/** The fields of a reading that show whether the wearable moves. */
export interface Stirring extends Sensed {
  readonly parts?: readonly (readonly (number | null)[])[] | null | undefined;
  readonly charging?: boolean | null | undefined;
}

/** What is known of a wearable's movement, in milliseconds since 1970; 0 if unknown. */
export interface Stillness {
  /** The last movement. */
  readonly movedAtMs: number;
  /** The last movement, the last reading on a charger, or the first reading. */
  readonly stillSinceMs: number;
}

/**
 * A value this far from the mean of the readings before it is a movement, per axis (docs/home.md, "Not worn"): in m/s²,
 * and in °/s. In the recordings, the noisiest wearable on a table varies by 0.07 m/s² (standard deviation); a turn of
 * the wrist by two degrees changes an axis by 0.3 m/s².
 */
const ACCEL_NOISE = 0.3;
const GYRO_NOISE = 3;
/** Largest minus smallest |a| within a fifth of a second: a knock, of which the means show little. */
const KNOCK = 1;
/**
 * Readings over which the mean is taken, and the share of them that it takes once it has so many: it follows a sensor
 * that drifts with its temperature, within some minutes.
 */
const AVERAGED = 64;
const EVERY = 8;
/** Rows of `samples` that are looked at, spread over the message, as `parts` has five. */
const ROWS = 5;

/** Columns of `parts` (docs/contract.md, "Parts"). */
const PEAK = 0;
const LEAST = 1;
const MEAN_X = 3;
const MEAN_Y = 4;
const MEAN_Z = 5;

/**
 * Notices when a wearable moves. It sees every reading of every wearable, so it holds only numbers and allocates
 * nothing.
 */
export class StillnessWatch implements Stillness {
  movedAtMs: number;
  stillSinceMs: number;
  /** True if a reading showed a movement or a charger. */
  hasStirred = false;
  #readings = 0;
  #x = 0;
  #y = 0;
  #z = 0;
  #gx = 0;
  #gy = 0;
  #gz = 0;

  constructor({ movedAtMs, stillSinceMs }: Stillness) {
    this.movedAtMs = movedAtMs;
    this.stillSinceMs = stillSinceMs;
  }

  /** The clock was set back: a movement in the future is no sign of life, and a stillness began now at the latest. */
  followClock(now: number): void {
    if (this.movedAtMs > now) this.movedAtMs = 0;
    this.stillSinceMs = Math.min(this.stillSinceMs, now);
  }

  /** Takes readings in the order of time. Returns how long the wearable was still before it moved; 0 if it is still. */
  observe(reading: Stirring, at: number): number {
    if (this.stillSinceMs === 0) this.stillSinceMs = at;
    if (this.#moves(reading)) {
      const stillMs = at - this.stillSinceMs;
      this.hasStirred = true;
      this.#readings = 0;
      this.movedAtMs = at;
      this.stillSinceMs = at;
      this.#follow(reading);
      return Math.max(1, stillMs);
    }
    this.#follow(reading);
    if (reading.charging === true) {
      this.hasStirred = true;
      this.stillSinceMs = at;
    }
    return 0;
  }

  #moves({ accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, samples, parts }: Stirring): boolean {
    if (this.#readings === 0) return false;
    if (this.#isAway(accel_x, accel_y, accel_z)) return true;
    if (gyro_x != null && gyro_y != null && gyro_z != null) {
      if (Math.abs(gyro_x - this.#gx) > GYRO_NOISE) return true;
      if (Math.abs(gyro_y - this.#gy) > GYRO_NOISE) return true;
      if (Math.abs(gyro_z - this.#gz) > GYRO_NOISE) return true;
    }
    if (parts != null) return this.#partsMove(parts);
    return samples != null && this.#samplesMove(samples);
  }

  #isAway(x: number, y: number, z: number): boolean {
    return (
      Math.abs(x - this.#x) > ACCEL_NOISE ||
      Math.abs(y - this.#y) > ACCEL_NOISE ||
      Math.abs(z - this.#z) > ACCEL_NOISE
    );
  }

  #partsMove(parts: NonNullable<Stirring['parts']>): boolean {
    for (let i = 0; i < parts.length; i++) {
      const row = parts[i] as readonly number[];
      if ((row[PEAK] as number) - (row[LEAST] as number) > KNOCK) return true;
      if (this.#isAway(row[MEAN_X] as number, row[MEAN_Y] as number, row[MEAN_Z] as number)) return true;
    }
    return false;
  }

  #samplesMove(samples: NonNullable<Stirring['samples']>): boolean {
    const step = Math.max(1, Math.floor(samples.length / ROWS));
    for (let i = 0; i < samples.length; i += step) {
      const row = samples[i] as readonly number[];
      if (this.#isAway(row[1] as number, row[2] as number, row[3] as number)) return true;
    }
    return false;
  }

  /** The mean of the readings since the last movement, of the last ones if there are many. */
  #follow({ accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z }: Stirring): void {
    this.#readings += 1;
    if (this.#readings > AVERAGED && this.#readings % EVERY !== 0) return;
    const weight = 1 / Math.min(this.#readings, AVERAGED);
    this.#x += (accel_x - this.#x) * weight;
    this.#y += (accel_y - this.#y) * weight;
    this.#z += (accel_z - this.#z) * weight;
    if (gyro_x == null || gyro_y == null || gyro_z == null) return;
    this.#gx += (gyro_x - this.#gx) * weight;
    this.#gy += (gyro_y - this.#gy) * weight;
    this.#gz += (gyro_z - this.#gz) * weight;
  }
}
