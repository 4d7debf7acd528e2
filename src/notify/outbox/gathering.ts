import { FALL_LEVELS, type FallLevel } from '../../platform/fall-levels.ts';
import { SECOND_MS } from '../../platform/time.ts';

/**
 * docs/response.md, "Grouped notifications": alerts to one channel within this time are sent as one message. A kind may
 * have a longer time.
 */
export const GATHER_MS = 30 * SECOND_MS;

/** Messages about falls sent or due to be sent to a channel in that time. */
export interface RecentAlerts {
  /** At most two falls: the caller only needs to know whether there is another one. */
  readonly fallIds: readonly string[];
  /** When the last of these messages was due; in the future while falls are being grouped. */
  readonly lastSendAt: Date;
}

/**
 * When to send a message about a fall to a channel: at once, unless the channel got a message about another fall less
 * than `gatherMs` ago. Then the message joins the group that is waiting, or starts one. Never later than `gatherMs`
 * from now.
 */
export function sendAt(
  fallId: string,
  recent: RecentAlerts | undefined,
  now: Date,
  gatherMs = GATHER_MS,
): Date {
  if (recent === undefined || recent.fallIds.every((id) => id === fallId)) return now;
  const { lastSendAt } = recent;
  const next = lastSendAt > now ? lastSendAt.getTime() : lastSendAt.getTime() + gatherMs;
  // The limit matters after the clock was set back.
  return new Date(Math.min(Math.max(next, now.getTime()), now.getTime() + gatherMs));
}

/** Worst level first; falls of one level keep their order. */
export const worstFirst = (
  a: { readonly level: FallLevel | null },
  b: { readonly level: FallLevel | null },
): number => rankOf(b.level) - rankOf(a.level);

const rankOf = (level: FallLevel | null): number => (level === null ? -1 : FALL_LEVELS.indexOf(level));
