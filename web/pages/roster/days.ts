import { today } from '../../text/words.ts';

/** Days as the API writes them, `2026-11-16`. */
const DAY_MS = 86_400_000;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The Monday of the organisation's week at an instant. */
export function mondayOf(at: number): string {
  const day = today(at);
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}
