import type { components } from './api.ts';

type Reading = components['schemas']['SensorReading'];

/** A sample as the API takes it: [t_ms, ax, ay, az, gx, gy, gz], or [t_ms, ax, ay, az] without a gyro. */
export type SampleRow = NonNullable<Reading['samples']>[number];
/** One fifth of the samples as the API takes it: docs/contract.md, "Parts". */
export type PartRow = NonNullable<Reading['parts']>[number];

const PARTS = 5;
const GRAVITY = 9.81;
/** Jerk is the change of the acceleration in this time. */
const JERK_MS = 25;
const SHORTEST_MS = 1;
const LONGEST_MS = 100;

/**
 * The five parts of a second, which a wearable may send instead of its samples: as accurate, in a fifth of the bytes. Rounded
 * to one decimal, the resting direction to two.
 */
export function partsOf(samples: readonly SampleRow[]): PartRow[] {
  if (samples.length === 0) throw new Error('a second without samples');
  return Array.from({ length: PARTS }, (_, part) => {
    const first = Math.floor((part * samples.length) / PARTS);
    const end = Math.max(first + 1, Math.floor(((part + 1) * samples.length) / PARTS));
    return partOf(samples, first, end);
  });
}

function partOf(samples: readonly SampleRow[], first: number, end: number): PartRow {
  const rows = samples.slice(first, end);
  const sizes = rows.map(([, x, y, z]) => Math.hypot(x, y, z));
  const turns = rows.map(turnOf).filter((turn) => turn !== undefined);
  const jerks = rows.flatMap((row, i) => jerkSince(samples[first + i - 1], row));
  /** The mean of a coordinate, weighted by how much the sample looks like gravity alone. */
  const rest = (axis: 1 | 2 | 3): number =>
    mean(
      rows.map((row, i) => {
        const size = sizes[i] ?? 0;
        return (row[axis] * restWeight(size)) / Math.max(size, 1e-3);
      }),
    );
  const hasGyro = turns.length === rows.length;
  return [
    tenth(Math.max(...sizes)),
    tenth(Math.min(...sizes)),
    tenth(mean(sizes.map((size) => Math.abs(size - GRAVITY)))),
    tenth(mean(rows.map(([, x]) => x))),
    tenth(mean(rows.map(([, , y]) => y))),
    tenth(mean(rows.map(([, , , z]) => z))),
    hasGyro ? tenth(mean(turns)) : null,
    hasGyro ? tenth(Math.max(...turns)) : null,
    tenth(jerks.length === 0 ? 0 : mean(jerks)),
    hundredth(rest(1)),
    hundredth(rest(2)),
    hundredth(rest(3)),
  ];
}

/** |ω|; undefined without a gyro. */
function turnOf(row: SampleRow): number | undefined {
  return row.length === 7 ? Math.hypot(row[4], row[5], row[6]) : undefined;
}

/** Nothing for the first sample of the message. */
function jerkSince(before: SampleRow | undefined, row: SampleRow): number[] {
  if (before === undefined) return [];
  const change = Math.hypot(row[1] - before[1], row[2] - before[2], row[3] - before[3]);
  const interval = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, row[0] - before[0]));
  return [(change * JERK_MS) / interval];
}

const restWeight = (size: number): number => 1 / (1 + ((size - GRAVITY) / 3) ** 4);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const tenth = (value: number): number => Math.round(value * 10) / 10;
const hundredth = (value: number): number => Math.round(value * 100) / 100;
