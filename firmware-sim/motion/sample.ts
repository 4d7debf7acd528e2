/** ax, ay, az in m/s², gx, gy, gz in °/s, in the frame of the wearable on the wrist. */
export type Sample = readonly [number, number, number, number, number, number];
export type Vector = readonly [number, number, number];

export const GRAVITY = 9.81;
export const RATE_HZ = 50;

/** One second of a wearer's life. */
export interface Second {
  /** The raw signal, evenly spaced; the last sample is now. */
  readonly samples: readonly Sample[];
  readonly activity: Activity;
  /** Set in the second of the blow: the kind of fall. */
  readonly fall?: string;
  /** False while the wearable has no Wi-Fi. */
  readonly online: boolean;
}

export type Activity =
  | 'walk'
  | 'stairs'
  | 'sit'
  | 'stand'
  | 'handwork'
  | 'sleep'
  | 'table'
  | 'fall'
  | 'replay';

export const magnitude = ([x, y, z]: Sample | Vector): number => Math.sqrt(x * x + y * y + z * z);
export const rotation = ([, , , x, y, z]: Sample): number => Math.sqrt(x * x + y * y + z * z);

export const scaled = ([x, y, z]: Vector, by: number): Vector => [x * by, y * by, z * by];
export const sum = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function unit(vector: Vector): Vector {
  const length = magnitude(vector);
  return length > 1e-9 ? scaled(vector, 1 / length) : [0, 0, 1];
}

/** Turns `vector` by `radians` around the unit vector `axis` (Rodrigues). */
export function turned(vector: Vector, axis: Vector, radians: number): Vector {
  const along = scaled(axis, dot(axis, vector) * (1 - Math.cos(radians)));
  const across = scaled(cross(axis, vector), Math.sin(radians));
  return sum(sum(scaled(vector, Math.cos(radians)), across), along);
}

export const angleBetween = (a: Vector, b: Vector): number =>
  Math.acos(Math.max(-1, Math.min(1, dot(unit(a), unit(b)))));

/** A unit vector at a right angle; `chance` selects which. */
export function perpendicular(to: Vector, chance: number): Vector {
  const other: Vector = Math.abs(to[2]) < 0.8 ? [0, 0, 1] : [1, 0, 0];
  return turned(unit(cross(to, other)), unit(to), 2 * Math.PI * chance);
}
