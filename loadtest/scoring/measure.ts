import {
  BIN_SLOT_BYTES,
  type RingReading,
  readWindow,
  rowOf,
  SLOT_BYTES,
  summaryPlace,
  viewRings,
  writeRow,
} from '../../src/readings/scoring/ring.ts';
import { summarise, writeParts } from '../../src/readings/scoring/samples.ts';
import { createJudge, createModels } from '../../src/readings/scoring/score.ts';
import { WEIGHTS } from '../../src/readings/scoring/weights.ts';
import {
  createWindow,
  FIELDS,
  MAX_SAMPLES,
  MESSAGE_CELLS,
  SAMPLE_FIELDS,
  WINDOW_LENGTH,
} from '../../src/readings/scoring/window.ts';

const READINGS = Number(process.argv[2]);
const SLOTS = 1000;
const ROUNDS = 5;

export interface WayMeasured {
  readonly name: string;
  /** In microseconds; `most` is the limit. */
  readonly most: number;
  readonly median: number;
  readonly best: number;
  /** Percentage of scores that used a network, and whether this is the intended result. */
  readonly asked: number;
  readonly asIntended: boolean;
}

interface Way {
  readonly name: string;
  /** Number of samples of a message, or 'parts' for the five parts of its second. */
  readonly samples: number | 'parts';
  readonly hasGyro: boolean;
  /** Interval between impacts, in readings: short enough that each window contains one; Infinity for none. */
  readonly blowEvery: number;
  /** Limit in microseconds: most wearers have not fallen, and no network runs for them. */
  readonly most: number;
}

const QUIET = { blowEvery: Number.POSITIVE_INFINITY, hasGyro: true };
const BLOWS = { blowEvery: 4, hasGyro: true };
const WAYS: readonly Way[] = [
  { name: 'reading, quiet', samples: 0, ...QUIET, most: 5 },
  { name: 'reading, an impact always in view', samples: 0, ...BLOWS, most: 30 },
  {
    name: 'reading without a gyro, an impact always in view',
    samples: 0,
    ...BLOWS,
    hasGyro: false,
    most: 30,
  },
  { name: 'reading with 40 samples, quiet', samples: 40, ...QUIET, most: 20 },
  { name: 'reading with 40 samples, an impact always in view', samples: 40, ...BLOWS, most: 120 },
  {
    name: 'reading with 40 samples without a gyro, an impact always in view',
    samples: 40,
    ...BLOWS,
    hasGyro: false,
    most: 120,
  },
  { name: 'reading with parts, an impact always in view', samples: 'parts', ...BLOWS, most: 120 },
];

const rings = viewRings(
  new SharedArrayBuffer(SLOTS * SLOT_BYTES),
  new SharedArrayBuffer(SLOTS * BIN_SLOT_BYTES),
);
const judge = createJudge(createModels(WEIGHTS));
const confidences = new Float32Array(SLOTS);
const window = createWindow();
let asked = 0;

function reading(number: number, way: Way): RingReading {
  const blow = number % way.blowEvery === 0 ? 3 : 1;
  const sway = Math.sin(number);
  return {
    accel_x: blow * sway,
    accel_y: blow * (2 + sway),
    accel_z: blow * 9.6,
    ...(way.hasGyro && { gyro_x: 40 * sway, gyro_y: 20, gyro_z: 10 }),
  };
}

function signal(blow: number, hasGyro: boolean): Float32Array {
  const samples = new Float32Array(MAX_SAMPLES * SAMPLE_FIELDS);
  for (let i = 0; i < MAX_SAMPLES; i++) {
    const hard = i % 40 === 20 ? blow : 1;
    const gyro = hasGyro ? [30, 20, 10] : [Number.NaN, Number.NaN, Number.NaN];
    samples.set([(i - 39) * 25, 0.2, 2, hard * (9.6 + Math.sin(i)), ...gyro], i * SAMPLE_FIELDS);
  }
  return samples;
}
/** The five parts of a signal's first second. */
function partsOf(samples: Float32Array): Float32Array {
  const bins = new Float32Array(MESSAGE_CELLS);
  summarise(samples, 40, { cells: new Float32Array(FIELDS), row: 0, bins, binsRow: 0 });
  return bins;
}

const signals = [true, false].map((hasGyro) => ({ calm: signal(1, hasGyro), hit: signal(3, hasGyro) }));
const parts = { calm: partsOf(signal(1, true)), hit: partsOf(signal(3, true)) };

function writeSignal(slot: number, number: number, way: Way): void {
  const what = (number + slot) % way.blowEvery === 0 ? 'hit' : 'calm';
  const place = summaryPlace(rings, slot, number);
  const own = signals[way.hasGyro ? 0 : 1];
  if (way.samples === 'parts') writeParts(parts[what], place);
  else if (way.samples > 0 && own !== undefined) summarise(own[what], way.samples, place);
}

/**
 * Scores like workers/score-batch.ts. Measures CPU time, because the machine may be busy. Keeps the confidences, or the
 * optimiser would remove the work.
 */
function scoreAll(way: Way): number {
  let spent = 0;
  // A device's first readings have no history and use no network, so they are not measured.
  for (let number = 0; number < WINDOW_LENGTH + READINGS / SLOTS; number++) {
    for (let slot = 0; slot < SLOTS; slot++) {
      writeRow(rings, rowOf(slot, number), number * 1000, reading(number + slot, way));
    }
    const counts = number >= WINDOW_LENGTH;
    const before = process.cpuUsage();
    for (let slot = 0; slot < SLOTS; slot++) {
      writeSignal(slot, number, way);
      const { confidence, logit } = judge(window, readWindow(rings, slot, number, window));
      confidences[slot] = confidence;
      if (counts && !Number.isNaN(logit)) asked++;
    }
    const { user, system } = process.cpuUsage(before);
    if (counts) spent += user + system;
  }
  return spent / READINGS;
}

const measured = WAYS.map((way): WayMeasured => {
  scoreAll(way);
  asked = 0;
  const rounds = Array.from({ length: ROUNDS }, () => scoreAll(way)).sort((a, b) => a - b);
  const [best = Number.NaN, median = Number.NaN] = [rounds[0], rounds[Math.floor(ROUNDS / 2)]];
  const share = (100 * asked) / (ROUNDS * READINGS);
  const asIntended = share === (Number.isFinite(way.blowEvery) ? 100 : 0);
  return { name: way.name, most: way.most, median, best, asked: share, asIntended };
});
process.stdout.write(JSON.stringify(measured));
