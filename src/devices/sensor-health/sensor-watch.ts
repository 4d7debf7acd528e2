import { ACCEL_CLIPPING, ClipWatch, GYRO_CLIPPING } from './clip-watch.ts';
import { LOWEST_RATE_HZ, type Sends, type SensorFacts, weaknessesOf } from './sensors.ts';

/** The fields of a reading that show its sensors. */
export interface Sensed {
  readonly accel_x: number;
  readonly accel_y: number;
  readonly accel_z: number;
  readonly gyro_x?: number | null | undefined;
  readonly gyro_y?: number | null | undefined;
  readonly gyro_z?: number | null | undefined;
  /** Rows `[t_ms, ax, ay, az, gx, gy, gz]`, without the last three where there is no gyro. */
  readonly samples?: readonly (readonly number[])[] | null | undefined;
  readonly parts?: readonly unknown[] | null | undefined;
}

/** docs/contract.md, "Devices": a gyro that reads exactly 0 for this many readings is none. */
const ZEROS = 60;
/** Readings without a value before a gyro that was there counts as gone. */
const ABSENT = 10;
/** A wearable moves when |a| changes from one reading to the next by more than this, in m/s². */
const MOVES = 1;

/** A wearable that sends less than before has changed after this many messages. */
const POORER_MESSAGES = 10;

/** All samples of the first messages are looked at, then those of one message in some and of lively ones. */
const FIRST_MESSAGES = 300;
const EVERY = 8;
const LIVELY = 20;

/** Too few samples, or too short a time, for a rate. */
const FEWEST_SAMPLES = 10;
const SHORTEST_MS = 300;
/** Messages before the rate is known, and over which it is averaged. */
const RATE_MESSAGES = 5;
const RATE_AVERAGE = 20;

/**
 * The change from sample to sample, per 25 ms, divided by the spread of the samples, both as root mean squares over a
 * lively second. Smoothing over 100 ms leaves at most 20 % of a wearable's lively seconds above SHARP. In the
 * recordings of seven wearables without smoothing, 50 % are above it.
 */
const SHARP = 0.45;
const STEP_MS = 25;
const SMOOTH_SHARE = 0.15;
const SHARP_SHARE = 0.3;
const LIVELY_SECONDS = 100;

/**
 * Learns from its readings which sensors a wearable has. It sees every reading, so it holds only numbers, and looks at
 * samples in a bounded share of messages.
 */
export class SensorWatch implements SensorFacts {
  hasGyro: boolean | null = null;
  sampleRateHz: number | null = null;
  sends: Sends | null = null;
  isSmoothed = false;
  #accel: ClipWatch;
  #gyro: ClipWatch;
  #messages = 0;
  #zeros = 0;
  #absent = 0;
  #lastAccel = 0;
  #poorer = 0;
  #rate = 0;
  #rates = 0;
  #livelySeconds = 0;
  #sharpSeconds = 0;
  /** weaknessesOf at the last message. */
  weaknesses = 0;

  constructor(facts: SensorFacts) {
    this.#accel = new ClipWatch(ACCEL_CLIPPING, facts.rangeG, facts.isAccelClipped);
    this.#gyro = new ClipWatch(GYRO_CLIPPING, facts.gyroRange, facts.isGyroClipped);
    this.hasGyro = facts.hasGyro;
    this.sampleRateHz = facts.sampleRateHz;
    this.sends = facts.sends;
    this.isSmoothed = facts.isSmoothed;
    this.weaknesses = weaknessesOf(this);
  }

  get rangeG(): number | null {
    return this.#accel.range;
  }

  get gyroRange(): number | null {
    return this.#gyro.range;
  }

  get isAccelClipped(): boolean {
    return this.#accel.isClipped;
  }

  get isGyroClipped(): boolean {
    return this.#gyro.isClipped;
  }

  /** Returns true when the weaknesses have changed. */
  observe(reading: Sensed): boolean {
    const { accel_x, accel_y, accel_z, samples } = reading;
    const accel = Math.sqrt(accel_x * accel_x + accel_y * accel_y + accel_z * accel_z);
    this.#messages += 1;
    this.#observeGyro(reading, Math.abs(accel - this.#lastAccel) > MOVES);
    this.#lastAccel = accel;
    this.#observeForm(reading);
    this.#accel.observe(accel_x, accel_y, accel_z);
    const isLookedAt = this.#messages <= FIRST_MESSAGES || this.#messages % EVERY === 0 || accel >= LIVELY;
    if (isLookedAt && samples != null && samples.length > 0) this.#observeSamples(samples);
    this.#accel.endMessage();
    this.#gyro.endMessage();
    const before = this.weaknesses;
    this.weaknesses = weaknessesOf(this);
    return this.weaknesses !== before;
  }

  #observeGyro({ gyro_x, gyro_y, gyro_z }: Sensed, moves: boolean): void {
    if (gyro_x == null || gyro_y == null || gyro_z == null) {
      this.#absent = Math.min(ABSENT, this.#absent + 1);
      if (this.hasGyro === null || this.#absent === ABSENT) this.hasGyro = false;
      return;
    }
    this.#absent = 0;
    if (gyro_x !== 0 || gyro_y !== 0 || gyro_z !== 0) {
      this.#zeros = 0;
      this.hasGyro = true;
      this.#gyro.observe(gyro_x, gyro_y, gyro_z);
      return;
    }
    // A gyro that was there may round to 0 through a whole night; that it is gone shows only in movement.
    if (this.hasGyro === true && !moves) return;
    this.#zeros = Math.min(ZEROS, this.#zeros + 1);
    if (this.#zeros === ZEROS) this.hasGyro = false;
  }

  #observeForm({ samples, parts }: Sensed): void {
    const sends = samples != null && samples.length > 0 ? 'samples' : parts != null ? 'parts' : 'reading';
    const isPoorer = this.sends !== null && sends !== this.sends && this.sends !== 'reading';
    this.#poorer = isPoorer ? this.#poorer + 1 : 0;
    if (isPoorer && this.#poorer < POORER_MESSAGES) return;
    if (this.sends === 'samples' && sends !== 'samples') this.#forgetSamples();
    this.#poorer = 0;
    this.sends = sends;
  }

  #forgetSamples(): void {
    this.sampleRateHz = null;
    this.isSmoothed = false;
    this.#rates = 0;
    this.#livelySeconds = 0;
    this.#sharpSeconds = 0;
  }

  #observeSamples(samples: readonly (readonly number[])[]): void {
    const count = samples.length;
    let sumX = 0;
    let sumY = 0;
    let sumZ = 0;
    let squares = 0;
    let steps = 0;
    let peak = 0;
    let lastX = 0;
    let lastY = 0;
    let lastZ = 0;
    for (let i = 0; i < count; i++) {
      const row = samples[i] as readonly number[];
      const x = row[1] as number;
      const y = row[2] as number;
      const z = row[3] as number;
      this.#accel.observe(x, y, z);
      const gx = row[4];
      if (gx !== undefined) this.#gyro.observe(gx, row[5] ?? 0, row[6] ?? 0);
      const square = x * x + y * y + z * z;
      squares += square;
      if (square > peak) peak = square;
      sumX += x;
      sumY += y;
      sumZ += z;
      if (i > 0) steps += (x - lastX) ** 2 + (y - lastY) ** 2 + (z - lastZ) ** 2;
      lastX = x;
      lastY = y;
      lastZ = z;
    }
    const spanMs = (samples[count - 1]?.[0] ?? 0) - (samples[0]?.[0] ?? 0);
    if (count < FEWEST_SAMPLES || spanMs < SHORTEST_MS) return;
    const stepMs = spanMs / (count - 1);
    this.#observeRate(1000 / stepMs);
    const spread = squares - (sumX * sumX + sumY * sumY + sumZ * sumZ) / count;
    if (peak >= LIVELY * LIVELY && spread > 0 && 1000 / stepMs >= LOWEST_RATE_HZ)
      this.#observeSharpness(Math.sqrt(steps / spread) * (STEP_MS / stepMs));
  }

  #observeRate(hz: number): void {
    this.#rates = Math.min(RATE_AVERAGE, this.#rates + 1);
    this.#rate += (hz - this.#rate) / this.#rates;
    if (this.#rates >= RATE_MESSAGES) this.sampleRateHz = Math.round(this.#rate * 10) / 10;
  }

  #observeSharpness(sharpness: number): void {
    this.#livelySeconds += 1;
    if (sharpness >= SHARP) this.#sharpSeconds += 1;
    if (this.#livelySeconds < LIVELY_SECONDS) return;
    const share = this.#sharpSeconds / this.#livelySeconds;
    this.isSmoothed = share < (this.isSmoothed ? SHARP_SHARE : SMOOTH_SHARE);
    this.#livelySeconds /= 2;
    this.#sharpSeconds /= 2;
  }
}
