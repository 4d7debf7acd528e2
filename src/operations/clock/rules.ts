import type { ClockDoubt } from '../../notify/texts/content.ts';
import { DAY_MS, HOUR_MS } from '../../platform/time.ts';

/** Why the clock is in doubt: docs/operations.md, "Clocks". */
export interface Doubt {
  readonly reason: ClockDoubt;
  /** How far the clock is ahead of the time it should show, in milliseconds; negative: behind. */
  readonly aheadMs: number;
}

/** The clock and the machine's uptime at one moment, in milliseconds. */
export interface Sighting {
  /** Since 1970. */
  readonly clock: number;
  readonly uptime: number;
}

export interface Evidence {
  readonly now: Sighting;
  /** The database's clock, which may be that of another machine. */
  readonly databaseTime: number;
  /** The latest time that an instance has noted while its clock was trusted; undefined in a new installation. */
  readonly notedAt: number | undefined;
  /** When this process last trusted the clock; undefined before. */
  readonly trusted: Sighting | undefined;
}

/** Deletion counts in days, so a smaller difference does no harm. A clock set to the wrong summer time is off by less. */
const TOLERANCE_MS = 1.5 * HOUR_MS;
/** The service may be down this long before its next start raises doubt: a clock that is ahead looks the same. */
const LONGEST_PAUSE_MS = DAY_MS;
/** A smaller difference deletes little too early; it is accepted once the clock has run this long without a step. */
const SMALL_MS = 7 * DAY_MS;
const PROBATION_MS = DAY_MS;

/** How far the clock has moved between two moments beyond the time that has passed. */
const stepBetween = (from: Sighting, to: Sighting): number =>
  to.clock - from.clock - (to.uptime - from.uptime);

/** The reason to doubt the clock; undefined if it is plausible. */
export function doubtOf({ now, databaseTime, notedAt, trusted }: Evidence): Doubt | undefined {
  const fromDatabase = now.clock - databaseTime;
  if (Math.abs(fromDatabase) > TOLERANCE_MS) return { reason: 'DATABASE', aheadMs: fromDatabase };
  if (notedAt === undefined) return undefined;
  const sinceNoted = now.clock - notedAt;
  if (sinceNoted < -TOLERANCE_MS) return { reason: 'BEHIND', aheadMs: sinceNoted };
  // A noted time that went back: an admin has confirmed the clock of another instance, so ours proves nothing.
  const isOurs = trusted !== undefined && notedAt >= trusted.clock - TOLERANCE_MS;
  const aheadMs = isOurs ? stepBetween(trusted, now) : sinceNoted;
  if (aheadMs < -TOLERANCE_MS) return { reason: 'BEHIND', aheadMs };
  return aheadMs > (isOurs ? TOLERANCE_MS : LONGEST_PAUSE_MS) ? { reason: 'AHEAD', aheadMs } : undefined;
}

/** Whether the clock has been set since then: its probation starts again. */
export const hasStepped = (since: Sighting, now: Sighting): boolean =>
  Math.abs(stepBetween(since, now)) > TOLERANCE_MS;

/**
 * Whether a doubt ends by itself. A large one waits for an admin: to delete late does no harm, to delete all readings
 * because of a wrong clock does.
 */
export const isOnProbationLongEnough = (
  { reason, aheadMs }: Doubt,
  since: Sighting,
  now: Sighting,
): boolean =>
  reason !== 'DATABASE' && Math.abs(aheadMs) <= SMALL_MS && now.uptime - since.uptime >= PROBATION_MS;

/** The clock is synchronised if the time service has confirmed it this recently, by the clock itself. */
export const isSynchronisedAt = (confirmedAt: number, now: number): boolean =>
  Math.abs(now - confirmedAt) <= HOUR_MS;
