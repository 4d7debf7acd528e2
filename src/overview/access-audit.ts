import { HOUR_MS } from '../platform/time.ts';

/** Above this number the oldest viewer is dropped, and that viewer's next access is recorded again. */
const MAX_VIEWERS = 1000;

/**
 * Deduplicates access log entries of pages that poll every minute: returns the people whom the viewer has not seen
 * within the hour.
 */
export function createAccessAudit(
  now: () => number,
): (viewerId: string, personIds: readonly string[]) => string[] {
  const viewers = new Map<string, { readonly until: number; readonly seen: Set<string> }>();
  return (viewerId, personIds) => {
    let look = viewers.get(viewerId);
    if (look === undefined || look.until <= now()) {
      look = { until: now() + HOUR_MS, seen: new Set() };
      viewers.delete(viewerId);
      viewers.set(viewerId, look);
      const [oldest] = viewers.keys();
      if (viewers.size > MAX_VIEWERS && oldest !== undefined) viewers.delete(oldest);
    }
    const { seen } = look;
    const fresh = personIds.filter((id) => !seen.has(id));
    for (const id of fresh) seen.add(id);
    return fresh;
  };
}
