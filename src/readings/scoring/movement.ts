import type { Movement } from '../vocabulary.ts';

/** The readings of a wearable in a minute; standard deviations in m/s². */
export interface MinuteOfReadings {
  readonly readings: number;
  /** Of the acceleration's length: what steps and blows change. */
  readonly strength: number;
  /** Of the acceleration in space: it also changes when the arm turns. */
  readonly direction: number;
}

/** docs/movement.md: chosen on the recordings that it lists. */
export const ACTIVE_FROM = 0.8;
export const LIGHT_FROM = 0.6;
/** With fewer the deviation is chance. */
const FEWEST = 6;

/** Null with too few readings. */
export function movementOf({ readings, strength, direction }: MinuteOfReadings): Movement | null {
  if (readings < FEWEST) return null;
  if (strength >= ACTIVE_FROM) return 'ACTIVE';
  return direction >= LIGHT_FROM ? 'LIGHT' : 'STILL';
}
