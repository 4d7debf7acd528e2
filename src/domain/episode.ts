import { MINUTE_MS } from '../time.ts';

/** docs/contract.md, "Episodes": suspicious readings close together are one event. */
const GAP_MS = MINUTE_MS;
const MAX_MS = 5 * MINUTE_MS;

export function belongsToEpisode(episode: { startedAt: Date; lastSuspiciousAt: Date }, at: Date): boolean {
  const sinceLast = at.getTime() - episode.lastSuspiciousAt.getTime();
  const sinceStart = at.getTime() - episode.startedAt.getTime();
  return sinceStart >= 0 && sinceStart < MAX_MS && sinceLast < GAP_MS;
}
