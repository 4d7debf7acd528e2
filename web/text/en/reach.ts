import { plural, timeOfDay } from '../words.ts';

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
} as const;
