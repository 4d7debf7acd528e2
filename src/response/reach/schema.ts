import Type from 'typebox';
import { shownName, shownRoom } from '../../accounts/schema.ts';
import { CHANNEL_KINDS } from '../../notify/index.ts';
import * as t from '../../platform/schema/primitives.ts';
import { NOBODY_RINGS_ON_SILENT } from '../roster/night-shifts.ts';
import { OnDuty } from '../roster/shift-schema.ts';
import { STEP_TARGETS, type StepTarget } from '../vocabulary.ts';
import { MOST_UNREACHED } from './last-night.ts';
import { CHANNEL_STATES, CHANNEL_UNRECEIVED, MOST_REACHED } from './reach.ts';

const kind = () => t.oneOf(CHANNEL_KINDS, 'Channel kind');

export const ReachabilityQuery = Type.Object({
  wardId: t.optional(t.id('Only members of this ward')),
});

export const EscalationReachQuery = Type.Object({
  wardId: t.optional(t.id('The ward whose policy it is about')),
  patientId: t.optional(t.id('The patient whose policy it is about')),
});

export const UnreachedQuery = Type.Object({
  wardId: t.optional(t.id('Only falls of patients of this ward')),
});

const UnreachedPerson = t.record('UnreachedPerson', 'Person who received no notification about a fall', {
  personId: t.id('ID of the person'),
  personName: shownName('the person'),
  fallId: t.id('ID of the fall'),
  fellAt: t.timestamp('Time of the fall'),
  patientId: t.id('ID of the patient'),
  patientName: shownName('the patient'),
  patientRoom: shownRoom(),
  channels: Type.Array(kind(), { description: 'Channels that were tried' }),
});

export const UnreachedNight = t.record('UnreachedNight', 'Who was not reached in the last night', {
  from: t.timestamp('Begin of the night: 18:00 in the time zone of the organisation'),
  to: t.timestamp('End of the night: 06:00, or now if that is earlier'),
  unreached: Type.Array(UnreachedPerson, {
    maxItems: MOST_UNREACHED,
    description: 'A person and a fall each, newest falls first',
  }),
});

const ReachableChannel = t.record(
  'ReachableChannel',
  'Notification channel of a caregiver, without its target',
  {
    kind: kind(),
    state: t.vocabulary(
      'ChannelState',
      'WORKING: it gets messages; UNCONFIRMED: its address is not confirmed; DISABLED: turned off after an error; NOT_CONFIGURED: the service cannot send this kind',
      CHANNEL_STATES,
    ),
    // Not the error itself, which may name the address.
    failed: t.boolean('Whether the last message failed'),
    testedAt: t.nullable(t.timestamp('Time of the last test by the owner; null without one')),
    ringsOnSilent: t.nullable(
      t.boolean('Whether it rings while the phone is on silent, by the owner’s answer; null: unknown'),
    ),
    lastAcceptedAt: t.nullable(
      t.timestamp('Time when a message was last accepted, within 30 days; null without one'),
    ),
    lastReceivedAt: t.nullable(
      t.timestamp('Time when a message was last received, within 30 days; null without one'),
    ),
    unreceived: t.boolean(
      'True if the last three messages were accepted and not received, for a kind that gives receipts',
      false,
    ),
    warning: t.nullable(
      t.oneOf([CHANNEL_UNRECEIVED], 'Warning'),
      '`CHANNEL_UNRECEIVED` with `unreceived`; null without a warning',
    ),
  },
);

export const ReachablePerson = t.record('ReachablePerson', 'How a caregiver or an admin can be reached', {
  id: t.id('ID of the account'),
  name: shownName('the person'),
  role: t.oneOf(['CAREGIVER', 'ADMIN'], 'Role'),
  onDutyUntil: t.nullable(t.timestamp('End of the current shift; null off duty')),
  via: t.nullable(OnDuty.properties.via, 'Reason for being on duty; null off duty'),
  isReachable: t.boolean('Whether at least one channel works'),
  warnings: Type.Array(
    t.oneOf(
      [NOBODY_RINGS_ON_SILENT],
      'On a rostered night shift of the next 7 days in which nobody has a channel that rings on silent',
    ),
    { description: 'Warnings about the person' },
  ),
  channels: Type.Array(ReachableChannel, { description: 'Notification channels, oldest first' }),
});

const reached = () => Type.Array(kind(), { description: 'Channel kinds that reach at least one person' });

const reachedOrNobody = () => t.nullable(reached(), 'Null if the target is nobody');

const ReachedPerson = t.record('ReachedPerson', 'Person whom escalation steps reach now', {
  id: t.id('ID of the account'),
  name: shownName('the person'),
  channels: Type.Array(kind(), { description: 'Channel kinds that reach the person' }),
  isInTeam: t.boolean('Whether the person is of the team'),
  targets: Type.Array(t.oneOf(STEP_TARGETS, 'Target'), {
    description: 'Targets that include the person for at least one of the patients',
  }),
});

export const EscalationReach = t.record(
  'EscalationReach',
  'Patients with the same reach: the channels by which the targets of an escalation step reach at least one person now',
  {
    patients: t.count('Number of patients', 12),
    team: reached(),
    targets: t.record(
      'ReachByTarget',
      'By target; null for a target that is nobody. If all targets of a step are nobody, it goes to the team.',
      {
        on_duty: reachedOrNobody(),
        assigned: reachedOrNobody(),
        ward: reachedOrNobody(),
        ward_leads: reachedOrNobody(),
        admins: reachedOrNobody(),
      } satisfies Record<StepTarget, unknown>,
    ),
    people: Type.Array(ReachedPerson, {
      maxItems: MOST_REACHED,
      description: 'Who is reached by at least one channel, those on duty first',
    }),
  },
);
