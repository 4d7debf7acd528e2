import Type from 'typebox';
import * as t from '../../platform/schema/primitives.ts';
import { CODE_DIGITS } from '../stations/rules.ts';

const MAX_NAME_LENGTH = 80;

const stationName = () => t.line(MAX_NAME_LENGTH, 'Name of the station', 'Ward 2, office');

export const WardName = t.record('WardName', 'Ward with name', {
  id: t.id('ID of the ward'),
  name: t.string('Name of the ward', 'Ward 2'),
});

const identity = {
  id: t.id('ID of the station'),
  name: t.string('Name of the station', 'Ward 2, office'),
  ward: t.nullable(WardName, 'Ward whose board it shows; null: all wards'),
};

export const NewStation = t.record('NewStation', 'New station', {
  name: stationName(),
  wardId: t.optional(
    t.id('ID of the ward whose board it shows; without one it shows all wards, for admins only'),
  ),
});

const stationFields = {
  ...identity,
  enrolled: t.boolean('True once a tablet has used the code'),
  enrolledAt: t.nullable(t.timestamp('Time the tablet was enrolled; null before')),
  connected: t.boolean('True if it was connected within the last 40 seconds'),
  lastSeen: t.nullable(t.timestamp('Time it was last connected; null before the enrolment')),
  lostAt: t.nullable(t.timestamp('Time leads and admins were told that it is not connected; else null')),
  createdAt: t.timestamp('Time it was created'),
};

export const StationRecord = t.record('Station', 'Station: a tablet that caregivers share', stationFields);

export const StationWithCode = t.record('StationWithCode', 'New station with its enrolment code', {
  ...stationFields,
  code: t.string('Enrolment code: 8 digits, shown once, for one tablet', '40271853'),
  codeExpiresAt: t.timestamp('Time the code expires'),
  url: t.string(
    'Address that enrols the tablet that opens it, for a QR code',
    'https://vigil.example.org/station#code=40271853',
  ),
});

export const EnrolRequest = t.record('EnrolRequest', 'Enrolment of a tablet', {
  code: Type.String({
    pattern: `^[0-9]{${CODE_DIGITS}}$`,
    description: 'Enrolment code',
    examples: ['40271853'],
    'x-clean': 'trim',
    'x-message': `must be ${CODE_DIGITS} digits`,
  }),
});

export const OwnStation = t.record('OwnStation', 'The station itself', identity);

export const UnlockRequest = t.record('UnlockRequest', 'PIN of a caregiver at a station', {
  caregiverId: t.id('ID of the caregiver'),
  pin: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[^\\u0000]*$',
    description: 'PIN of the caregiver',
    examples: ['4711'],
    'x-message': 'must be text of 1 to 64 characters',
  }),
});

export const UnlockedStation = t.record('UnlockedStation', 'Unlocked station', {
  token: t.string(
    'Token for `Authorization: Bearer <token>`, beside the cookie of the station: claim, release, hand-off, resolve and acknowledge',
    'unlock_cmFuZG9t',
  ),
  expiresAt: t.timestamp('Time the token expires'),
});
