import type { MorningQuestion } from '../api/records.ts';

export type MorningAnswer = NonNullable<MorningQuestion['answer']>;

/** In the order of the buttons. */
export const ANSWERS = ['well', 'had_fallen', 'unknown'] as const satisfies readonly MorningAnswer[];
