import { SECOND_MS } from '../platform/time.ts';
import { FALL_LEVELS, type FallLevel } from './levels.ts';

/** docs/response.md, "Grouped notifications": falls that a channel is told of within this time are one message. */
export const GATHER_MS = 30 * SECOND_MS;

/** What a channel was told, or is to be told, about falls in the last GATHER_MS. */
export interface RecentAlerts {
  /** The falls, two of them at most: whether there is another one is all that counts. */
  readonly fallIds: readonly string[];
  /** When the last of these messages was to be sent; in the future while falls are being gathered. */
  readonly lastSendAt: Date;
}

/**
 * When a message about a fall is sent to a channel: at once, unless the channel was told of another fall less than
 * GATHER_MS ago. Then it joins the message that is being gathered, or begins one. Never later than GATHER_MS from now.
 */
export function sendAt(fallId: string, recent: RecentAlerts | undefined, now: Date): Date {
  if (recent === undefined || recent.fallIds.every((id) => id === fallId)) return now;
  const { lastSendAt } = recent;
  const next = lastSendAt > now ? lastSendAt.getTime() : lastSendAt.getTime() + GATHER_MS;
  // The bound matters where the clock was set back.
  return new Date(Math.min(Math.max(next, now.getTime()), now.getTime() + GATHER_MS));
}

/** Worst level first; of one level the order stays. */
export const worstFirst = (
  a: { readonly level: FallLevel | null },
  b: { readonly level: FallLevel | null },
): number => rankOf(b.level) - rankOf(a.level);

const rankOf = (level: FallLevel | null): number => (level === null ? -1 : FALL_LEVELS.indexOf(level));
