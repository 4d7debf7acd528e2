import type { allFalls as en } from '../../en/admin/falls.ts';
import type { Texts } from '../../texts.ts';
import { plural } from '../../words.ts';

export const allFalls: Texts<typeof en> = {
  title: 'Stürze',
  found: (count) => plural(count, { one: 'Sturz', other: 'Stürze' }),
  none: 'Keine Treffer.',
  resident: 'Bewohner',
  responseTime: 'Reaktionszeit',
  investigation: 'Untersuchung',
  flagged: 'vorgemerkt',
  everyLevel: 'Alle Stufen',
  from: 'Von',
  to: 'Bis',
  choose: 'Nach Bewohner filtern …',
  only: (name) => `Bewohner: ${name}`,
  show: 'Anzeigen',
  clear: 'Filter löschen',
};
