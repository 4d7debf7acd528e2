import {
  type RingReading,
  readWindow,
  rowOf,
  SLOT_BYTES,
  viewRings,
  writeRow,
} from '../../src/scoring/ring.ts';
import { scoreWindow } from '../../src/scoring/score.ts';
import { FIELDS, MAX_SAMPLES, SAMPLE_FIELDS, summarise, WINDOW_LENGTH } from '../../src/scoring/window.ts';

const READINGS = Number(process.argv[2]);
const SLOTS = 1000;
const ROUNDS = 5;

export interface WayMeasured {
  readonly name: string;
  readonly judged: boolean;
  /** Microseconds. */
  readonly median: number;
  readonly best: number;
}

interface Way {
  readonly name: string;
  readonly samples: number;
  /** Every how manieth reading is a blow. */
  readonly blowEvery: number;
  /** The bar is for readings; a raw signal is forty of them. */
  readonly judged: boolean;
}

const WAYS: readonly Way[] = [
  { name: 'reading, quiet', samples: 0, blowEvery: Number.POSITIVE_INFINITY, judged: true },
  { name: 'reading, an impact always in view', samples: 0, blowEvery: 4, judged: true },
  { name: 'reading with 40 samples, quiet', samples: 40, blowEvery: Number.POSITIVE_INFINITY, judged: false },
  { name: 'reading with 40 samples, an impact always in view', samples: 40, blowEvery: 4, judged: false },
];

const rings = viewRings(new SharedArrayBuffer(SLOTS * SLOT_BYTES));
const confidences = new Float32Array(SLOTS);
const window = new Float32Array(WINDOW_LENGTH * FIELDS);

function reading(number: number, way: Way): RingReading {
  const blow = number % way.blowEvery === 0 ? 3 : 1;
  const sway = Math.sin(number);
  return {
    accel_x: blow * sway,
    accel_y: blow * (2 + sway),
    accel_z: blow * 9.6,
    gyro_x: 40 * sway,
    gyro_y: 20,
    gyro_z: 10,
  };
}

const samples = new Float32Array(MAX_SAMPLES * SAMPLE_FIELDS);
for (let i = 0; i < MAX_SAMPLES; i++)
  samples.set([(i - 39) * 25, 0.2, 2, 9.6 + Math.sin(i), 30, 20, 10], i * SAMPLE_FIELDS);

/**
 * As workers/score-batch.ts does it. Processor time and not the clock's: the machine may have other things to do. The
 * confidences are kept, or the optimiser would leave the work out.
 */
function scoreAll(way: Way): number {
  let spent = 0;
  for (let number = 0; number < READINGS / SLOTS; number++) {
    for (let slot = 0; slot < SLOTS; slot++) {
      writeRow(rings, rowOf(slot, number), number * 1000, reading(number + slot, way));
    }
    const before = process.cpuUsage();
    for (let slot = 0; slot < SLOTS; slot++) {
      if (way.samples > 0) summarise(samples, way.samples, rings.cells, rowOf(slot, number));
      confidences[slot] = scoreWindow(window, readWindow(rings, slot, number, window));
    }
    const { user, system } = process.cpuUsage(before);
    spent += user + system;
  }
  return spent / READINGS;
}

const measured = WAYS.map((way): WayMeasured => {
  scoreAll(way);
  const rounds = Array.from({ length: ROUNDS }, () => scoreAll(way)).sort((a, b) => a - b);
  const [best = Number.NaN, median = Number.NaN] = [rounds[0], rounds[Math.floor(ROUNDS / 2)]];
  return { name: way.name, judged: way.judged, median, best };
});
process.stdout.write(JSON.stringify(measured));
