/** Decisions, "From stream to event": suspicious readings close together are one event. */
const GAP_MS = 60_000;
const MAX_MS = 5 * 60_000;

export function belongsToEpisode(episode: { startedAt: Date; lastSuspiciousAt: Date }, at: Date): boolean {
  const sinceLast = at.getTime() - episode.lastSuspiciousAt.getTime();
  const sinceStart = at.getTime() - episode.startedAt.getTime();
  return sinceStart >= 0 && sinceStart < MAX_MS && sinceLast < GAP_MS;
}
