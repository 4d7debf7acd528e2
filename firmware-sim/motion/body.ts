import type { Random } from '../random.ts';
import {
  angleBetween,
  cross,
  GRAVITY,
  magnitude,
  perpendicular,
  RATE_HZ,
  type Sample,
  scaled,
  sum,
  turned,
  unit,
  type Vector,
} from './sample.ts';

/** A wearer as the wrist sensor sees them: where "up" points in the wearable's frame, and how this person moves. */
export interface Body {
  readonly random: Random;
  up: Vector;
  /** Direction with the arm hanging down, where walking and standing begin and end. */
  readonly hanging: Vector;
  readonly stepsPerSecond: number;
  /** m/s² at each step. */
  readonly bounce: number;
  /** Radians that the arm swings to either side. */
  readonly swing: number;
}

/** One sample of motion; the sample with the blow of a fall names its kind. */
export interface Moment {
  readonly sample: Sample;
  readonly fall?: string;
}

export type Motion = Generator<Moment, void, undefined>;

const DEGREES = 180 / Math.PI;

export function createBody(random: Random): Body {
  // As in the recordings, with some variation in how the strap sits.
  const hanging = unit([-0.92 + random.normal(0.05), -0.34 + random.normal(0.1), 0.14 + random.normal(0.12)]);
  return {
    random,
    up: hanging,
    hanging,
    stepsPerSecond: random.between(1.55, 2.05),
    bounce: random.between(1.3, 2.4),
    swing: random.between(0.2, 0.5),
  };
}

/** The sensor's sample: gravity along `up`, other acceleration (m/s²) and rotation (°/s), with sensor noise. */
export function felt({ random }: Body, up: Vector, push: Vector, spin: Vector, noise = 0.05): Moment {
  const [ax, ay, az] = sum(scaled(up, GRAVITY), push);
  const accel = (value: number): number => rounded(value + random.normal(noise));
  const gyro = (value: number): number => rounded(value + random.normal(0.4));
  return { sample: [accel(ax), accel(ay), accel(az), gyro(spin[0]), gyro(spin[1]), gyro(spin[2])] };
}

/** Three decimals are more than such a sensor resolves. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

export const samplesIn = (seconds: number): number => Math.max(1, Math.round(seconds * RATE_HZ));

/** Keeps still: breathing, pulse and a little tremor. */
export function* rest(body: Body, seconds: number, tremor = 1): Motion {
  const breath = body.random.between(0.2, 0.3);
  const axis = perpendicular(body.up, body.random.next());
  for (let i = 0; i < samplesIn(seconds); i++) {
    const phase = (2 * Math.PI * breath * i) / RATE_HZ;
    const push = scaled(body.up, 0.04 * tremor * Math.sin(phase));
    yield felt(body, body.up, push, scaled(axis, 0.8 * tremor * Math.cos(phase)), 0.05 * tremor);
  }
}

/** Turns the arm smoothly; `effort` (m/s²) is the acceleration on the way. */
export function* turnTo(body: Body, target: Vector, seconds: number, effort = 0.6): Motion {
  const from = body.up;
  const angle = angleBetween(from, target);
  const across = cross(from, target);
  const axis = magnitude(across) > 1e-6 ? unit(across) : perpendicular(from, body.random.next());
  const count = samplesIn(seconds);
  const along = unit([body.random.normal(), body.random.normal(), body.random.normal()]);
  for (let i = 1; i <= count; i++) {
    const share = i / count;
    const done = share * share * (3 - 2 * share);
    const speed = (angle * 6 * share * (1 - share) * RATE_HZ) / count;
    const push = scaled(along, effort * Math.sin(2 * Math.PI * share));
    body.up = turned(from, axis, angle * done);
    yield felt(body, body.up, push, scaled(axis, -speed * DEGREES), 0.1 + 0.2 * effort);
  }
  body.up = unit(target);
}

/** Converts radians per second to degrees per second. */
export const degrees = (radians: number): number => radians * DEGREES;
