const DAY_MS = 86_400_000;

/** ISO 8601, `2026-W47`: a week belongs to the year of its Thursday. */
function isoWeekOf(ms: number): string {
  const weekday = (new Date(ms).getUTCDay() + 6) % 7;
  const thursday = new Date(ms + (3 - weekday) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

interface Week {
  readonly key: string;
  /** `2026-11-16` */
  readonly monday: string;
  readonly sunday: string;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The weeks of the days from one to another, both included. */
export function weeksBetween(from: string, to: string): Week[] {
  const weeks: Week[] = [];
  const first = Date.parse(from);
  const weekday = (new Date(first).getUTCDay() + 6) % 7;
  for (let ms = first - weekday * DAY_MS; ms <= Date.parse(to); ms += 7 * DAY_MS)
    weeks.push({ key: isoWeekOf(ms), monday: dayOf(ms), sunday: dayOf(ms + 6 * DAY_MS) });
  return weeks;
}
