/** One reading around the fall. */
export interface Movement {
  readonly at: number;
  /** The greatest magnitude of the acceleration, in m/s². */
  readonly acceleration: number;
  /** In °/s; null without a gyro. */
  readonly rotation: number | null;
}

/** `unknown`: no readings. */
export type Posture = 'moving' | 'still' | 'unknown';

export interface Band {
  readonly posture: Posture;
  readonly from: number;
  readonly to: number;
}

const GRAVITY = 9.81;
/** In m/s². A person who lies or sits stays below it, breathing included. */
const STILL_DEVIATION = 2;
/** In °/s: as where the detector says "Movement afterwards" (src/response/fall/seen.ts). */
const STILL_ROTATION = 40;
/** A wearable sends every few seconds; a longer pause means that readings are missing. */
export const LONGEST_GAP_MS = 15_000;

const postureOf = ({ acceleration, rotation }: Movement): Posture =>
  Math.abs(acceleration - GRAVITY) >= STILL_DEVIATION || (rotation ?? 0) >= STILL_ROTATION
    ? 'moving'
    : 'still';

/** What the wearer did between two times, by readings in ascending order. A reading counts until the next one. */
export function bandsOf(readings: readonly Movement[], from: number, to: number): readonly Band[] {
  const bands: Band[] = [];
  let end = from;
  const add = (posture: Posture, until: number): void => {
    const last = bands.at(-1);
    if (until <= end) return;
    if (last?.posture === posture) bands[bands.length - 1] = { ...last, to: until };
    else bands.push({ posture, from: end, to: until });
    end = until;
  };
  for (const [index, reading] of readings.entries()) {
    const next = readings[index + 1]?.at ?? to;
    const isGap = next - reading.at > LONGEST_GAP_MS;
    add('unknown', Math.min(reading.at, to));
    add(postureOf(reading), Math.min(isGap ? reading.at + LONGEST_GAP_MS : next, to));
  }
  add('unknown', to);
  return bands;
}

export interface Axis {
  readonly x: (ms: number) => number;
  /** Where the scale changes; undefined with one scale. */
  readonly breakAt: readonly [number, number] | undefined;
}

/** Space between the two scales, in px. */
const BREAK = 16;
const FIRST_SHARE = 0.7;

/**
 * Seconds around the fall decide what happened, minutes what the response was worth: up to `knee` one scale, beyond it
 * another.
 */
export function axisOf(from: number, knee: number, to: number, width: number): Axis {
  const share = (ms: number, start: number, end: number): number =>
    Math.min(1, Math.max(0, (ms - start) / (end - start)));
  if (to <= knee) return { x: (ms) => share(ms, from, knee) * width, breakAt: undefined };
  const first = (width - BREAK) * FIRST_SHARE;
  const second = first + BREAK;
  return {
    x: (ms) => (ms <= knee ? share(ms, from, knee) * first : second + share(ms, knee, to) * (width - second)),
    breakAt: [first, second],
  };
}
