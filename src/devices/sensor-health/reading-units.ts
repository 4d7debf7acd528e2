/** Wrong units that a wearable's readings appear to use instead of m/s² and °/s. */
export interface OtherUnits {
  readonly accelInG: boolean;
  readonly gyroInRadians: boolean;
}

/** The fields of a reading that show its units. */
export interface Motion {
  readonly accel_x: number;
  readonly accel_y: number;
  readonly accel_z: number;
  readonly gyro_x?: number | null | undefined;
  readonly gyro_y?: number | null | undefined;
  readonly gyro_z?: number | null | undefined;
}

/**
 * Readings that must look like other units before the warning is set, and like the right units before it is cleared. In
 * the recordings, at most four readings in a row look wrong where the units are right. Where the units are wrong, the
 * warning is set within 110 readings.
 */
const CERTAIN = 25;

/**
 * Every reading contains gravity: |a| is rarely below 4 in m/s², and rarely above 7 in g. Values near 0 prove nothing.
 */
const G_FROM = 0.5;
const G_UP_TO = 4;
const SI_FROM = 7;

/** An arm that moves for a while turns faster than 12 °/s; 12 rad/s (690 °/s) is rare. */
const GYRO_OF_RADIANS = 12;
/** One quick turn is stronger evidence than one slow turn. */
const QUICK_TURN_COUNTS = 3;

/** The wearable moves when |a| differs from the reading before by more than this share … */
const CHANGE = 0.08;
/** … or when |a| is far from rest, both in g and in m/s². */
const REST_IN_G_UP_TO = 1.25;
const REST_FROM = 7.4;
const REST_UP_TO = 12.3;

/**
 * Holds only numbers, because it sees every reading of every wearable. Its doubt grows with readings that look like
 * other units and shrinks with readings that look right.
 */
export class UnitWatch implements OtherUnits {
  accelInG: boolean;
  gyroInRadians: boolean;
  #doubtOfAccel: number;
  #doubtOfGyro: number;
  #lastAccel = 0;

  constructor({ accelInG, gyroInRadians }: OtherUnits) {
    this.accelInG = accelInG;
    this.gyroInRadians = gyroInRadians;
    this.#doubtOfAccel = accelInG ? CERTAIN : 0;
    this.#doubtOfGyro = gyroInRadians ? CERTAIN : 0;
  }

  /** Returns true when the verdict has changed. */
  observe({ accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z }: Motion): boolean {
    const accel = Math.sqrt(accel_x * accel_x + accel_y * accel_y + accel_z * accel_z);
    const gyro = Math.sqrt((gyro_x ?? 0) ** 2 + (gyro_y ?? 0) ** 2 + (gyro_z ?? 0) ** 2);
    const moves = this.#moves(accel);
    this.#lastAccel = accel;

    if (accel > G_FROM && accel < G_UP_TO) this.#doubtOfAccel = Math.min(CERTAIN, this.#doubtOfAccel + 1);
    else if (accel > SI_FROM) this.#doubtOfAccel = Math.max(0, this.#doubtOfAccel - 1);

    if (gyro > GYRO_OF_RADIANS) this.#doubtOfGyro = Math.max(0, this.#doubtOfGyro - QUICK_TURN_COUNTS);
    // A gyro that reads 0 while the wearable moves is missing.
    else if (moves && gyro > 0) this.#doubtOfGyro = Math.min(CERTAIN, this.#doubtOfGyro + 1);

    const accelInG = verdict(this.accelInG, this.#doubtOfAccel);
    const gyroInRadians = verdict(this.gyroInRadians, this.#doubtOfGyro);
    if (accelInG === this.accelInG && gyroInRadians === this.gyroInRadians) return false;
    this.accelInG = accelInG;
    this.gyroInRadians = gyroInRadians;
    return true;
  }

  #moves(accel: number): boolean {
    const last = this.#lastAccel;
    if (last > 0 && Math.abs(accel - last) > CHANGE * last) return true;
    return accel > REST_UP_TO || (accel > REST_IN_G_UP_TO && accel < REST_FROM);
  }
}

/** Hysteresis: clearing a verdict takes as much evidence as setting it. */
const verdict = (before: boolean, doubt: number): boolean => (before ? doubt > 0 : doubt === CERTAIN);

const IN_G =
  'Readings look like other units: acceleration in g, not m/s² (at rest |a| is near 1, not 9.8); falls go unnoticed';
const IN_RADIANS =
  'Readings look like other units: rotation in rad/s, not °/s (it moves, and |gyro| stays below 12); falls go unnoticed';

/** For the status view and the device's log. */
export function unitWarnings({ accelInG, gyroInRadians }: OtherUnits): string[] {
  const warnings: string[] = [];
  if (accelInG) warnings.push(IN_G);
  if (gyroInRadians) warnings.push(IN_RADIANS);
  return warnings;
}
