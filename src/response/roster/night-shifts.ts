import { HOUR_MS } from '../../platform/time.ts';
import { addDays, instantOf } from '../../platform/zone.ts';
import type { CalendarSlot } from './rosters.ts';
import type { Slot } from './slots.ts';

/** docs/response.md, "Does it ring?". */
export const NOBODY_RINGS_ON_SILENT = 'NOBODY_RINGS_ON_SILENT';

const [NIGHT_FROM, NIGHT_TO] = ['22:00', '06:00'];
const LEAST_MS = 2 * HOUR_MS;

/** A slot that lasts two hours or more between 22:00 and 06:00: a late shift that ends at 22:30 is not of the night. */
export const isNight = ({ day, start, end }: Pick<Slot, 'day' | 'start' | 'end'>, zone: string): boolean =>
  [addDays(day, -1), day].some((evening) => {
    const from = Math.max(start.getTime(), instantOf(evening, NIGHT_FROM, zone).getTime());
    const to = Math.min(end.getTime(), instantOf(addDays(evening, 1), NIGHT_TO, zone).getTime());
    return to - from >= LEAST_MS;
  });

/** A night that is not over, with caregivers, none of whom a phone on silent would wake. A gap is a warning of its own. */
export const isUnheardNight = (
  slot: CalendarSlot,
  ringing: ReadonlySet<string>,
  { zone, at }: { readonly zone: string; readonly at: Date },
): boolean =>
  slot.end > at &&
  slot.caregivers.length > 0 &&
  !slot.caregivers.some(({ id }) => ringing.has(id)) &&
  isNight(slot, zone);
