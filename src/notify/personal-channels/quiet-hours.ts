import type { Details } from '../../platform/errors.ts';
import { type FallLevel, isAtLeast } from '../../platform/fall-levels.ts';
import { TIME_OF_DAY } from '../../platform/schema/time-of-day.ts';
import { isWithinHours, isZone } from '../../platform/zone.ts';

/** From `from` until just before `to`, in the local time of `timeZone`; may span midnight. */
export interface QuietHours {
  /** `HH:MM` */
  readonly from: string;
  readonly to: string;
  /** An IANA name, such as Europe/Berlin. */
  readonly timeZone: string;
}

/** As a person sets them and as they are stored: without a zone, that of the organisation applies. */
export type GivenQuietHours = Omit<QuietHours, 'timeZone'> & {
  readonly timeZone?: string | null | undefined;
};

interface MuteSettings {
  readonly minSeverity: FallLevel;
  readonly quietHours: QuietHours | null;
}

const HOURS_AND_MINUTES = new RegExp(TIME_OF_DAY);

/** The errors in quiet hours that a person wants to set; empty when they are valid. */
export function quietHoursComplaints({ from, to, timeZone }: GivenQuietHours): Details {
  const time = 'must be a time such as 22:00';
  return {
    ...(HOURS_AND_MINUTES.test(from) ? {} : { 'quietHours.from': time }),
    ...(HOURS_AND_MINUTES.test(to)
      ? from === to
        ? { 'quietHours.to': 'must differ from `from`' }
        : {}
      : { 'quietHours.to': time }),
    ...(timeZone == null || isZone(timeZone)
      ? {}
      : { 'quietHours.timeZone': 'must be a time zone such as Europe/Berlin' }),
  };
}

export const isQuiet = ({ timeZone, ...hours }: QuietHours, at: Date): boolean =>
  isWithinHours(hours, timeZone, at);

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
