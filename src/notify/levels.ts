/** docs/contract.md, "Fall levels", from harmless to certain. */
export const FALL_LEVELS = ['NO_FALL', 'SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'] as const;
export type FallLevel = (typeof FALL_LEVELS)[number];

/** docs/contract.md, "Fall levels": every confidence has exactly one level. */
export function fallLevel(confidence: number): FallLevel {
  if (confidence <= 0.3) return 'NO_FALL';
  if (confidence <= 0.5) return 'SUSPICIOUS';
  if (confidence <= 0.7) return 'POTENTIAL';
  return confidence < 0.9 ? 'HIGH' : 'CONFIRMED';
}

export const isAtLeast = (level: FallLevel, threshold: FallLevel): boolean =>
  FALL_LEVELS.indexOf(level) >= FALL_LEVELS.indexOf(threshold);

/** The levels that alert caregivers and count as falls in statistics. */
export const ALERTING_LEVELS: readonly FallLevel[] = FALL_LEVELS.filter((level) =>
  isAtLeast(level, 'POTENTIAL'),
);
