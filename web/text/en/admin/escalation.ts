import { plural } from '../../words.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** `90 seconds`, `3 minutes`, `2 hours`: in the largest unit that says it exactly. */
function span(seconds: number): string {
  if (seconds > 0 && seconds % 3600 === 0) return plural(seconds / 3600, { one: 'hour', other: 'hours' });
  if (seconds > 0 && seconds % 60 === 0) return plural(seconds / 60, { one: 'minute', other: 'minutes' });
  return plural(seconds, { one: 'second', other: 'seconds' });
}

const howOften = (times: number | null): string => {
  if (times === null) return 'until somebody takes over';
  return times === 1 ? 'once' : `${times} times`;
};

const targets = {
  on_duty: 'those of the caregivers who are on duty',
  assigned: 'all assigned caregivers',
  admins: 'the admins',
} as const;

const channels = {
  webpush: 'notification',
  email: 'e-mail',
  ntfy: 'ntfy',
  webhook: 'their own webhook',
} as const;

export const escalation = {
  title: 'Escalation',
  titleFor: (name: string): string => `Escalation for ${name}`,
  backToAll: 'The organisation’s escalation',
  account: 'Account',
  inherited: (name: string): string =>
    `${name} has no escalation of their own: the organisation’s applies. What you save here applies to ${name} alone.`,
  ownPolicy: (name: string): string => `${name} has an escalation of their own.`,
  inheritAgain: 'Use the organisation’s again',
  inheritTitle: 'Use the organisation’s escalation again?',
  inheritHint: (name: string): string => `The escalation that was made for ${name} is forgotten.`,
  words: {
    title: 'Who is told of a fall, and when',
    about:
      'Everybody who looks after the patient sees a fall on the board at once. This is how they are reached besides, until somebody is going:',
    step: (
      after: number,
      who: readonly (keyof typeof targets)[],
      how: readonly (keyof typeof channels)[],
    ): string => {
      const people = list.format(who.map((target) => targets[target]));
      const ways = list.format(how.map((channel) => channels[channel]));
      return `${after === 0 ? 'At once' : `After ${span(after)}`}: ${people}, by ${ways}.`;
    },
    unfinished: 'This step is not finished yet.',
    repeats: (times: number | null, every: number): string =>
      `Then the last step again, every ${span(every)}, ${howOften(times)}.`,
    noRepeats: 'The last step is not repeated.',
    end: 'If nobody answers even then, it is recorded as an error in the audit log.',
    nobody:
      'If nobody of them is on duty, all assigned caregivers are told. Patients without caregivers: the admins.',
  },
  edit: {
    title: 'Change it',
    underWay: 'Falls that are under way keep what applied when they began.',
    step: (number: number): string => `Step ${number}`,
    after: 'After',
    unit: 'Unit',
    units: { '1': 'seconds', '60': 'minutes', '3600': 'hours' },
    targets: 'Who is told',
    targetOptions: {
      on_duty: 'Assigned caregivers on duty',
      assigned: 'All assigned caregivers',
      admins: 'Admins',
    },
    channels: 'How',
    channelOptions: { webpush: 'Notification', email: 'E-mail', ntfy: 'ntfy', webhook: 'Own webhook' },
    earlier: 'Earlier',
    later: 'Later',
    remove: 'Remove',
    add: 'Add a step',
    repeats: 'Repeating the last step',
    until: 'Repeat',
    untilOptions: { claimed: 'Until somebody takes over', times: 'A fixed number of times' },
    times: 'How many times',
    every: 'Every',
    save: 'Save',
    discard: 'Undo my changes',
    saved: 'Saved. It applies to every fall from now on.',
    notSaved: 'Not saved: see what is marked above.',
    errors: {
      order: 'Must be later than the step before.',
      after: 'A number of at least 0, and at most 24 hours.',
      atLeastOne: 'Choose at least one.',
      every: 'A number of at least 1 second, and at most 1 hour.',
      times: 'A number from 0 to 20.',
    },
  },
  webhooks: {
    title: 'Webhooks of the organisation',
    about: 'Tells your own software, such as a nurse call system, what happens. Each message is signed.',
    none: 'None.',
    add: 'Add a webhook',
    url: 'Address (URL)',
    events: 'What it is told',
    eventOptions: {
      'fall.raised': 'A new fall',
      'fall.updated': 'A fall that turns out worse',
      'response.changed': 'Who is going, and what came of it',
      'device.status': 'Wearables that fall silent or come back',
    },
    confirm: 'Add',
    secretTitle: 'Secret of the webhook',
    state: {
      ready: 'Works',
      disabled: 'Switched off after an error; a test that arrives switches it on again',
    },
    deleteTitle: 'Delete this webhook?',
    deleteHint: (url: string): string => `Nothing is sent to ${url} any more.`,
  },
} as const;
