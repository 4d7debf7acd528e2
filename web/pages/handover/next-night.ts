import { clock, today } from '../../text/words.ts';
import { addDays } from '../roster/days.ts';

/** By the clocks of the zone: the next night may begin 23 or 25 hours after this one. */
export function hasNextBegun(
  { date, from }: { readonly date: string; readonly from: string },
  at: number,
): boolean {
  const [next, day] = [addDays(date, 1), today(at)];
  return day > next || (day === next && clock(at) >= clock(Date.parse(from)));
}
