import type { Details } from '../platform/errors.ts';
import { type FallLevel, isAtLeast } from './levels.ts';

/** From `from` until just before `to`, in the local time of `timeZone`; may span midnight. */
export interface QuietHours {
  /** `HH:MM` */
  readonly from: string;
  readonly to: string;
  /** An IANA name, such as Europe/Berlin. */
  readonly timeZone: string;
}

interface MuteSettings {
  readonly minSeverity: FallLevel;
  readonly quietHours: QuietHours | null;
}

const HOURS_AND_MINUTES = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** More than there are time zones; other spellings (europe/BERLIN) must not grow the cache without limit. */
const MAX_CLOCKS = 1_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a formatter takes a hundred times as long as using it. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  if (clocks.size >= MAX_CLOCKS) clocks.clear();
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(timeZone, clock);
  return clock;
}

function isZone(name: string): boolean {
  // Newer versions of Node also accept offsets such as +01:00, which have no daylight saving time.
  if (!/^[A-Za-z][\w+\-/]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The errors in quiet hours that a person wants to set; empty when they are valid. */
export function quietHoursComplaints({ from, to, timeZone }: QuietHours): Details {
  const time = 'must be a time such as 22:00';
  return {
    ...(HOURS_AND_MINUTES.test(from) ? {} : { 'quietHours.from': time }),
    ...(HOURS_AND_MINUTES.test(to)
      ? from === to
        ? { 'quietHours.to': 'must differ from `from`' }
        : {}
      : { 'quietHours.to': time }),
    ...(isZone(timeZone) ? {} : { 'quietHours.timeZone': 'must be a time zone such as Europe/Berlin' }),
  };
}

/** `HH:MM` compares as text. */
export function isQuiet({ from, to, timeZone }: QuietHours, at: Date): boolean {
  const now = clockOf(timeZone).format(at);
  return from <= to ? from <= now && now < to : now >= from || now < to;
}

/**
 * Quiet hours never mute HIGH and above. `level` is null for events other than falls, such as a wearable that is
 * offline.
 */
export function isMuted(
  { minSeverity, quietHours }: MuteSettings,
  level: FallLevel | null,
  at: Date,
): boolean {
  if (level !== null && !isAtLeast(level, minSeverity)) return true;
  if (level !== null && isAtLeast(level, 'HIGH')) return false;
  return quietHours !== null && isQuiet(quietHours, at);
}
