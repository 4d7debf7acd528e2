const DAY_MS = 86_400_000;

/** ISO 8601, `2026-W47`: a week belongs to the year of its Thursday. */
function isoWeekOf(ms: number): string {
  const weekday = (new Date(ms).getUTCDay() + 6) % 7;
  const thursday = new Date(ms + (3 - weekday) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** The weeks of the days from one to another, both included. */
export function weeksBetween(from: string, to: string): string[] {
  const weeks = new Set<string>();
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += DAY_MS) weeks.add(isoWeekOf(ms));
  return [...weeks];
}
