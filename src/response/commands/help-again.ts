import type { Person } from '../../people/person.ts';
import { isRecent, MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import { type Changed, earlierOf, type LogEntry, type Response } from '../states.ts';

/** Presses within this time are one press. */
export const SAME_PRESS_MS = 10 * SECOND_MS;

/** How long the holder of a claim has to resolve the fall after the second press. */
export const CALLED_AGAIN_MS = 2 * MINUTE_MS;

/**
 * How long a press may be a resend of the last one. With DUP it is the time in which a broken connection comes back. It is
 * short: a press that was lost with the connection arrives as a resend, too. A mere suspicion silences no press for long.
 */
const RESENT_WITHIN_MS = { marked: 2 * MINUTE_MS, suspected: SAME_PRESS_MS } as const;

/** A press of "I need help". */
export interface Press {
  /** When the service received it. */
  readonly at: Date;
  /** The message may be a resend: its sender has marked it, or the service suspects it. */
  readonly resent?: keyof typeof RESENT_WITHIN_MS | undefined;
}

/** Whether it is the press that the response knows of, not another one. */
export function isSamePress({ helpAt, helpNotified }: Response, { at, resent }: Press, now: Date): boolean {
  if (helpAt === null) return false;
  const withinMs = Math.max(
    resent === undefined ? 0 : RESENT_WITHIN_MS[resent],
    helpNotified === null ? 0 : SAME_PRESS_MS,
  );
  if (isRecent(helpAt.getTime(), now.getTime(), withinMs)) return true;
  // They came together, perhaps to two instances: this one waited for the other. After a clock was set back, that is not so.
  const overtakenMs = helpAt.getTime() - at.getTime();
  return overtakenMs >= 0 && overtakenMs < SAME_PRESS_MS;
}

/**
 * docs/response.md, "Help again": the wearer calls for help in an emergency that is open or claimed. `notified` are the
 * people who are notified. A claim ends two minutes after the second press, unless its holder has resolved the fall.
 */
export function callAgain(response: Response, by: Person, notified: readonly Person[], now: Date): Changed {
  const helpPresses = response.helpPresses + 1;
  const entry: LogEntry = { type: 'repeated', at: now, by, details: { presses: helpPresses } };
  const isLimited = response.state === 'CLAIMED' && helpPresses > 1;
  const claimExpiresAt = isLimited
    ? earlierOf(new Date(now.getTime() + CALLED_AGAIN_MS), response.claimExpiresAt)
    : response.claimExpiresAt;
  return {
    response: { ...response, helpPresses, helpAt: now, helpNotified: notified, claimExpiresAt },
    entries: [entry],
  };
}
