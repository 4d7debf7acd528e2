import type { PinnedHandover } from '../../api/records.ts';
import { listed, plural, timeOfDay } from '../words.ts';

export const handover = {
  title: (ward: string): string => `Handover · ${ward}`,
  write: 'Write handover',
  ward: 'Ward',
  note: 'Note to the next shift',
  noteHint: 'Vigil adds the number of falls, open alerts and wearables that need attention.',
  save: 'Hand over',
  confirm: 'Confirm handover',
  waiting: 'Waiting for the next shift to confirm.',
  writtenBy: (name: string | undefined, at: string | null): string => {
    const who = name ?? 'A former colleague';
    return at === null ? who : `${who}, ${timeOfDay(at)}`;
  },
  summary: ({
    falls,
    openAlerts,
    silentDevices,
    lowBatteries,
    away,
    overdueTests,
  }: PinnedHandover['summary']): string =>
    `This shift: ${listed([
      plural(falls, { one: 'fall', other: 'falls' }),
      plural(openAlerts, { one: 'open alert', other: 'open alerts' }),
      plural(silentDevices, { one: 'silent wearable', other: 'silent wearables' }),
      plural(lowBatteries, { one: 'low battery', other: 'low batteries' }),
      plural(away, { one: 'resident away', other: 'residents away' }),
      ...(overdueTests > 0 ? [plural(overdueTests, { one: 'overdue test', other: 'overdue tests' })] : []),
    ])}.`,
  night: 'The night as a picture, and earlier handovers',
  nightOf: (ward: string): string => `Night and handovers of ${ward}`,
  escalation: (ward: string): string => `Escalation for ${ward}`,
} as const;
