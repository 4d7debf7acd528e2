import type { coverage as en } from '../en/coverage.ts';
import type { Texts } from '../texts.ts';
import { calendarDayAndMonth } from '../words.ts';

const minutes = (count: number): string =>
  count < 60 ? `${count} min` : `${Math.floor(count / 60)} h ${String(count % 60).padStart(2, '0')} min`;

export const coverage: Texts<typeof en> = {
  title: 'Abdeckung',
  heading: 'Bewohner, die am längsten blinden zuerst',
  link: 'Abdeckung: wann Sturzmelder gesendet haben',
  hint: (zone) =>
    `Eine Spalte ist eine Stunde zwischen 07:00 und 22:00 Uhr (${zone}). In blinden Minuten hat kein Sturzmelder gesendet, und kein Sturz kann erkannt werden.`,
  invalid: 'Wählen Sie zwei Tage, die höchstens 31 Tage auseinanderliegen.',
  none: 'Keine Bewohner.',
  printed: (from, to) => `${from} bis ${to}`,
  kinds: {
    connected: 'Verbunden',
    late: 'Verspätet: nachträglich gesendet',
    absent: 'Abwesend',
    blind: 'Blind',
  },
  totals: (total) =>
    [
      total.blindMinutes === 0
        ? 'Nie blind'
        : `Blind ${minutes(total.blindMinutes)}, höchstens ${minutes(total.longestBlindMinutes)} am Stück`,
      `verbunden ${minutes(total.connectedMinutes)}`,
      `getragen ${minutes(total.wornMinutes)}`,
      ...(total.lateMinutes > 0 ? [`verspätet ${minutes(total.lateMinutes)}`] : []),
      ...(total.absentMinutes > 0 ? [`abwesend ${minutes(total.absentMinutes)}`] : []),
    ].join(' · '),
  day: ({ date, hours = [], ...day }) =>
    [
      `${calendarDayAndMonth(date)}: ${coverage.totals(day)}`,
      ...hours
        .filter(({ blindMinutes }) => blindMinutes > 0)
        .map(({ hour, blindMinutes }) => `${hour} Uhr blind ${minutes(blindMinutes)}`),
    ].join('; '),
};
