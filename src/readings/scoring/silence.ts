import { fallLevel, HIGHEST_CONFIDENCE, isAtLeast } from '../../platform/fall-levels.ts';
import { digits, type Explanation, explainWindow } from './explain.ts';
import { standIn } from './samples.ts';
import { scoreWindow } from './score.ts';
import {
  AX,
  cell,
  createWindow,
  FIELDS,
  GRAVITY,
  GX,
  hasGyro,
  IMPACT,
  kindOf,
  MESSAGE_CELLS,
  type MessageKind,
  norm,
  peakOf,
  RECENT,
  restWeight,
  SAMPLE_COUNT,
  SAMPLE_GYRO_PEAK,
  SAMPLE_PEAK,
  T,
  WINDOW_LENGTH,
  type Window,
} from './window.ts';

/** docs/contract.md, "An impact, then silence": how long no reading may come before an impact becomes a fall. */
export const SILENCE_S = 8;

/** So long after an impact the networks are surest of a fall. */
const STILL_SECONDS: Readonly<Record<MessageKind, number>> = { reading: 4, samples: 2 };
/** Rotation of a wearable that lies still, in °/s. */
const STILL_ROTATION = 1;
/** A wearable that usually sends less often says nothing by a silence. */
const LONGEST_GAP_S = 3;
const GAPS = 5;

/**
 * Explains the fall that the window's newest reading becomes if no reading follows it: an impact that would be one if the
 * wearer lay still afterwards. Undefined if it becomes none. In the recordings, 86 to 98 % of the falls (79 to 100 % with
 * samples) become one when the wearable falls silent with the impact. Of 1000 seconds of ordinary life it is 0 to 5
 * (0 to 1), if the wearable fell silent right then.
 */
export type SilenceExplainer = (window: Window, length: number) => Explanation | undefined;

/** Reuses its scratch memory. */
export function createSilenceExplainer(): SilenceExplainer {
  const still = createWindow(WINDOW_LENGTH + Math.max(...Object.values(STILL_SECONDS)));
  const alone = createWindow(1);
  const lying = new Float32Array(3);

  /** Confidence after some seconds of lying still. */
  function scoreIfStill({ cells, bins }: Window, length: number, kind: MessageKind): number {
    const seconds = STILL_SECONDS[kind];
    const rotation = hasGyro({ cells, bins }, length) ? STILL_ROTATION : Number.NaN;
    still.cells.set(cells.subarray(0, length * FIELDS));
    still.bins.set(bins);
    for (let reading = 0; reading < length; reading++)
      still.cells[reading * FIELDS + T] = cell(cells, reading * FIELDS + T) - seconds;
    turnFromRest(cells, length, lying);
    for (let second = 1; second <= seconds; second++) {
      const reading = length - 1 + second;
      const row = reading * FIELDS;
      still.cells.fill(Number.NaN, row, row + FIELDS);
      still.cells[row + T] = second - seconds;
      still.cells.set(lying, row + AX);
      still.cells.fill(rotation / Math.sqrt(3), row + GX, row + GX + 3);
      if (kind === 'reading') continue;
      still.cells[row + SAMPLE_COUNT] = 1;
      still.cells[row + SAMPLE_PEAK] = GRAVITY;
      still.cells[row + SAMPLE_GYRO_PEAK] = rotation;
      still.bins.copyWithin(0, MESSAGE_CELLS);
      standIn(still.cells, reading, still.bins, (RECENT - 1) * MESSAGE_CELLS);
    }
    return scoreWindow(still, length + seconds);
  }

  return (window, length) => {
    const kind = kindOf(window, length);
    const isImpact = peakOf(window.cells, length - 1, kind) >= IMPACT;
    if (!isImpact || !isStream(window.cells, length)) return undefined;
    const ifStill = scoreIfStill(window, length, kind);
    if (!isAtLeast(fallLevel(ifStill), 'POTENTIAL')) return undefined;
    alone.cells.set(window.cells.subarray((length - 1) * FIELDS, length * FIELDS));
    const blow = explainWindow(alone, 1);
    const confidence = digits(
      blow.confidence > HIGHEST_CONFIDENCE.POTENTIAL
        ? Math.min(HIGHEST_CONFIDENCE.HIGH, Math.max(blow.confidence, ifStill))
        : Math.min(HIGHEST_CONFIDENCE.POTENTIAL, ifStill),
    );
    return {
      ...blow,
      confidence,
      level: fallLevel(confidence),
      decidedBy: 'silence',
      readings: length,
      reasons: [...blow.reasons, { name: 'silence', value: SILENCE_S, contribution: null }],
    };
  };
}

/** Whether the wearable usually sends every second or so. */
function isStream(cells: Float32Array, length: number): boolean {
  const gaps: number[] = [];
  for (let reading = length - 1; reading > 0 && gaps.length < GAPS; reading--)
    gaps.push(cell(cells, reading * FIELDS + T) - cell(cells, (reading - 1) * FIELDS + T));
  gaps.sort((a, b) => a - b);
  const usual = gaps[Math.floor(gaps.length / 2)];
  return usual !== undefined && usual <= LONGEST_GAP_S;
}

/** Gravity as after a fall: at a right angle to the resting direction before the impact. */
function turnFromRest(cells: Float32Array, length: number, into: Float32Array): void {
  // Without any reading at rest one direction is as good as another.
  const rest = [0, 0, 1e-6];
  for (let reading = 0; reading < length - 1; reading++) {
    const row = reading * FIELDS + AX;
    const size = norm(cells, row);
    const share = restWeight(size) / Math.max(size, 1e-3);
    for (let axis = 0; axis < 3; axis++) rest[axis] = (rest[axis] ?? 0) + cell(cells, row + axis) * share;
  }
  const [x = 0, y = 0, z = 0] = rest;
  // Any vector at a right angle will do; of two that cannot both be short, the longer one.
  const [ax, ay, az] = Math.abs(x) > Math.abs(z) ? [-y, x, 0] : [0, -z, y];
  const scale = GRAVITY / Math.max(1e-6, Math.sqrt(ax * ax + ay * ay + az * az));
  into.set([ax * scale, ay * scale, az * scale]);
}
