import type { CalendarSlot } from '../../api/records.ts';
import { roster } from '../../text/en/roster.ts';
import { calendarDayAndMonth, timeOfDay } from '../../text/words.ts';

export const slotName = ({ name, start, end }: Pick<CalendarSlot, 'name' | 'start' | 'end'>): string =>
  roster.week.slot(name, timeOfDay(start), timeOfDay(end));

/** `Monday 16 Nov` */
export const dayTitle = (day: string): string =>
  `${roster.days[(new Date(day).getUTCDay() + 6) % 7]} ${calendarDayAndMonth(day)}`;
