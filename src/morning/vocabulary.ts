export const MORNING_ANSWERS = ['well', 'had_fallen', 'unknown'] as const;

/** docs/response.md, "Morning questions". */
export type MorningAnswer = (typeof MORNING_ANSWERS)[number];
