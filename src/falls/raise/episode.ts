import { fallLevel } from '../../platform/fall-levels.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/time.ts';

/** docs/contract.md, "Episodes": suspicious readings close together are one event. */
export const GAP_MS = MINUTE_MS;
export const MAX_MS = 5 * MINUTE_MS;
/** The detector has reported everything about one impact by then. */
const IMPACT_MS = 10 * SECOND_MS;

export interface Episode {
  /** Time of the first suspicious reading; the fall's own time is that of the impact that determined its level. */
  readonly startedAt: Date;
  readonly lastSuspiciousAt: Date;
  readonly confidence: number;
  /** When a caregiver resolved the fall, or the wearer said that they are OK. */
  readonly resolvedAt: Date | null;
}

export function belongsToEpisode(
  episode: Episode,
  reading: { readonly at: Date; readonly confidence: number },
): boolean {
  const sinceLast = reading.at.getTime() - episode.lastSuspiciousAt.getTime();
  const sinceStart = reading.at.getTime() - episode.startedAt.getTime();
  // A reading of a backlog may come after later ones: it belongs to the episode that follows it as closely.
  const lasts = sinceStart >= 0 ? sinceStart : -sinceLast;
  const isNear = sinceStart > -GAP_MS && sinceLast < GAP_MS && lasts < MAX_MS;
  return isNear && !isNewEmergency(episode, reading);
}

/** A resolved fall alerts no one any more, so an emergency some time after it is a fall of its own. */
function isNewEmergency(
  { resolvedAt, confidence }: Episode,
  reading: { readonly at: Date; readonly confidence: number },
): boolean {
  if (resolvedAt === null || reading.at.getTime() - resolvedAt.getTime() < IMPACT_MS) return false;
  return fallLevel(reading.confidence) === 'CONFIRMED' && fallLevel(confidence) !== 'CONFIRMED';
}
