import { summarise } from '../../src/readings/scoring/samples.ts';
import {
  createWindow,
  FIELDS,
  MESSAGE_CELLS,
  RECENT,
  SAMPLE_FIELDS,
  T,
  WINDOW_LENGTH,
  type Window,
} from '../../src/readings/scoring/window.ts';

/** ax, ay, az in m/s², gx, gy, gz in °/s. */
export type Motion = readonly [number, number, number, number, number, number];

export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/**
 * A window of readings, one second apart unless `at` has their seconds; with `samples`, each reading's raw signal is
 * summarized.
 */
export function windowOf(
  readings: readonly Motion[],
  samples?: readonly (readonly Motion[])[],
  at: readonly number[] = readings.map((_, i) => i),
): Window {
  const window = createWindow(Math.max(WINDOW_LENGTH, readings.length));
  window.cells.fill(Number.NaN);
  readings.forEach((reading, i) => {
    window.cells[i * FIELDS + T] = (at[i] ?? 0) - (at.at(-1) ?? 0);
    window.cells.set(reading, i * FIELDS + T + 1);
    const raw = samples?.[i];
    if (raw !== undefined) addSamples(window, i, readings.length, rawSignal(raw));
  });
  return window;
}

/** Summarizes the raw signal of one reading of a window, as the service does on arrival. */
export function addSamples(window: Window, reading: number, length: number, signal: Float32Array): void {
  const place = RECENT - (length - reading);
  const bins = place < 0 ? new Float32Array(MESSAGE_CELLS) : window.bins;
  summarise(signal, signal.length / SAMPLE_FIELDS, {
    cells: window.cells,
    row: reading * FIELDS,
    bins,
    binsRow: Math.max(0, place) * MESSAGE_CELLS,
  });
}

export function rawSignal(samples: readonly Motion[]): Float32Array {
  const cells = new Float32Array(samples.length * SAMPLE_FIELDS);
  samples.forEach((sample, i) => {
    cells[i * SAMPLE_FIELDS] = ((i + 1 - samples.length) * 1000) / samples.length;
    cells.set(sample, i * SAMPLE_FIELDS + 1);
  });
  return cells;
}

/** The same motion as a wearable without a gyro reports it. */
export const withoutGyro = ([ax, ay, az]: Motion): Motion => [ax, ay, az, Number.NaN, Number.NaN, Number.NaN];

export const resting: Motion = [0.2, 0.1, 9.8, 0.4, -0.3, 0.2];
/** At rest, but lying: gravity along another axis. */
export const lying: Motion = [9.7, 0.8, 0.6, 0.3, 0.2, -0.4];
export const impact: Motion = [34, -30, 22, 240, -160, 120];

export function walking(random: () => number): Motion {
  const sway = () => random() * 2 - 1;
  return [1.5 * sway(), 2 + 1.5 * sway(), 9.3 + 2.5 * sway(), 120 * sway(), 60 * sway(), 60 * sway()];
}

/** An arm that is busy in all directions: nobody lies on the floor like that. */
export function busy(random: () => number): Motion {
  const sway = () => random() * 2 - 1;
  return [9 * sway(), 9 * sway(), 9 * sway(), 200 * sway(), 150 * sway(), 150 * sway()];
}

export function jogging(random: () => number): Motion {
  const sway = () => random() * 2 - 1;
  return [8 * sway(), 28 + 12 * random(), 14 + 8 * random(), 300 * sway(), 200 * sway(), 200 * sway()];
}

/** A second of walking at 40 Hz. */
export function walkingSecond(random: () => number): Motion[] {
  return Array.from({ length: 40 }, (_, i) => {
    const step = Math.sin((i / 20) * 2 * Math.PI);
    return [0.5 * step, 2 + random(), 9.3 + 2.5 * step, 80 * step, 30 * step + 5 * random(), 20 * step];
  });
}

/** A second in which a fall ends: falling, the impact with its ringing, lying. */
export function impactSecond(): Motion[] {
  return Array.from({ length: 40 }, (_, i) => {
    if (i < 12) return [1, 3, 5, 150 + 10 * i, 80, 40];
    if (i < 20) {
      const ringing = [1, 0.4, 0.9, 0.2, 0.5, 0.3, 0.4, 0.3][i - 12] ?? 0;
      return [36 * ringing, -34 * ringing, 25 * ringing, 400 * ringing, -250, 150];
    }
    return [9.4, 1.2, 1, 20 - (i - 20), 5, 5];
  });
}

export function stillSecond(posture: Motion, random: () => number): Motion[] {
  return Array.from({ length: 40 }, () => {
    const [ax, ay, az, gx, gy, gz] = posture;
    return [ax + 0.1 * random(), ay, az, gx + random(), gy, gz];
  });
}

/** Applies one rotation to every vector, as if the wearable were worn another way. */
export function remounted([ax, ay, az, gx, gy, gz]: Motion): Motion {
  const turn = (x: number, y: number, z: number): [number, number, number] => {
    const [c, s] = [Math.cos(1.1), Math.sin(1.1)];
    const [x1, y1] = [c * x - s * y, s * x + c * y];
    return [x1, c * y1 - s * z, s * y1 + c * z];
  };
  return [...turn(ax, ay, az), ...turn(gx, gy, gz)];
}
