import type { StepChannel, StepTarget } from '../../../api/records.ts';
import { listed, number, plural } from '../../words.ts';

/** `90 seconds`, `3 minutes`, `2 hours`: in the largest unit without a fraction. */
function span(seconds: number): string {
  if (seconds > 0 && seconds % 3600 === 0) return plural(seconds / 3600, { one: 'hour', other: 'hours' });
  if (seconds > 0 && seconds % 60 === 0) return plural(seconds / 60, { one: 'minute', other: 'minutes' });
  return plural(seconds, { one: 'second', other: 'seconds' });
}

/** `90 s`, `3 min`, `2 h`. */
function shortSpan(seconds: number): string {
  if (seconds % 3600 === 0) return `${number(seconds / 3600)} h`;
  return seconds % 60 === 0 ? `${number(seconds / 60)} min` : `${number(seconds)} s`;
}

const howOften = (times: number | null): string => {
  if (times === null) return 'until a caregiver takes over';
  return times === 1 ? 'once' : `${times} times`;
};

const targets: Readonly<Record<StepTarget, string>> = {
  on_duty: 'caregivers on duty',
  assigned: 'all assigned caregivers',
  ward: 'all caregivers of the ward',
  ward_leads: 'ward leads',
  admins: 'admins',
};

const channels: Readonly<Record<StepChannel, string>> = {
  webpush: 'notification',
  email: 'e-mail',
  ntfy: 'ntfy',
  webhook: 'personal webhook',
  sms: 'text message',
  call: 'phone call',
  pager: 'pager',
};

const targetOptions: Readonly<Record<StepTarget, string>> = {
  on_duty: 'Caregivers on duty',
  assigned: 'All assigned caregivers',
  ward: 'All caregivers of the ward',
  ward_leads: 'Ward leads',
  admins: 'Admins',
};

const channelOptions: Readonly<Record<StepChannel, string>> = {
  webpush: 'Notification',
  email: 'E-mail',
  ntfy: 'ntfy',
  webhook: 'Personal webhook',
  sms: 'Text message',
  call: 'Phone call',
  pager: 'Pager',
};

export const escalation = {
  title: 'Escalation',
  titleFor: (name: string): string => `Escalation for ${name}`,
  backToAll: 'Escalation policy of the home',
  account: 'Account',
  inherited: (name: string): string =>
    `The escalation policy of the ward or the home applies to ${name}. Changes that you save here apply only to ${name}.`,
  ownPolicy: (name: string): string => `${name} has a separate escalation policy.`,
  inheritAgain: 'Use the shared policy',
  inheritTitle: 'Use the policy of the ward or the home?',
  inheritHint: (name: string): string => `The separate escalation policy for ${name} is removed.`,
  ward: {
    title: 'Wards',
    about: 'A ward may have a policy of its own.',
    someWard: 'the ward',
    inherited: (name: string): string =>
      `The escalation policy of the home applies to ${name}. Changes that you save here apply only to this ward.`,
    ownPolicy: (name: string): string => `${name} has a separate escalation policy.`,
    inheritAgain: 'Use the policy of the home',
    inheritTitle: 'Use the escalation policy of the home?',
    inheritHint: (name: string): string => `The separate escalation policy of ${name} is removed.`,
  },
  words: {
    title: 'Who is notified, and when',
    about:
      'All caregivers of the resident see a fall on the board at once. They are also notified until one of them takes over:',
    step: (after: number, who: readonly StepTarget[], how: readonly StepChannel[]): string => {
      const people = listed(who.map((target) => targets[target]));
      const ways = listed(how.map((channel) => channels[channel]));
      return `${after === 0 ? 'At once' : `After ${span(after)}`}: ${people}, by ${ways}.`;
    },
    at: (after: number): string => (after === 0 ? 'At once' : `+${shortSpan(after)}`),
    tick: (seconds: number): string => (seconds === 0 ? '0' : shortSpan(seconds)),
    who: (who: readonly StepTarget[]): string => listed(who.map((target) => targets[target])),
    by: (how: readonly StepChannel[]): string => how.map((channel) => channelOptions[channel]).join(', '),
    reached: (names: readonly string[], more: number): string =>
      `Reaches ${listed(more === 0 ? names : [...names, `${number(more)} more`])} now.`,
    missed: (count: number, all: number): string =>
      count === all
        ? 'Reaches nobody'
        : `Reaches nobody for ${number(count)} of ${plural(all, { one: 'resident', other: 'residents' })}`,
    unfinished: 'This step is incomplete.',
    repeats: (times: number | null, every: number): string =>
      `Then the last step repeats every ${span(every)}, ${howOften(times)}.`,
    noRepeats: 'The last step is not repeated.',
    end: 'If no one responds, the audit log records an error.',
    fallback:
      'If none of them is on duty, the whole care team is notified: assigned caregivers and caregivers of the ward. If a ward has no lead, admins are notified instead. Admins are also notified about residents without caregivers.',
    gateways:
      'Text messages, phone calls and pagers work only if the operator has connected a gateway. A step that reaches no one goes on to the next step.',
  },
  edit: {
    title: 'Edit',
    underWay: 'Open alerts keep the policy in force when they started.',
    step: (number: number): string => `Step ${number}`,
    after: 'After',
    unit: 'Unit',
    units: { '1': 'seconds', '60': 'minutes', '3600': 'hours' },
    targets: 'Who',
    targetOptions,
    channels: 'How',
    channelOptions,
    moveUp: 'Move up',
    moveDown: 'Move down',
    remove: 'Remove',
    add: 'Add step',
    repeats: 'Repeat of the last step',
    until: 'Repeat',
    untilOptions: { claimed: 'Until a caregiver takes over', times: 'A fixed number of times' },
    times: 'Number of times',
    every: 'Every',
    save: 'Save',
    discard: 'Discard changes',
    saved: 'Saved. The policy applies to all new falls.',
    notSaved: 'Not saved. Please check the marked fields.',
    toReach: 'Who can be reached',
    /** The step finds no working notification method. */
    unreached: (count: number, all: number): string =>
      count === all
        ? 'This step reaches nobody now: none of these people has a working method of this kind.'
        : `This step reaches nobody now for ${count} of ${plural(all, { one: 'resident', other: 'residents' })}.`,
    errors: {
      order: 'Must be later than the previous step.',
      after: 'Enter a time from 0 seconds to 24 hours.',
      atLeastOne: 'Choose at least one.',
      every: 'Enter a time from 1 second to 1 hour.',
      times: 'Enter a number from 0 to 20.',
    },
  },
  webhooks: {
    title: 'Webhooks of the home',
    about: 'Send events to your own software, such as a nurse call system. Each message is signed.',
    none: 'No webhooks yet.',
    add: 'Add webhook',
    url: 'URL',
    events: 'Events',
    eventOptions: {
      'fall.raised': 'New fall',
      'fall.updated': 'Fall upgraded to a higher level',
      'response.changed': 'Response and outcome',
      'device.status': 'Wearables that go offline or come back',
      'audit.head': 'Hash of the audit log, once a day',
    },
    format: 'Format',
    formatOptions: { json: 'JSON', fhir: 'FHIR R4, for health records' },
    confirm: 'Add',
    secretTitle: 'Webhook secret',
    state: {
      ready: 'Ready',
      disabled: 'Turned off after an error. A successful test turns it on again.',
    },
    deleteTitle: 'Delete this webhook?',
    deleteHint: (url: string): string => `Vigil will stop sending events to ${url}.`,
  },
} as const;
