import { listed, plural, timeOfDay } from '../words.ts';
import { common } from './common.ts';

interface Named {
  readonly name: string;
}

interface Resident extends Named {
  readonly room: string | null;
}

interface Span {
  readonly from: string;
  readonly until: string;
}

interface Night {
  readonly falls: readonly unknown[];
  readonly gaps: readonly Span[];
  readonly blind: readonly unknown[];
}

const span = ({ from, until }: Span): string => `${timeOfDay(from)}–${timeOfDay(until)}`;
const who = ({ name, room }: Resident): string => common.inRoom(name, room);
const namesOf = (people: readonly Named[]): string =>
  people.length === 0 ? 'nobody' : listed(people.map(({ name }) => name));

export const night = {
  page: 'Handover',
  title: 'The night',
  titleOf: (day: string): string => `The night of ${day}`,
  previous: 'Night before',
  next: 'Next night',
  rows: {
    falls: 'Falls and calls',
    duty: 'On the roster',
    gaps: 'Nobody on the roster',
    blind: 'No signal',
  },
  marks: { fell: 'Fall or call', claimed: 'Caregiver sets out', resolved: 'Resolved' },
  /** The picture in words; the list below has the details. */
  summary: ({ falls, gaps, blind }: Night): string =>
    `Picture of the night: ${listed([
      plural(falls.length, { one: 'fall or call', other: 'falls and calls' }),
      plural(gaps.length, { one: 'gap in the roster', other: 'gaps in the roster' }),
      plural(blind.length, { one: 'resident without signal', other: 'residents without signal' }),
    ])}. The details follow.`,
  noFalls: 'No falls or calls.',
  who,
  span,
  namesOf,
  shift: (name: string, people: readonly Named[]): string => `${name}: ${namesOf(people)}`,
  slot: (shift: Span & Named, names: string): string => `${shift.name}, ${span(shift)}: ${names}`,
  blind: (resident: Resident, spans: readonly Span[]): string =>
    `${who(resident)}: ${spans.map(span).join(', ')}`,
  went: (name: string | undefined, time: string): string => `${name ?? 'A former colleague'} set out ${time}`,
  nobodyWent: 'nobody set out',
  open: 'still open',
  resolved: (time: string, outcome: string | undefined): string =>
    outcome === undefined ? `resolved ${time}` : `resolved ${time}: ${outcome}`,
  noRoster: 'This ward has no roster.',
  neverBlind: 'No wearable was silent for five minutes.',
  withoutWearable: 'No wearable',
  hint: 'The roster as it is now. Shifts that were started by hand are not in it.',
  handovers: 'Handovers',
  noHandovers: 'No handover has been written yet.',
  signed: (by: string | undefined, confirmedBy: string | undefined): string =>
    `By ${by ?? 'a former colleague'} · ${confirmedBy === undefined ? 'not confirmed' : `confirmed by ${confirmedBy}`}`,
} as const;
