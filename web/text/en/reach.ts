import { dayAndTime, plural, timeOfDay } from '../words.ts';
import { common } from './common.ts';

export const reach = {
  title: 'Who can be reached',
  titleOf: (ward: string): string => `Who can be reached: ${ward}`,
  about:
    'Alerts on open pages reach only people who look at them. A working notification method reaches them everywhere. Each person adds and tests methods under Settings.',
  summary: (count: number, all: number): string =>
    `${count} of ${plural(all, { one: 'person', other: 'people' })} can be reached.`,
  onDuty: (count: number, all: number): string => `On duty: ${count} of ${all}.`,
  noOneOnDuty: 'Nobody is on duty.',
  none: 'There are no caregivers.',
  person: 'Person',
  duty: 'On duty',
  until: (time: string): string => `until ${timeOfDay(time)}`,
  offDuty: 'Not on duty',
  reached: 'Can be reached',
  yes: 'Yes',
  no: 'No',
  methods: 'Methods',
  noMethods: 'None',
  tested: 'Last test',
  neverTested: 'Never',
  state: {
    WORKING: 'works',
    UNCONFIRMED: 'not confirmed',
    DISABLED: 'turned off after an error',
    NOT_CONFIGURED: 'not set up in this service',
  },
  kind: {
    webpush: 'Browser',
    email: 'E-mail',
    ntfy: 'ntfy',
    webhook: 'Webhook',
    sms: 'Text message',
    call: 'Call',
    pager: 'Pager',
  },
  method: (kind: string, state: string): string => `${kind}: ${state}`,
  failed: 'The last message failed.',
  unreceived: 'Accepted, never received.',
  ringsOnSilent: 'Rings on silent.',
  silentOnSilent: 'Does not ring on silent.',
  night: {
    title: 'Not reached last night',
    about: (from: string, to: string): string =>
      `From ${dayAndTime(from)} to ${dayAndTime(to)}. All messages to these people about a fall have failed, or were never received.`,
    none: 'No one. Everyone who was notified of a fall received it, or has a method that cannot tell.',
    fall: 'Fall',
    fallOf: (name: string, room: string | null, at: string): string =>
      `${timeOfDay(at)}, ${common.inRoom(name, room)}`,
    most: (count: number): string => `The newest ${count} only.`,
  },
  unheardNight: 'On a night shift in which no phone is known to ring on silent.',
} as const;
