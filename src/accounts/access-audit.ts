import { HOUR_MS } from '../platform/time.ts';

/** Viewers beyond this are forgotten, and their next look is recorded anew. */
const MAX_VIEWERS = 1000;

/**
 * Pages that ask again each minute would fill the access log with one person's look: of those whom a viewer sees,
 * answers the ones not seen within the hour.
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
