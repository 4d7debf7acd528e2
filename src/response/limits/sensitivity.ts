import { fallLevel, HIGHEST_CONFIDENCE } from '../../platform/fall-levels.ts';
import { logOdds, sigmoid } from '../../platform/log-odds.ts';
import type { Sensitivity, StoredAssessment } from '../vocabulary.ts';

/** docs/response.md, "Sensitivity": the detector's confidence above which a fall alerts. */
export const ALERTS_ABOVE: Readonly<Record<Sensitivity, number>> = {
  fewer: 0.65,
  standard: HIGHEST_CONFIDENCE.SUSPICIOUS,
  more: 0.4,
};

/** The least confidence of an event: an event stays recorded. */
const LOWEST = HIGHEST_CONFIDENCE.NO_FALL + 0.0001;

/** Decisions in which a network took part. The other rules are for hard falls, and the same for all wearers. */
export const BY_NETWORK: ReadonlySet<StoredAssessment['decidedBy']> = new Set([
  'model',
  'extra-evidence',
  'silence',
]);

/** A detected fall's confidence for a choice. CONFIRMED and NO_FALL do not change. */
export function confidenceFor(sensitivity: Sensitivity, confidence: number): number {
  const level = fallLevel(confidence);
  if (sensitivity === 'standard' || level === 'CONFIRMED' || level === 'NO_FALL') return confidence;
  const shifted = logOdds(confidence) - logOdds(ALERTS_ABOVE[sensitivity]);
  const chosen = Math.round(1e4 * sigmoid(shifted)) / 1e4;
  // No choice makes an emergency.
  return Math.min(HIGHEST_CONFIDENCE.HIGH, Math.max(LOWEST, chosen));
}
