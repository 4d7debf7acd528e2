import Type from 'typebox';
import { shownName } from '../../accounts/schema.ts';
import { CHANNEL_KINDS } from '../../notify/index.ts';
import {
  boolean,
  count,
  id,
  nullable,
  oneOf,
  optional,
  record,
  timestamp,
  vocabulary,
} from '../../platform/schema/primitives.ts';
import { CHANNEL_STATES } from '../reach.ts';
import type { StepTarget } from '../vocabulary.ts';
import { OnDuty } from './shifts.ts';

const kind = () => oneOf(CHANNEL_KINDS, 'Channel kind');

export const ReachabilityQuery = Type.Object({
  wardId: optional(id('Only members of this ward')),
});

export const EscalationReachQuery = Type.Object({
  wardId: optional(id('The ward whose policy it is about')),
  patientId: optional(id('The patient whose policy it is about')),
});

const ReachableChannel = record(
  'ReachableChannel',
  'Notification channel of a caregiver, without its target',
  {
    kind: kind(),
    state: vocabulary(
      'ChannelState',
      'WORKING: it gets messages; UNCONFIRMED: its address is not confirmed; DISABLED: turned off after an error; NOT_CONFIGURED: the service cannot send this kind',
      CHANNEL_STATES,
    ),
    // Not the error itself, which may name the address.
    failed: boolean('Whether the last message failed'),
    testedAt: nullable(timestamp('Time of the last test by the owner; null without one')),
  },
);

export const ReachablePerson = record('ReachablePerson', 'How a caregiver or an admin can be reached', {
  id: id('ID of the account'),
  name: shownName('the person'),
  role: oneOf(['CAREGIVER', 'ADMIN'], 'Role'),
  onDutyUntil: nullable(timestamp('End of the current shift; null off duty')),
  via: nullable(OnDuty.properties.via, 'Reason for being on duty; null off duty'),
  isReachable: boolean('Whether at least one channel works'),
  channels: Type.Array(ReachableChannel, { description: 'Notification channels, oldest first' }),
});

const reached = () => Type.Array(kind(), { description: 'Channel kinds that reach at least one person' });

const reachedOrNobody = () => nullable(reached(), 'Null if the target is nobody');

export const EscalationReach = record(
  'EscalationReach',
  'Patients with the same reach: the channels by which the targets of an escalation step reach at least one person now',
  {
    patients: count('Number of patients', 12),
    team: reached(),
    targets: record(
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
  },
);
