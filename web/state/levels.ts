import type { FallLevel } from '../api/records.ts';

const ORDER: readonly FallLevel[] = ['NO_FALL', 'SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'];

/** 0 for NO_FALL, 4 for CONFIRMED. */
export const rankOf = (level: FallLevel): number => ORDER.indexOf(level);

export const isLevel = (word: string): word is FallLevel => (ORDER as readonly string[]).includes(word);
