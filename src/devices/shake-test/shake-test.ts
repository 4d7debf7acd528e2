import { ACCEL_SHAKEN, ClipWatch, GYRO_SHAKEN } from '../sensor-health/clip-watch.ts';
import { LOWEST_RATE_HZ, NEEDED } from '../sensor-health/sensors.ts';
import { SHAKE_TEST_MS } from '../vocabulary.ts';

export const SHAKE_TESTS_PER_HOUR = 5;

export const SHAKE_STATES = ['waiting', 'running', 'passed', 'failed', 'timed_out'] as const;
export type ShakeState = (typeof SHAKE_STATES)[number];

export const SHAKE_STEPS = ['still', 'shake'] as const;
type ShakeStep = (typeof SHAKE_STEPS)[number];

export const SHAKE_CHECKS = [
  'messages',
  'rest',
  'units',
  'gyro',
  'impact',
  'turning',
  'range',
  'rate',
  'parts',
] as const;

interface ShakeCheck {
  readonly name: (typeof SHAKE_CHECKS)[number];
  readonly ok: boolean;
  /** For people: the measured value and, if it is wrong, what to do. */
  readonly says: string;
}

type Vector = readonly [x: number, y: number, z: number];

/** A stored reading of the test. Samples and parts are laid out as in readings/scoring/window.ts. */
export interface ShakenReading {
  readonly timeMs: number;
  readonly accel: Vector;
  readonly gyro: Vector | null;
  /** Seven numbers per sample; NaN for the last three without a gyro. */
  readonly samples: Float32Array | undefined;
  /** Twelve numbers per part; NaN for both rotation rates without a gyro. */
  readonly parts: Float32Array | undefined;
}

export interface ShakeTestProgress {
  readonly state: ShakeState;
  /** What the person should do now; null after the end. */
  readonly step: ShakeStep | null;
  readonly checks: readonly ShakeCheck[];
}

const SAMPLE_NUMBERS = 7;
const PART_NUMBERS = 12;

/** Readings at rest, and readings shaken: five seconds each. */
const READINGS = 5;
const SHAKE_MS = 5_000;
/** A shaken wearable whose last readings are missing is judged by those that came. */
const SHAKE_WAIT_MS = 7_000;
/** Within the readings at rest, |a| varies by at most this share or, near 0, by this much. */
const STILL_SHARE = 0.12;
const STILL_LEAST = 0.15;
/** Steady shaking may have steady peaks: at rest |a| is below this in every unit, and so is the turning, in °/s. */
const REST_ACCEL = 15;
const REST_TURN = 60;
/** A reading is shaken if |a| exceeds that at rest by this share. */
const SHAKEN_SHARE = 0.5;

const GRAVITY = 9.81;
const GRAVITY_TOLERANCE = 0.6;
const GYRO_AT_REST = 5;
const HARD = 20;
const TURN = 100;
/** 100 °/s to 2000 °/s in rad/s. */
const TURN_IN_RADIANS = 1.7;
const MOST_RADIANS = 35;
const LONGEST_GAP_MS = 2_200;
const LONGEST_INTERVAL_MS = 1_500;
/** Values are rounded to one decimal, and means are not exact. */
const PART_TOLERANCE = 0.3;

const size = ([x, y, z]: Vector): number => Math.hypot(x, y, z);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const digits = (value: number): string => (Math.abs(value) < 20 ? value.toFixed(1) : value.toFixed(0));

const check = (name: ShakeCheck['name'], ok: boolean, says: string): ShakeCheck => ({ name, ok, says });

/** docs/firmware.md, "Shake test": judges the readings since the start of the test, oldest first. */
export function judgeShakeTest(
  readings: readonly ShakenReading[],
  startedAtMs: number,
  nowMs: number,
): ShakeTestProgress {
  const hasEnded = nowMs >= startedAtMs + SHAKE_TEST_MS;
  const unfinished = (step: ShakeStep, checks: readonly ShakeCheck[], missing: ShakeCheck) =>
    hasEnded
      ? ({ state: 'timed_out', step: null, checks: [...checks, missing] } as const)
      : ({ state: readings.length === 0 ? 'waiting' : 'running', step, checks } as const);

  if (readings.length === 0) return unfinished('still', [], NO_MESSAGE);
  const restFrom = findRest(readings);
  if (restFrom === undefined) return unfinished('still', [messages(readings)], NOT_STILL);
  const rest = readings.slice(restFrom, restFrom + READINGS);
  const restAccel = mean(rest.map(({ accel }) => size(accel)));
  const shaken = findShaken(readings.slice(restFrom + READINGS), restAccel);
  const atRest = [messages(readings), gravity(restAccel), gyroAtRest(rest, shaken)];
  const startedShaking = shaken[0]?.timeMs;
  const isComplete =
    startedShaking !== undefined && (shaken.length >= READINGS || nowMs >= startedShaking + SHAKE_WAIT_MS);
  if (!isComplete) return unfinished('shake', atRest, NOT_SHAKEN);
  const checks = [...atRest, ...shakenChecks(shaken, restAccel)];
  return { state: checks.every(({ ok }) => ok) ? 'passed' : 'failed', step: null, checks };
}

const NO_MESSAGE = check(
  'messages',
  false,
  'No message arrived. Check that the wearable is switched on, connected and has its token.',
);
const NOT_STILL = check('rest', false, 'It was not still for 5 seconds. Put it on a table and start again.');
const NOT_SHAKEN = check(
  'impact',
  false,
  'It was not shaken for 5 seconds. Start again and shake it as hard as you can.',
);

/** The first five readings in a row whose |a| stays the same, in whatever unit. */
function findRest(readings: readonly ShakenReading[]): number | undefined {
  for (let from = 0; from + READINGS <= readings.length; from++) {
    const part = readings.slice(from, from + READINGS);
    const middle = mean(part.map(({ accel }) => size(accel)));
    const [least, most] = [Math.min(...part.map(leastOf)), Math.max(...part.map(peakOf))];
    const isSteady = most - least <= Math.max(STILL_LEAST, middle * STILL_SHARE);
    if (isSteady && most < REST_ACCEL && (fastestTurn(part) ?? 0) < REST_TURN) return from;
  }
  return undefined;
}

/** The readings of five seconds from the first shaken one. */
function findShaken(readings: readonly ShakenReading[], restAccel: number): readonly ShakenReading[] {
  const from = readings.findIndex(
    (reading) => peakOf(reading) - restAccel > SHAKEN_SHARE * Math.max(1, restAccel),
  );
  const first = readings[from];
  if (first === undefined) return [];
  return readings.slice(from).filter(({ timeMs }) => timeMs < first.timeMs + SHAKE_MS);
}

function* samplesOf({ samples }: ShakenReading): Generator<{ accel: Vector; gyro: Vector | null }> {
  const cell = (at: number): number => samples?.[at] ?? Number.NaN;
  for (let at = 0; at + SAMPLE_NUMBERS <= (samples?.length ?? 0); at += SAMPLE_NUMBERS) {
    const gyro: Vector = [cell(at + 4), cell(at + 5), cell(at + 6)];
    yield {
      accel: [cell(at + 1), cell(at + 2), cell(at + 3)],
      gyro: gyro.some(Number.isNaN) ? null : gyro,
    };
  }
}

interface Part {
  readonly peak: number;
  readonly least: number;
  readonly deviation: number;
  readonly meanAccel: number;
  readonly meanTurn: number;
  readonly peakTurn: number;
  readonly jerk: number;
}

function partsOf({ parts }: ShakenReading): Part[] {
  const cell = (at: number): number => parts?.[at] ?? Number.NaN;
  return Array.from({ length: Math.floor((parts?.length ?? 0) / PART_NUMBERS) }, (_, k) => {
    const at = k * PART_NUMBERS;
    return {
      peak: cell(at),
      least: cell(at + 1),
      deviation: cell(at + 2),
      meanAccel: size([cell(at + 3), cell(at + 4), cell(at + 5)]),
      meanTurn: cell(at + 6),
      peakTurn: cell(at + 7),
      jerk: cell(at + 8),
    };
  });
}

const sizesOf = (reading: ShakenReading): number[] => [
  size(reading.accel),
  ...[...samplesOf(reading)].map(({ accel }) => size(accel)),
];
const peakOf = (reading: ShakenReading): number =>
  Math.max(...sizesOf(reading), ...partsOf(reading).map(({ peak }) => peak));
const leastOf = (reading: ShakenReading): number =>
  Math.min(...sizesOf(reading), ...partsOf(reading).map(({ least }) => least));

function turnOf(reading: ShakenReading): number | null {
  const turns = [reading.gyro, ...[...samplesOf(reading)].map(({ gyro }) => gyro)]
    .filter((gyro) => gyro !== null)
    .map(size);
  for (const { peakTurn } of partsOf(reading)) if (!Number.isNaN(peakTurn)) turns.push(peakTurn);
  return turns.length === 0 ? null : Math.max(...turns);
}

/** The fastest turn; null without a gyro, or if it reads exactly 0 throughout. */
function fastestTurn(readings: readonly ShakenReading[]): number | null {
  const turns = readings.map(turnOf).filter((turn) => turn !== null);
  const fastest = Math.max(0, ...turns);
  return fastest === 0 ? null : fastest;
}

function messages(readings: readonly ShakenReading[]): ShakeCheck {
  const gaps = readings.slice(1).map(({ timeMs }, i) => timeMs - (readings[i]?.timeMs ?? timeMs));
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  const longest = Math.max(0, ...gaps);
  if (longest > LONGEST_GAP_MS)
    return check(
      'messages',
      false,
      `No message for ${seconds(longest)} seconds. Check the radio connection at this place.`,
    );
  if (mean(gaps) > LONGEST_INTERVAL_MS)
    return check(
      'messages',
      false,
      `One message every ${seconds(mean(gaps))} seconds. Send one every second.`,
    );
  return check('messages', true, 'Messages arrive every second.');
}

const looksLikeG = (restAccel: number): boolean => restAccel > 0.8 && restAccel < 1.2;

function gravity(restAccel: number): ShakeCheck {
  const measured = `At rest ${digits(restAccel)} m/s²`;
  if (Math.abs(restAccel - GRAVITY) <= GRAVITY_TOLERANCE) return check('units', true, `${measured}.`);
  if (looksLikeG(restAccel))
    return check(
      'units',
      false,
      `At rest ${digits(restAccel)}: this looks like g, not m/s². Multiply by 9.81.`,
    );
  if (restAccel < 0.5)
    return check('units', false, `${measured}: gravity is missing. Send the acceleration as measured.`);
  return check('units', false, `${measured}, expected 9.8. Calibrate the accelerometer.`);
}

function gyroAtRest(rest: readonly ShakenReading[], shaken: readonly ShakenReading[]): ShakeCheck {
  const known = rest.filter(({ gyro }) => gyro !== null);
  const isMissing = fastestTurn([...rest, ...shaken]) === null;
  // A gyro that rounds to 0 at rest shows itself when the wearable is shaken.
  if (isMissing) return check('gyro', false, 'No gyro: falls are found less surely.');
  const turn = mean(known.map(({ gyro }) => size(gyro ?? [0, 0, 0])));
  if (turn > GYRO_AT_REST)
    return check('gyro', false, `At rest it turns by ${digits(turn)} °/s, expected 0. Calibrate the gyro.`);
  return check('gyro', true, `At rest ${digits(turn)} °/s.`);
}

function shakenChecks(shaken: readonly ShakenReading[], restAccel: number): ShakeCheck[] {
  const checks = [impact(shaken, restAccel)];
  const turn = fastestTurn(shaken);
  if (turn !== null) checks.push(turning(turn));
  checks.push(range(shaken));
  const rates = shaken.map(rateOf).filter((hz) => hz !== null);
  if (rates.length > 0) checks.push(rate(mean(rates)));
  const parts = shaken.flatMap(partsOf);
  if (parts.length > 0) checks.push(plausibleParts(parts));
  return checks;
}

function impact(shaken: readonly ShakenReading[], restAccel: number): ShakeCheck {
  // Wrong units are one mistake, not two.
  const peak = Math.max(...shaken.map(peakOf)) * (looksLikeG(restAccel) ? GRAVITY : 1);
  return peak >= HARD
    ? check('impact', true, `Strongest movement ${digits(peak)} m/s².`)
    : check(
        'impact',
        false,
        `Strongest movement ${digits(peak)} m/s², expected ${HARD} or more. Shake harder, or turn off smoothing on the wearable.`,
      );
}

function turning(fastest: number): ShakeCheck {
  if (fastest >= TURN) return check('turning', true, `Fastest turn ${digits(fastest)} °/s.`);
  if (fastest >= TURN_IN_RADIANS && fastest <= MOST_RADIANS)
    return check(
      'turning',
      false,
      `Fastest turn ${digits(fastest)}: this looks like rad/s, not °/s. Multiply by 57.3.`,
    );
  return check(
    'turning',
    false,
    `Fastest turn ${digits(fastest)} °/s, expected ${TURN} or more. Twist it while you shake it.`,
  );
}

function range(shaken: readonly ShakenReading[]): ShakeCheck {
  const accel = new ClipWatch(ACCEL_SHAKEN, null, false);
  const gyro = new ClipWatch(GYRO_SHAKEN, null, false);
  for (const reading of shaken) {
    // A held sample is among the samples: counted twice it would look like two equal values.
    const measured = reading.samples === undefined ? [reading] : samplesOf(reading);
    for (const { accel: a, gyro: w } of measured) {
      accel.observe(...a);
      if (w !== null) gyro.observe(...w);
    }
    accel.endMessage();
    gyro.endMessage();
  }
  if (accel.isClipped && (accel.range ?? 0) < NEEDED.rangeG)
    return check(
      'range',
      false,
      `Acceleration stops at ±${accel.range} g. Set the accelerometer to ±${NEEDED.rangeG} g or more.`,
    );
  if (gyro.isClipped && (gyro.range ?? 0) < NEEDED.gyroRange)
    return check(
      'range',
      false,
      `Rotation stops at ±${gyro.range} °/s. Set the gyro to ±${NEEDED.gyroRange} °/s or more.`,
    );
  return check('range', true, 'No value is cut off.');
}

function rateOf({ samples }: ShakenReading): number | null {
  const count = Math.floor((samples?.length ?? 0) / SAMPLE_NUMBERS);
  const spanMs = (samples?.[(count - 1) * SAMPLE_NUMBERS] ?? 0) - (samples?.[0] ?? 0);
  return count < 2 || spanMs <= 0 ? null : ((count - 1) * 1000) / spanMs;
}

const rate = (hz: number): ShakeCheck =>
  hz >= LOWEST_RATE_HZ
    ? check('rate', true, `${Math.round(hz)} samples a second.`)
    : check('rate', false, `${Math.round(hz)} samples a second, expected ${NEEDED.rateHz} or more.`);

function plausibleParts(parts: readonly Part[]): ShakeCheck {
  const isPlausible = ({ peak, least, deviation, meanAccel, meanTurn, peakTurn }: Part): boolean =>
    least >= 0 &&
    peak + PART_TOLERANCE >= least &&
    peak + PART_TOLERANCE >= meanAccel &&
    deviation <= Math.max(peak - GRAVITY, GRAVITY - least) + PART_TOLERANCE &&
    (Number.isNaN(meanTurn) || peakTurn + PART_TOLERANCE >= meanTurn);
  if (!parts.every(isPlausible))
    return check(
      'parts',
      false,
      'The numbers of `parts` contradict each other (peak, mean, least). Check their order in the firmware.',
    );
  return parts.some(({ jerk }) => jerk > 0)
    ? check('parts', true, 'The parts are plausible.')
    : check('parts', false, 'The jerk in `parts` is 0 while it is shaken. Check the firmware.');
}
