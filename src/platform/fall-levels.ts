/** docs/contract.md, "Fall levels", from harmless to certain. */
export const FALL_LEVELS = ['NO_FALL', 'SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'] as const;
export type FallLevel = (typeof FALL_LEVELS)[number];

/** The highest confidence of the lower levels; confidences have four decimals. */
export const HIGHEST_CONFIDENCE = { NO_FALL: 0.3, SUSPICIOUS: 0.5, POTENTIAL: 0.7, HIGH: 0.8999 } as const;

/** docs/contract.md, "Fall levels": every confidence has exactly one level. */
export function fallLevel(confidence: number): FallLevel {
  if (confidence <= HIGHEST_CONFIDENCE.NO_FALL) return 'NO_FALL';
  if (confidence <= HIGHEST_CONFIDENCE.SUSPICIOUS) return 'SUSPICIOUS';
  if (confidence <= HIGHEST_CONFIDENCE.POTENTIAL) return 'POTENTIAL';
  return confidence < 0.9 ? 'HIGH' : 'CONFIRMED';
}

export const isAtLeast = (level: FallLevel, threshold: FallLevel): boolean =>
  FALL_LEVELS.indexOf(level) >= FALL_LEVELS.indexOf(threshold);

/** The levels that alert caregivers and count as falls in statistics. */
export const ALERTING_LEVELS: readonly FallLevel[] = FALL_LEVELS.filter((level) =>
  isAtLeast(level, 'POTENTIAL'),
);
