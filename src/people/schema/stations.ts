import Type from 'typebox';
import {
  boolean,
  id,
  line,
  nullable,
  optional,
  record,
  string,
  timestamp,
} from '../../platform/schema/primitives.ts';
import { CODE_DIGITS } from '../stations/rules.ts';

const MAX_NAME_LENGTH = 80;

const stationName = () => line(MAX_NAME_LENGTH, 'Name of the station', 'Ward 2, office');

export const WardName = record('WardName', 'Ward with name', {
  id: id('ID of the ward'),
  name: string('Name of the ward', 'Ward 2'),
});

const identity = {
  id: id('ID of the station'),
  name: string('Name of the station', 'Ward 2, office'),
  ward: nullable(WardName, 'Ward whose board it shows; null: all wards'),
};

export const NewStation = record('NewStation', 'New station', {
  name: stationName(),
  wardId: optional(
    id('ID of the ward whose board it shows; without one it shows all wards, for admins only'),
  ),
});

const stationFields = {
  ...identity,
  enrolled: boolean('True once a tablet has used the code'),
  enrolledAt: nullable(timestamp('Time the tablet was enrolled; null before')),
  connected: boolean('True if it was connected within the last 40 seconds'),
  lastSeen: nullable(timestamp('Time it was last connected; null before the enrolment')),
  lostAt: nullable(timestamp('Time leads and admins were told that it is not connected; else null')),
  createdAt: timestamp('Time it was created'),
};

export const StationRecord = record('Station', 'Station: a tablet that caregivers share', stationFields);

export const StationWithCode = record('StationWithCode', 'New station with its enrolment code', {
  ...stationFields,
  code: string('Enrolment code: 8 digits, shown once, for one tablet', '40271853'),
  codeExpiresAt: timestamp('Time the code expires'),
  url: string(
    'Address that enrols the tablet that opens it, for a QR code',
    'https://vigil.example.org/station#code=40271853',
  ),
});

export const EnrolRequest = record('EnrolRequest', 'Enrolment of a tablet', {
  code: Type.String({
    pattern: `^[0-9]{${CODE_DIGITS}}$`,
    description: 'Enrolment code',
    examples: ['40271853'],
    'x-clean': 'trim',
    'x-says': `must be ${CODE_DIGITS} digits`,
  }),
});

export const OwnStation = record('OwnStation', 'The station itself', identity);

export const UnlockRequest = record('UnlockRequest', 'PIN of a caregiver at a station', {
  caregiverId: id('ID of the caregiver'),
  pin: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[^\\u0000]*$',
    description: 'PIN of the caregiver',
    examples: ['4711'],
    'x-says': 'must be text of 1 to 64 characters',
  }),
});

export const UnlockedStation = record('UnlockedStation', 'Unlocked station', {
  token: string(
    'Token for `Authorization: Bearer <token>`, beside the cookie of the station: claim, release, hand-off, resolve and acknowledge',
    'unlock_cmFuZG9t',
  ),
  expiresAt: timestamp('Time the token expires'),
});
