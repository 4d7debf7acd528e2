import { MINUTE_MS } from '../time.ts';
import { fallLevel } from './fall-level.ts';

/** Decisions, "From stream to event": suspicious readings close together are one event. */
const GAP_MS = MINUTE_MS;
const MAX_MS = 5 * MINUTE_MS;

export interface Episode {
  readonly startedAt: Date;
  readonly lastSuspiciousAt: Date;
  readonly confidence: number;
  /** Somebody has come, or the wearer has said that they are OK. */
  readonly isResolved: boolean;
}

export function belongsToEpisode(
  episode: Episode,
  reading: { readonly at: Date; readonly confidence: number },
): boolean {
  const sinceLast = reading.at.getTime() - episode.lastSuspiciousAt.getTime();
  const sinceStart = reading.at.getTime() - episode.startedAt.getTime();
  const isNear = sinceStart >= 0 && sinceStart < MAX_MS && sinceLast < GAP_MS;
  return isNear && !(episode.isResolved && isRiseToConfirmed(episode, reading));
}

/** Nobody is called any more for a fall that is resolved: what is worse than all of it is a fall of its own. */
const isRiseToConfirmed = (before: { confidence: number }, { confidence }: { confidence: number }): boolean =>
  fallLevel(confidence) === 'CONFIRMED' && fallLevel(before.confidence) !== 'CONFIRMED';
