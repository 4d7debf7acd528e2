import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTIVITIES } from '../../firmware-sim/motion/activities.ts';
import { createBody, type Moment, rest } from '../../firmware-sim/motion/body.ts';
import { FROM_SEAT, FROM_STANDING, fall } from '../../firmware-sim/motion/falls.ts';
import { fallsOf, liveRoutine, type Scenario } from '../../firmware-sim/motion/routine.ts';
import {
  angleBetween,
  GRAVITY,
  magnitude,
  RATE_HZ,
  rotation,
  type Second,
  type Vector,
} from '../../firmware-sim/motion/sample.ts';
import { createRandom } from '../../firmware-sim/random.ts';

const sizes = (moments: readonly Moment[]): number[] => moments.map(({ sample }) => magnitude(sample));
const turnings = (moments: readonly Moment[]): number[] => moments.map(({ sample }) => rotation(sample));
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const person = (seed: string) => createBody(createRandom(seed));

/** The direction of gravity over moments with little other motion. */
function restingDirection(moments: readonly Moment[]): Vector {
  const sum = [0, 1, 2].map((axis) => mean(moments.map(({ sample }) => sample[axis] ?? 0)));
  return [sum[0] ?? 0, sum[1] ?? 0, sum[2] ?? 0];
}

function secondsOf(scenario: Scenario, seed: string, count: number, dropShare = 0): Second[] {
  const random = createRandom(seed);
  const falls = fallsOf(scenario, 0, count, random.fork('falls'));
  const life = liveRoutine({ random, scenario, falls, untilS: count, dropShare, dropFalls: false });
  return Array.from({ length: count }, () => life.next().value);
}

test('a resting wrist measures gravity and little else', () => {
  const moments = [...rest(person('rest'), 20)];
  assert.equal(moments.length, 20 * RATE_HZ);
  assert.ok(Math.abs(mean(sizes(moments)) - GRAVITY) < 0.05);
  assert.ok(Math.max(...moments.map(({ sample }) => rotation(sample))) < 5);
});

test('a walker sways around gravity like recorded walkers, without an impact', () => {
  for (const seed of ['ada', 'bruno', 'clara', 'dario']) {
    const felt = sizes([...ACTIVITIES.walk(person(seed), 30)]);
    assert.ok(Math.abs(mean(felt) - GRAVITY) < 1, `mean ${mean(felt)}`);
    assert.ok(Math.max(...felt) > 11 && Math.max(...felt) < 18, `largest ${Math.max(...felt)}`);
  }
});

for (const kind of [...Object.keys(FROM_STANDING), ...Object.keys(FROM_SEAT)]) {
  test(`a fall has weightlessness, an impact, and stillness in another posture (${kind})`, () => {
    for (let seed = 0; seed < 20; seed++) {
      const body = person(`${kind} ${seed}`);
      const before = [...(kind in FROM_SEAT ? ACTIVITIES.sit : ACTIVITIES.walk)(body, 8)];
      const falling = [...fall(body, kind, 10)];
      const felt = sizes(falling);
      const blow = falling.findIndex((moment) => moment.fall === kind);
      assert.equal(felt[blow], Math.max(...felt), 'the impact is the hardest moment');
      assert.ok((felt[blow] ?? 0) > 40 && (felt[blow] ?? 0) < 70, `impact ${felt[blow]}`);
      assert.ok(Math.min(...felt.slice(0, blow)) < 7, 'weightlessness comes first');
      const still = falling.slice(-5 * RATE_HZ);
      assert.ok(Math.abs(mean(sizes(still)) - GRAVITY) < 0.1);
      assert.ok(mean(still.map(({ sample }) => rotation(sample))) < 3);
      const turn = angleBetween(restingDirection(before.slice(-5 * RATE_HZ)), restingDirection(still));
      assert.ok(turn > 0.8, `turned by ${turn}`);
    }
  });
}

/** Quartiles of 225 recorded falls of one device and 145 of another: the lower and the higher of each two. */
const RECORDED: readonly {
  readonly what: string;
  readonly between: readonly [number, number];
  readonly of: (around: (fromS: number, toS: number) => readonly Moment[]) => number;
}[] = [
  { what: 'm/s² of the blow', between: [45, 84], of: (around) => Math.max(...sizes(around(0, 0.025))) },
  { what: 'm/s² at its lightest', between: [3, 6.5], of: (around) => Math.min(...sizes(around(-0.6, 0))) },
  {
    what: 's above 18 m/s²',
    between: [0.15, 0.35],
    of: (around) => sizes(around(-0.5, 0.5)).filter((size) => size > 18).length / RATE_HZ,
  },
  { what: '°/s at most', between: [357, 912], of: (around) => Math.max(...turnings(around(-0.5, 0.5))) },
  { what: '°/s after one second', between: [5.8, 45], of: (around) => mean(turnings(around(1, 2))) },
  {
    what: 'm/s² of unrest after one second',
    between: [0.3, 0.9],
    of: (around) => mean(sizes(around(1, 2)).map((size) => Math.abs(size - GRAVITY))),
  },
  {
    what: 'm/s² of knocks after it',
    between: [11.5, 34],
    of: (around) => Math.max(...sizes(around(0.5, 3))),
  },
];

test('simulated falls lie within the quartiles of recorded falls in every measure', () => {
  const kinds = [...Object.keys(FROM_STANDING), ...Object.keys(FROM_SEAT)];
  const falls = kinds.flatMap((kind) =>
    Array.from({ length: 8 }, (_, seed) => {
      const body = person(`${kind} ${seed}`);
      const moments = [
        ...(kind in FROM_SEAT ? ACTIVITIES.sit : ACTIVITIES.walk)(body, 2),
        ...fall(body, kind, 5),
      ];
      const blow = moments.findIndex((moment) => moment.fall === kind);
      return (fromS: number, toS: number) =>
        moments.slice(blow + Math.round(fromS * RATE_HZ), blow + Math.round(toS * RATE_HZ));
    }),
  );
  for (const { what, between, of } of RECORDED) {
    const values = falls.map(of).sort((a, b) => a - b);
    const median = values[Math.floor(values.length / 2)] ?? Number.NaN;
    assert.ok(median >= between[0] && median <= between[1], `${what}: ${median}`);
  }
});

test('a life repeats with the same seed and differs with another', () => {
  const life = secondsOf('mixed', 'seven', 60, 0.2);
  assert.deepEqual(secondsOf('mixed', 'seven', 60, 0.2), life);
  assert.notDeepEqual(secondsOf('mixed', 'eight', 60, 0.2), life);
});

test('every second has the full sample rate, whatever starts or ends in it', () => {
  for (const { samples } of secondsOf('day', 'rate', 120)) assert.equal(samples.length, RATE_HZ);
});

test('in the fall scenario a wearer falls repeatedly, but never too late to be detected', () => {
  const life = secondsOf('fall', 'again', 300);
  const at = life.flatMap(({ fall: kind }, second) => (kind === undefined ? [] : [second]));
  assert.ok(at.length >= 3, `${at.length} falls`);
  assert.ok((at[0] ?? 0) < 25);
  for (const [i, second] of at.entries()) {
    assert.ok(second < 292);
    if (i > 0)
      assert.ok(second - (at[i - 1] ?? 0) > 60, 'the falls are far enough apart to be separate events');
  }
});

test('days, walks and nights contain no fall, and no fall happens offline', () => {
  for (const scenario of ['day', 'walk', 'sleep'] as const) {
    assert.ok(secondsOf(scenario, 'calm', 200).every(({ fall: kind }) => kind === undefined));
  }
  const dropped = secondsOf('fall', 'drops', 400, 0.5);
  assert.ok(dropped.some(({ online }) => !online));
  assert.ok(dropped.every(({ online, fall: kind }) => online || kind === undefined));
});
