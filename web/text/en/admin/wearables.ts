import { plural } from '../../words.ts';

export const fleet = {
  title: 'Wearables',
  titleOf: (ward: string): string => `Wearables · ${ward}`,
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
  charge: {
    title: 'Charge tonight',
    hint: (until: string): string => `These batteries do not last until ${until} at their usual rate.`,
    nothing: (checked: number, until: string): string =>
      `Nothing to charge. ${plural(checked, { one: 'known battery lasts', other: 'known batteries last' })} until ${until}.`,
    unknown: 'No wearable has reported its battery yet.',
    charging: 'charging',
    perDay: 'Use per day',
    percent: (percent: number): string => `${Math.round(percent)} %`,
    emptyAt: 'Empty',
  },
  falseAlarms: {
    title: 'False alarms by wearable and week',
    hint: 'False alarms among all falls of the wearable, as caregivers have judged them.',
    none: (weeks: number): string => `No false alarms in the last ${weeks} weeks.`,
    of: (falseAlarms: number, falls: number): string => `${falseAlarms} of ${falls}`,
    total: 'Total',
  },
  replace: 'Replace',
  replaceTitle: (name: string): string => `Replace ${name}`,
  replaceHint: (wearer: string): string =>
    `The new wearable goes to ${wearer}. The old one is switched off; its readings stay.`,
  replaced: (name: string): string => `${name} has been added and the old wearable is switched off.`,
  notSwitchedOff: (error: string): string =>
    `The new wearable has been added, but the old one could not be switched off: ${error}`,
} as const;
