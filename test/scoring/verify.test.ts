import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { FollowedReading, RingReading } from '../../src/readings/scoring/ring.ts';
import { summarise } from '../../src/readings/scoring/samples.ts';
import { createVerifier, parseVerifier } from '../../src/readings/scoring/verify.ts';
import { createVerifyInput, VERIFY_INPUTS } from '../../src/readings/scoring/verify-input.ts';
import { WEIGHTS } from '../../src/readings/scoring/weights.ts';
import { FIELDS, MESSAGE_CELLS, SAMPLE_FIELDS } from '../../src/readings/scoring/window.ts';
import { VERIFY_AFTER_S, type VerificationVerdict } from '../../src/response/vocabulary.ts';
import { inProject } from '../helpers/project.ts';
import {
  impactSecond,
  lying,
  type Motion,
  rawSignal,
  resting,
  seededRandom,
  stillSecond,
  withoutGyro,
} from './synthetic.ts';

type Sending = 'reading' | 'parts' | 'samples';

const SENDINGS: readonly Sending[] = ['reading', 'parts', 'samples'];
const START_MS = Date.UTC(2026, 10, 18, 3, 12);
const BEFORE_S = 15;
const IMPACT_MS = START_MS + 1000 * BEFORE_S;
const UNTIL_MS = IMPACT_MS + 1000 * VERIFY_AFTER_S;
const RATE = 40;

const verify = createVerifier();

/** A second of walking: the steps jolt the arm, which swings and reaches for things. */
function walks(second: number): Motion[] {
  return Array.from({ length: RATE }, (_, i) => {
    const swing = 2 * Math.PI * 0.87 * (second + i / RATE);
    const angle = 0.4 * Math.sin(swing) + (second % 2 === 0 ? 0.6 : -0.6);
    const size = 9.8 + 3 * Math.sin(2 * swing);
    return [size * Math.sin(angle), 1, size * Math.cos(angle), 10, 5, 200 * Math.cos(swing)];
  });
}

const random = seededRandom(1);
const lies = (): Motion[] => stillSecond(lying, random);
const sits = (): Motion[] => stillSecond(resting, random);

type Doing = (second: number) => Motion[];

/** Walks or sits, falls, and does something; as the service stores it. */
function fall(
  after: Doing,
  sending: Sending = 'reading',
  gyro = true,
  before: Doing = walks,
): FollowedReading[] {
  return Array.from({ length: BEFORE_S + VERIFY_AFTER_S + 1 }, (_, second) => {
    if (second < BEFORE_S) return stored(second, before(second), sending, gyro);
    return stored(second, second === BEFORE_S ? impactSecond() : after(second), sending, gyro);
  });
}

function stored(
  second: number,
  motions: readonly Motion[],
  sending: Sending,
  gyro: boolean,
): FollowedReading {
  const sent = gyro ? motions : motions.map(withoutGyro);
  const signal = rawSignal(sent);
  return {
    timeMs: START_MS + 1000 * second,
    body: bodyOf(sending === 'reading' ? hardestOrLast(sent) : (sent.at(-1) ?? resting), gyro),
    samples: sending === 'samples' ? signal : undefined,
    parts: sending === 'parts' ? partsOf(signal) : undefined,
  };
}

function hardestOrLast(motions: readonly Motion[]): Motion {
  const size = ([x, y, z]: Motion): number => Math.hypot(x, y, z);
  const hardest = motions.reduce((most, one) => (size(one) > size(most) ? one : most));
  return size(hardest) >= 20 ? hardest : (motions.at(-1) ?? resting);
}

const bodyOf = ([accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z]: Motion, gyro: boolean): RingReading => ({
  ...{ accel_x, accel_y, accel_z },
  ...(gyro ? { gyro_x, gyro_y, gyro_z } : { gyro_x: null, gyro_y: null, gyro_z: null }),
});

function partsOf(signal: Float32Array): Float32Array {
  const bins = new Float32Array(MESSAGE_CELLS);
  summarise(signal, signal.length / SAMPLE_FIELDS, {
    ...{ cells: new Float32Array(FIELDS), row: 0 },
    ...{ bins, binsRow: 0 },
  });
  return bins;
}

const verdictOf = (readings: readonly FollowedReading[], untilMs = UNTIL_MS): VerificationVerdict =>
  verify(readings, IMPACT_MS, untilMs);

for (const sending of SENDINGS) {
  for (const gyro of [true, false]) {
    const sent = `${sending}${gyro ? '' : ' without a gyro'}`;

    test(`a fall stands if the wearer lies still (${sent})`, () => {
      assert.equal(verdictOf(fall(lies, sending, gyro)), 'stands');
      assert.equal(verdictOf(fall(lies, sending, gyro, sits)), 'stands');
    });

    test(`a wearer who gets up and walks on has moved on (${sent})`, () => {
      assert.equal(verdictOf(fall(walks, sending, gyro)), 'moved_on');
      const liesAtFirst = (second: number) => (second < BEFORE_S + 3 ? lies() : walks(second));
      assert.equal(verdictOf(fall(liesAtFirst, sending, gyro)), 'moved_on');
    });

    test(`lost messages do not change the verdict (${sent})`, () => {
      const lost = new Set([4, 9, 18, 19, 22]);
      const arrived = (after: Doing) => fall(after, sending, gyro).filter((_, second) => !lost.has(second));
      assert.equal(verdictOf(arrived(lies)), 'stands');
      assert.equal(verdictOf(arrived(walks)), 'moved_on');
    });
  }
}

test('a fall without a signal after the impact stands', () => {
  const walksOn = fall(walks);
  assert.equal(verdictOf([]), 'stands');
  assert.equal(verdictOf(walksOn.slice(0, BEFORE_S + 1)), 'stands');
});

test('a fall stands if the readings stop three seconds after the impact', () => {
  const walksOn = fall(walks);
  assert.equal(verdictOf(walksOn.slice(0, BEFORE_S + 4)), 'stands');
  assert.equal(verdictOf(walksOn.slice(0, BEFORE_S + 7)), 'moved_on');
});

test('readings after the end of the verification do not count', () => {
  const readings = fall((second) => (second <= BEFORE_S + VERIFY_AFTER_S ? lies() : walks(second)));
  assert.equal(verdictOf(readings), 'stands');
  assert.equal(verdictOf(fall(walks).slice(0, BEFORE_S + 4), IMPACT_MS + 3000), 'moved_on');
});

test('an impact that no judgement has in view stands', () => {
  assert.equal(verify(fall(sits), IMPACT_MS - 8000, UNTIL_MS - 8000), 'stands');
});

test('readings a little early or late, and a late verification, give the same verdict', () => {
  for (const [after, verdict] of [
    [lies, 'stands'],
    [walks, 'moved_on'],
  ] as const) {
    const readings = Array.from({ length: BEFORE_S + 25 }, (_, second) => {
      const motions = second === BEFORE_S ? impactSecond() : (second < BEFORE_S ? walks : after)(second);
      const reading = stored(second, motions, 'parts', true);
      const isImpact = second === BEFORE_S;
      return { ...reading, timeMs: reading.timeMs + (isImpact ? 0 : Math.round(300 * (random() - 0.5))) };
    });
    assert.equal(verdictOf(readings), verdict);
    assert.equal(verdictOf(readings, UNTIL_MS + 12_000), verdict);
  }
});

/** The least turning of the arm from second to second, in hundredths of a radian, with which the wearer has moved on. */
function leastUnrest(pressureAfter: number | undefined, scale = 1, noise = 0.002): number {
  const turns = (hundredths: number) => (second: number) => {
    const angle = (second % 2 === 0 ? hundredths : -hundredths) / 200;
    return stillSecond([9.8 * Math.cos(angle), 9.8 * Math.sin(angle), 0, 0, 0, 0], random);
  };
  for (let hundredths = 0; hundredths < 300; hundredths += 2) {
    const readings = fall(turns(hundredths), 'parts').map((reading, i) => {
      const rise = (reading.timeMs > IMPACT_MS ? pressureAfter : 0) ?? 0;
      const pressure = pressureAfter === undefined ? null : (1013 + rise + noise * (i % 2)) * scale;
      return { ...reading, body: { ...reading.body, pressure } };
    });
    if (verdictOf(readings) === 'moved_on') return hundredths;
  }
  return Number.POSITIVE_INFINITY;
}

test('a rise of the air pressure speaks for a fall, and none against it', () => {
  const unknown = leastUnrest(undefined);
  assert.ok(leastUnrest(0.09) > unknown, `${leastUnrest(0.09)} > ${unknown}`);
  assert.ok(leastUnrest(0) < unknown, `${leastUnrest(0)} < ${unknown}`);
  // A lift says nothing, nor does a sensor that repeats one value; some firmware sends kPa.
  assert.equal(leastUnrest(2), unknown);
  assert.equal(leastUnrest(0, 1, 0), unknown);
  assert.equal(leastUnrest(0.09, 0.1), leastUnrest(0.09));
});

test('the inputs are the judgements, the unrest, the blow and the change of posture', () => {
  const input = createVerifyInput(WEIGHTS);
  const found = input(fall(lies, 'parts', true, sits), IMPACT_MS, UNTIL_MS);
  assert.ok(found);
  const [highest = 0, mean = 0, turned, blow, same, angle = 0, impact = 0] = found.values;
  assert.equal(found.network, 'samples');
  assert.equal(found.values.length, VERIFY_INPUTS);
  assert.ok(highest >= mean);
  assert.deepEqual([turned, blow, same], [0, 0, 0]);
  assert.ok(Math.abs(angle - 1.48) < 0.05, `lying at about 85° to sitting: ${angle}`);
  assert.ok(Math.abs(impact - Math.log(Math.hypot(36, 34, 25))) < 1e-3, `${impact}`);
  assert.ok(Number.isNaN(found.pressureRise));
  assert.equal(input(fall(lies, 'reading', false), IMPACT_MS, UNTIL_MS)?.network, 'reading-nogyro');
});

test('the weights were fitted to the shipped networks', () => {
  const read = (...path: string[]): unknown => JSON.parse(readFileSync(inProject(...path), 'utf8'));
  const folds = read('training', 'verifier-folds.json') as unknown[];
  assert.ok(folds.length > 1);
  for (const content of [read('src', 'readings', 'scoring', 'verify-weights.json'), ...folds])
    assert.equal(parseVerifier(content).detector, WEIGHTS.version);
  assert.throws(() => parseVerifier({ detector: 'x' }), /not a file of verifier weights/);
});
