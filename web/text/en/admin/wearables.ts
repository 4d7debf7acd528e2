import { plural } from '../../words.ts';

export const fleet = {
  title: 'Wearables',
  found: (count: number): string => plural(count, { one: 'wearable', other: 'wearables' }),
  empty: 'No matches.',
  none: 'No wearables yet. Open a resident’s page to add one.',
  search: 'Search',
  searchHint: 'Part of a name, a room or a MAC address',
  status: 'Status',
  everyStatus: 'All statuses',
  sending: 'Reading in the last 30 minutes',
  ward: 'Ward',
  everyWard: 'All wards',
  name: 'Wearable',
  wearer: 'Resident',
  lastReading: 'Last reading',
  battery: 'Battery',
  firmware: 'Firmware',
  actions: 'Actions',
  update: 'update available',
  replace: 'Replace',
  replaceTitle: (name: string): string => `Replace ${name}`,
  replaceHint: (wearer: string): string =>
    `The new wearable goes to ${wearer}. The old one is switched off; its readings stay.`,
  replaced: (name: string): string => `${name} has been added and the old wearable is switched off.`,
  notSwitchedOff: (error: string): string =>
    `The new wearable has been added, but the old one could not be switched off: ${error}`,
} as const;
