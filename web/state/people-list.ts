import type { BoardPerson } from '../api/records.ts';

export const SORTS = ['attention', 'room', 'name', 'lastReading', 'battery', 'heartRate'] as const;
export type Sort = (typeof SORTS)[number];

export interface PeopleFilter {
  /** A part of the name or of the room. */
  readonly search: string;
  /** Empty for all wards. */
  readonly wardId: string;
  readonly sort: Sort;
}

type Listed = Pick<BoardPerson, 'id' | 'name' | 'room' | 'ward' | 'lastSeen' | 'batteryLevel' | 'heartRate'>;

/** `Room 9` comes before `Room 10`. */
export const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Unknown values come last, in either direction. */
const known =
  <Value>(valueIn: (person: Listed) => Value | null, compare: (a: Value, b: Value) => number) =>
  (a: Listed, b: Listed): number => {
    const [one, other] = [valueIn(a), valueIn(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return compare(one, other);
  };

/** What may need a caregiver comes first: the oldest reading, the emptiest battery, the fastest heart. */
const COMPARE: Readonly<Record<Exclude<Sort, 'attention'>, (a: Listed, b: Listed) => number>> = {
  name: (a, b) => collator.compare(a.name, b.name),
  room: known(({ room }) => room, collator.compare),
  lastReading: known(
    ({ lastSeen }) => lastSeen,
    (a, b) => Date.parse(a) - Date.parse(b),
  ),
  battery: known(
    ({ batteryLevel }) => batteryLevel,
    (a, b) => a - b,
  ),
  heartRate: known(
    ({ heartRate }) => heartRate,
    (a, b) => b - a,
  ),
};

/** The residents to list. `people` are in the order of attention, which also decides between equals. */
export function listPeople<Person extends Listed>(
  people: readonly Person[],
  { search, wardId, sort }: PeopleFilter,
): readonly Person[] {
  const wanted = search.trim().toLocaleLowerCase();
  const found = people.filter(
    ({ name, room, ward }) =>
      (wardId === '' || ward?.id === wardId) &&
      (wanted === '' ||
        name.toLocaleLowerCase().includes(wanted) ||
        (room?.toLocaleLowerCase().includes(wanted) ?? false)),
  );
  return sort === 'attention' ? found : [...found].sort(COMPARE[sort]);
}

/** The wards of the residents, by name. */
export function wardsOf(
  people: readonly Pick<BoardPerson, 'ward'>[],
): readonly { readonly id: string; readonly name: string }[] {
  const byId = new Map(people.flatMap(({ ward }) => (ward === null ? [] : [[ward.id, ward] as const])));
  return [...byId.values()].sort((a, b) => collator.compare(a.name, b.name));
}
