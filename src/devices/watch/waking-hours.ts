import { MINUTE_MS } from '../../platform/time.ts';
import { dayOf, instantOf } from '../../platform/zone.ts';
import { WAKING_HOURS } from '../vocabulary.ts';

/**
 * A wearable that has been still since this time or longer is not worn: for `minutes`, all of them within the waking
 * hours of today. Undefined if no such time is possible now, and if `minutes` is 0.
 */
export function notWornBefore(now: Date, minutes: number, zone: string): Date | undefined {
  if (minutes === 0) return undefined;
  const day = dayOf(now, zone);
  const before = new Date(now.getTime() - minutes * MINUTE_MS);
  const isWaking = now <= instantOf(day, WAKING_HOURS.until, zone);
  return isWaking && before >= instantOf(day, WAKING_HOURS.from, zone) ? before : undefined;
}
