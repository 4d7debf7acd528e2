import { type Body, degrees, felt, type Motion, rest, samplesIn, turnTo } from './body.ts';
import { type Activity, perpendicular, RATE_HZ, scaled, sum, turned, unit, type Vector } from './sample.ts';

/** The activities of a day; each lasts about the given seconds, and begins and ends with the arm in any position. */
export const ACTIVITIES: Readonly<
  Record<Exclude<Activity, 'fall' | 'replay'>, (body: Body, seconds: number) => Motion>
> = {
  *walk(body, seconds) {
    yield* hangArm(body, seconds);
    yield* steps(body, seconds, 1);
  },

  /** Harder steps, and sometimes a hand that grasps the rail. */
  *stairs(body, seconds) {
    yield* hangArm(body, seconds);
    yield* steps(body, seconds, 1.45);
  },

  *stand(body, seconds) {
    yield* hangArm(body, seconds);
    yield* rest(body, seconds, 3);
  },

  *sit(body, seconds) {
    yield* turnTo(body, ONTO_LAP(body), Math.min(seconds, 1.4), 2.2);
    yield* fidget(body, seconds - 1.4, 12, 1);
  },

  /** Doors, dishes, knitting: the wrist turns, without blows. */
  *handwork(body, seconds) {
    for (let left = seconds; left > 0; ) {
      const took = Math.min(left, body.random.between(0.5, 1.4));
      yield* turnTo(body, near(body, body.hanging, 0.9), took, body.random.between(0.5, 4));
      left -= took;
    }
  },

  *sleep(body, seconds) {
    yield* turnTo(body, lying(body), Math.min(seconds, 2.5), 0.8);
    yield* fidget(body, seconds - 2.5, 45, 0.4);
  },

  /** Nobody wears it: only the noise of the sensor is left. */
  table: (body, seconds) => rest(body, seconds, 0.2),
};

const ONTO_LAP = (body: Body): Vector => near(body, [-0.25, -0.3, 0.92], 0.25);

const lying = ({ random }: Body): Vector =>
  unit([random.normal(0.5), random.normal(0.8), random.normal(0.8)]);

/** A direction at most about `spread` radians away. */
function near({ random }: Body, direction: Vector, spread: number): Vector {
  return turned(unit(direction), perpendicular(direction, random.next()), random.between(-spread, spread));
}

function* hangArm(body: Body, seconds: number): Motion {
  yield* turnTo(body, body.hanging, Math.min(seconds, 0.8), 0.8);
}

/** Rests, and moves the arm a little every `every` seconds. */
function* fidget(body: Body, seconds: number, every: number, tremor: number): Motion {
  for (let left = seconds; left > 0; ) {
    const quiet = Math.min(left, body.random.between(0.4, 1.6) * every);
    yield* rest(body, quiet, tremor);
    left -= quiet;
    if (left <= 0) return;
    const moved = Math.min(left, body.random.between(0.8, 2));
    yield* turnTo(body, near(body, body.up, 0.5), moved, 0.5);
    left -= moved;
  }
}

const MAX_OF_A_RAIL = 9;

function* steps(body: Body, seconds: number, strength: number): Motion {
  const { random, stepsPerSecond, bounce, swing, up } = body;
  const axis = perpendicular(up, 0.1);
  const forward = perpendicular(up, 0.6);
  let phase = 2 * Math.PI * random.next();
  let vigour = 1;
  let rail = 0;
  for (let i = 0; i < samplesIn(seconds); i++) {
    const before = phase;
    phase += (2 * Math.PI * stepsPerSecond) / RATE_HZ;
    if (Math.floor(before / (2 * Math.PI)) !== Math.floor(phase / (2 * Math.PI))) {
      // Every step differs.
      vigour = random.between(0.7, 1.25) * strength;
      rail = strength > 1 && random.chance(0.03) ? random.between(1, MAX_OF_A_RAIL) : 0;
    }
    const stride = phase / 2;
    const direction = turned(up, axis, swing * Math.sin(stride));
    const spin = -degrees(swing * Math.cos(stride) * Math.PI * stepsPerSecond);
    // The heel strikes once per step: a short knock on top of the slow rise and fall.
    const heel = Math.max(0, Math.cos(phase)) ** 12;
    const vertical = vigour * bounce * (0.9 * Math.sin(phase) + 0.5 * Math.sin(2 * phase + 1) + 1.2 * heel);
    const push = sum(
      scaled(up, vertical + rail * heel),
      scaled(forward, 0.8 * vigour * Math.sin(stride + 0.7)),
    );
    const wobble = scaled(forward, 25 * vigour * Math.sin(phase + 0.4));
    yield felt(body, direction, push, sum(scaled(axis, spin), wobble), 0.25 * vigour);
  }
}
