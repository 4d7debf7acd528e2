export const RANGES = ['lastMonth', 'quarter', 'lastQuarter', 'year'] as const;

interface Days {
  readonly from: string;
  readonly to: string;
}

/** The quick ranges on a day, both ends included. */
export function rangeOf(range: (typeof RANGES)[number], today: string): Days {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  const quarter = month - (month % 3);
  switch (range) {
    case 'lastMonth':
      return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) };
    case 'quarter':
      return { from: dayOf(year, quarter, 1), to: today };
    case 'lastQuarter':
      return { from: dayOf(year, quarter - 3, 1), to: dayOf(year, quarter, 0) };
    case 'year':
      return { from: dayOf(year - 1, month, Number(today.slice(8)) + 1), to: today };
  }
}

/** Months and days beyond the calendar count on into the next or the one before. */
const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
