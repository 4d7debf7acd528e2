import { type Body, felt, type Motion, rest, samplesIn, turnTo } from './body.ts';
import { perpendicular, RATE_HZ, scaled, sum, turned, unit, type Vector } from './sample.ts';

/**
 * Falls as the wrist feels them, after 225 recorded ones (medians there: |a| dips to 4.5 m/s² for 0.1 s, the blow
 * reaches 56 m/s² and stays above 18 for 0.27 s, the wrist turns at 400 °/s and lies 55 to 105° from where it was,
 * moving at 15 °/s after a second and hardly at all after three).
 *
 *   |a|        ▲ blow
 *   10 ~~~~╲   █▖▗ ▖     ▗ roll
 *    0      ╲▁▁█▝▘▝▘▀▀▀▀▀▘▀▀────────────  still, in another posture
 *        loss  free fall
 */
export interface FallShape {
  readonly lossS: readonly [number, number];
  readonly freeFallS: readonly [number, number];
  /** m/s² */
  readonly blow: readonly [number, number];
  /** Degrees from the posture before to the one after. */
  readonly turn: readonly [number, number];
  /** Seconds until the body is still. */
  readonly rollS: readonly [number, number];
}

export const FROM_STANDING: Readonly<Record<string, FallShape>> = {
  'slip forward': {
    lossS: [0.3, 0.5],
    freeFallS: [0.15, 0.3],
    blow: [52, 64],
    turn: [60, 90],
    rollS: [0.5, 0.9],
  },
  'slip sideways': {
    lossS: [0.3, 0.6],
    freeFallS: [0.2, 0.32],
    blow: [48, 64],
    turn: [65, 110],
    rollS: [0.7, 1.2],
  },
  'slip backward': {
    lossS: [0.2, 0.4],
    freeFallS: [0.25, 0.4],
    blow: [46, 64],
    turn: [75, 120],
    rollS: [0.6, 1.1],
  },
  'trip forward': {
    lossS: [0.2, 0.35],
    freeFallS: [0.15, 0.3],
    blow: [50, 64],
    turn: [60, 95],
    rollS: [0.5, 0.9],
  },
};

export const FROM_SEAT: Readonly<Record<string, FallShape>> = {
  'faint forward': {
    lossS: [0.5, 0.9],
    freeFallS: [0.15, 0.25],
    blow: [44, 62],
    turn: [60, 110],
    rollS: [0.4, 0.8],
  },
  'faint backward': {
    lossS: [0.4, 0.8],
    freeFallS: [0.15, 0.28],
    blow: [48, 62],
    turn: [60, 120],
    rollS: [0.5, 1],
  },
  'faint sideways': {
    lossS: [0.5, 0.9],
    freeFallS: [0.15, 0.3],
    blow: [46, 62],
    turn: [70, 130],
    rollS: [0.5, 1],
  },
};

const SETTLES_S = 2;

/** Falls, and then lies there for `stillS` seconds. */
export function* fall(body: Body, kind: string, stillS: number): Motion {
  const shape = FROM_STANDING[kind] ?? FROM_SEAT[kind];
  if (shape === undefined) throw new Error(`no such fall: ${kind}`);
  const { random } = body;
  const range = ([least, most]: readonly [number, number]): number => random.between(least, most);
  const floor = turned(body.up, perpendicular(body.up, random.next()), (range(shape.turn) * Math.PI) / 180);
  yield* loseBalance(body, range(shape.lossS));
  yield* fallFreely(body, floor, range(shape.freeFallS));
  yield* hit(body, floor, range(shape.blow), kind);
  yield* roll(body, floor, range(shape.rollS));
  yield* settle(body, Math.min(SETTLES_S, stillS));
  yield* rest(body, stillS - SETTLES_S, 0.6);
}

/** Gets up with help: slowly, with pauses. */
export function* getUp(body: Body, seconds: number): Motion {
  yield* turnTo(body, unit(sum(body.up, body.hanging)), seconds * 0.4, 1);
  yield* rest(body, seconds * 0.2, 2);
  yield* turnTo(body, body.hanging, seconds * 0.4, 1);
}

/** The arms fly out. */
function* loseBalance(body: Body, seconds: number): Motion {
  const flail = turned(body.up, perpendicular(body.up, body.random.next()), body.random.between(0.6, 1.3));
  yield* turnTo(body, flail, seconds, 5);
}

/** Free fall, while the arm already moves towards its final position. */
function* fallFreely(body: Body, floor: Vector, seconds: number): Motion {
  const { random } = body;
  const count = samplesIn(seconds);
  const least = random.between(0.25, 0.6);
  const axis = perpendicular(body.up, random.next());
  const speed = random.between(220, 420);
  const from = body.up;
  const reach = anywhere(random.normal);
  for (let i = 1; i <= count; i++) {
    const share = i / count;
    const lost = (1 - least) * Math.sin((Math.PI / 2) * Math.min(1, 1.6 * share));
    body.up = unit(sum(scaled(from, 1 - 0.5 * share), scaled(floor, 0.5 * share)));
    // The hand reaches for a hold, or hits something on the way.
    const push = sum(scaled(body.up, -9.81 * lost), scaled(reach, random.between(0, 8) * share));
    yield felt(body, body.up, push, scaled(axis, speed * (0.3 + share)), 0.8);
  }
}

/** The blow and its ringing: hand, elbow and body arrive one after the other, in no common direction. */
function* hit(body: Body, floor: Vector, blow: number, kind: string): Motion {
  const { random } = body;
  const count = samplesIn(random.between(0.3, 0.5));
  const peakAt = random.whole(2, 4);
  let spin = random.between(420, 900);
  let direction = anywhere(random.normal);
  let axis = anywhere(random.normal);
  for (let i = 0; i < count; i++) {
    const share = i < peakAt ? 0.3 + (0.4 * i) / peakAt : Math.exp((-1.7 * (i - peakAt)) / count);
    const least = Math.abs(i - peakAt) <= 3 ? 0.35 : 0.05;
    const loudness = i === peakAt ? 1 : share * random.between(least, 0.85);
    if (i === peakAt) direction = diagonal(floor, random.next);
    // A knock lasts a sample or two.
    else if (random.chance(0.75)) direction = unit(sum(scaled(floor, 0.5), anywhere(random.normal)));
    if (random.chance(0.3)) axis = anywhere(random.normal);
    const moment = felt(
      body,
      scaled(floor, i === peakAt ? 0 : 0.5),
      scaled(direction, blow * loudness),
      scaled(axis, spin * random.between(0.35, 1)),
    );
    spin = i < peakAt ? spin : Math.max(120, spin * 0.95);
    yield i === peakAt ? { ...moment, fall: kind } : moment;
  }
  body.up = unit(sum(floor, scaled(anywhere(random.normal), 1.1)));
}

const anywhere = (normal: () => number): Vector => unit([normal(), normal(), normal()]);

/** Towards a corner, where a sensor that clips each axis still shows the full strength of the blow. */
function diagonal(towards: Vector, next: () => number): Vector {
  const side = (value: number): number => (value < 0 ? -1 : 1) * (0.75 + 0.5 * next());
  return unit([side(towards[0]), side(towards[1]), side(towards[2])]);
}

/** Turns over on the floor; often there is another hit: the other arm, the head, a chair. */
function* roll(body: Body, floor: Vector, seconds: number): Motion {
  const { random } = body;
  const knock = random.chance(0.7) ? random.between(6, 16) : 0;
  yield* turnTo(body, unit(sum(body.up, scaled(floor, 2))), seconds / 3, random.between(6, 11));
  for (let i = 0; i < 4; i++) {
    const push = scaled(anywhere(random.normal), knock * random.between(0.4, 1));
    yield felt(body, body.up, push, scaled(anywhere(random.normal), random.between(60, 180)), 0.4);
  }
  yield* turnTo(body, floor, seconds / 3, random.between(1.5, 3));
}

/** Pain, breathing, a hand that feels for the floor: slow movements that fade. */
function* settle(body: Body, seconds: number): Motion {
  const { random } = body;
  const axis = anywhere(random.normal);
  const along = anywhere(random.normal);
  const unrest = random.between(0.5, 1.5);
  const turnsPerSecond = random.between(0.8, 1.6);
  const count = samplesIn(seconds);
  for (let i = 0; i < count; i++) {
    const left = unrest * Math.exp((-2.5 * i) / count);
    const phase = (2 * Math.PI * turnsPerSecond * i) / RATE_HZ;
    const push = scaled(along, 2.4 * left * Math.sin(phase));
    yield felt(body, body.up, push, scaled(axis, 55 * left * Math.cos(phase)));
  }
}
