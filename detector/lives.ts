import { PLAIN, type StreamOptions } from './streams.ts';

/** Conditions that differ from the plain streams. */
export const LIVES: Readonly<Record<string, StreamOptions>> = {
  'walking before': { ...PLAIN, before: ['walking'] },
  'rest before': { ...PLAIN, before: ['resting'] },
  'seated before': { ...PLAIN, before: ['sitting'], seed: 13 },
  'stays down after': { ...PLAIN, after: ['stays still'], seed: 15 },
  'jitter, 5 % lost': { ...PLAIN, jitterS: 0.15, lost: 0.05, seed: 17 },
};
