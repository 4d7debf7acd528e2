import Type from 'typebox';
import { shownName } from '../../accounts/schema.ts';
import * as t from '../../platform/schema/primitives.ts';
import { CHANNEL_KINDS } from '../channels/kinds.ts';

export const RING_STATES = ['SENT', 'ACCEPTED', 'RECEIVED', 'FAILED'] as const;

const RungChannel = t.record('RungChannel', 'What became of the test message to a channel', {
  kind: t.oneOf(CHANNEL_KINDS, 'Channel kind'),
  state: t.vocabulary(
    'RingState',
    'SENT: it is being sent; ACCEPTED: the push service, mail server or gateway has it; RECEIVED: the device has it; FAILED: it was given up',
    RING_STATES,
  ),
  at: t.nullable(t.timestamp('Time of the state; null for SENT')),
  // Not the error itself, which may name the address.
  status: t.nullable(t.count('HTTP or SMTP status of a failure; null without a reply', 503)),
});

const RungPerson = t.record('RungPerson', 'Member of a ward that is rung', {
  id: t.id('ID of the caregiver'),
  name: shownName('the caregiver'),
  channels: Type.Array(RungChannel, { description: 'Channels that were rung; none without a working one' }),
});

export const WardRing = t.record('WardRing', 'Test message to all caregivers of a ward', {
  rungAt: t.nullable(t.timestamp('Time of the last ring, within an hour; null without one')),
  people: Type.Array(RungPerson, { description: 'Members of the ward by name; none without a ring' }),
});
