import { calendarDayAndMonth } from '../words.ts';

/** Never in days: a waking day has 15 hours. */
const minutes = (count: number): string =>
  count < 60 ? `${count} min` : `${Math.floor(count / 60)} h ${String(count % 60).padStart(2, '0')} min`;

interface Minutes {
  readonly connectedMinutes: number;
  readonly wornMinutes: number;
  readonly blindMinutes: number;
  readonly longestBlindMinutes: number;
  readonly lateMinutes: number;
  readonly absentMinutes: number;
}

interface Day extends Minutes {
  readonly date: string;
  readonly hours?: readonly { readonly hour: number; readonly blindMinutes: number }[];
}

const totals = (total: Minutes): string =>
  [
    total.blindMinutes === 0
      ? 'Never blind'
      : `Blind ${minutes(total.blindMinutes)}, at most ${minutes(total.longestBlindMinutes)} at a time`,
    `connected ${minutes(total.connectedMinutes)}`,
    `worn ${minutes(total.wornMinutes)}`,
    ...(total.lateMinutes > 0 ? [`late ${minutes(total.lateMinutes)}`] : []),
    ...(total.absentMinutes > 0 ? [`away ${minutes(total.absentMinutes)}`] : []),
  ].join(' · ');

export const coverage = {
  title: 'Coverage',
  heading: 'Residents, most blind time first',
  link: 'Coverage: when wearables sent readings',
  hint: (zone: string): string =>
    `One column is an hour between 07:00 and 22:00 (${zone}). In blind minutes no wearable sent readings, and no fall can be detected.`,
  invalid: 'Choose two dates that are at most 31 days apart.',
  none: 'No residents.',
  printed: (from: string, to: string): string => `${from} to ${to}`,
  kinds: {
    connected: 'Connected',
    late: 'Late: sent afterwards',
    absent: 'Away',
    blind: 'Blind',
  },
  totals,
  /** What the picture of a day shows. */
  day: ({ date, hours = [], ...day }: Day): string =>
    [
      `${calendarDayAndMonth(date)}: ${totals(day)}`,
      ...hours
        .filter(({ blindMinutes }) => blindMinutes > 0)
        .map(({ hour, blindMinutes }) => `${hour}:00 blind ${minutes(blindMinutes)}`),
    ].join('; '),
} as const;
