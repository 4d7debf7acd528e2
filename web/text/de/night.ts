import type { night as en } from '../en/night.ts';
import type { Texts } from '../texts.ts';
import { listed, plural, timeOfDay } from '../words.ts';
import { common } from './common.ts';

const span: (typeof en)['span'] = ({ from, until }) => `${timeOfDay(from)}–${timeOfDay(until)}`;
const who: (typeof en)['who'] = ({ name, room }) => common.inRoom(name, room);
const namesOf: (typeof en)['namesOf'] = (people) =>
  people.length === 0 ? 'niemand' : listed(people.map(({ name }) => name));

export const night: Texts<typeof en> = {
  page: 'Übergabe',
  title: 'Die Nacht',
  titleOf: (day) => `Die Nacht vom ${day}`,
  previous: 'Nacht davor',
  next: 'Nächste Nacht',
  rows: {
    falls: 'Stürze und Rufe',
    duty: 'Im Dienstplan',
    gaps: 'Niemand im Dienstplan',
    blind: 'Kein Signal',
  },
  marks: { fell: 'Sturz oder Ruf', claimed: 'Pflegekraft geht los', resolved: 'Erledigt' },
  summary: ({ falls, gaps, blind }) =>
    `Bild der Nacht: ${listed([
      plural(falls.length, { one: 'Sturz oder Ruf', other: 'Stürze und Rufe' }),
      plural(gaps.length, { one: 'Lücke im Dienstplan', other: 'Lücken im Dienstplan' }),
      plural(blind.length, { one: 'Bewohner ohne Signal', other: 'Bewohner ohne Signal' }),
    ])}. Die Einzelheiten folgen.`,
  noFalls: 'Keine Stürze oder Rufe.',
  who,
  span,
  namesOf,
  shift: (name, people) => `${name}: ${namesOf(people)}`,
  slot: (shift, names) => `${shift.name}, ${span(shift)}: ${names}`,
  blind: (resident, spans) => `${who(resident)}: ${spans.map(span).join(', ')}`,
  went: (name, time) => `${name ?? 'Ein früherer Kollege'} ging ${time} los`,
  nobodyWent: 'niemand ging los',
  open: 'noch offen',
  resolved: (time, outcome) => (outcome === undefined ? `erledigt ${time}` : `erledigt ${time}: ${outcome}`),
  noRoster: 'Dieser Wohnbereich hat keinen Dienstplan.',
  neverBlind: 'Kein Sturzmelder war fünf Minuten lang stumm.',
  withoutWearable: 'Ohne Sturzmelder',
  hint: 'Der Dienstplan, wie er jetzt ist. Von Hand begonnene Dienste stehen nicht darin.',
  handovers: 'Übergaben',
  noHandovers: 'Noch keine Übergabe geschrieben.',
  signed: (by, confirmedBy) =>
    `Von ${by ?? 'einem früheren Kollegen'} · ${confirmedBy === undefined ? 'nicht bestätigt' : `bestätigt von ${confirmedBy}`}`,
};
