import Type from 'typebox';
import { shownRoom } from './accounts.ts';
import { outcome } from './alerts.ts';
import {
  boolean,
  id,
  integer,
  nullable,
  number,
  oneOf,
  optional,
  record,
  text,
  timestamp,
} from './primitives.ts';
import { response, source } from './response.ts';

export const level = () => oneOf(['NO_FALL', 'SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED']);
const MAX_LOCATION_LENGTH = 200;
const MAX_INJURIES_LENGTH = 2000;

export const NewFall = record('NewFall', {
  confidence: number(0, 1),
  location: optional(text(MAX_LOCATION_LENGTH)),
  witnessed: optional(boolean()),
  injuries: optional(text(MAX_INJURIES_LENGTH)),
});

const shared = {
  id: id(),
  source: source(),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  status: level(),
  location: nullable(Type.String()),
};

export const RecordedFall = record('RecordedFall', {
  ...shared,
  userId: id(),
  witnessed: nullable(Type.Boolean()),
  createdAt: timestamp(),
  alerts: Type.Object({ notified: Type.Boolean(), caregiverCount: Type.Integer() }),
});

export const ListedFall = record('ListedFall', {
  ...shared,
  createdAt: timestamp(),
  responded: Type.Boolean(),
  responseTime: nullable(
    Type.Integer({ description: 'whole seconds from the event to the first acknowledgement or claim' }),
  ),
  response: response(),
});

export const RecentFall = record('RecentFall', {
  ...ListedFall.properties,
  userId: id(),
  patientName: Type.String(),
});

const vector = () => Type.Array(Type.Number(), { minItems: 3, maxItems: 3 });

/** How the worst reading came by its confidence (scoring/explain.ts). */
export const FallAssessment = record('FallAssessment', {
  detector: Type.Optional(Type.String({ description: 'version of the weights; absent in older events' })),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  level: level(),
  decidedBy: oneOf([
    'single-reading',
    'no-impact',
    'model',
    'severe-reading',
    'violent-reading',
    'extra-evidence',
  ]),
  messageKind: oneOf(['reading', 'samples']),
  readings: Type.Integer({ description: 'how many readings the window had' }),
  baseline: Type.Union([Type.Number(), Type.Null()], { description: 'log-odds before anything spoke' }),
  reasons: Type.Array(
    Type.Object({
      name: Type.String(),
      value: Type.Number(),
      contribution: Type.Union([Type.Number(), Type.Null()], {
        description: 'log-odds: above 0 for a fall, below against one; null where a rule needed none',
      }),
    }),
    { description: 'what weighed most comes first' },
  ),
});

export const FallDetail = record('FallDetail', {
  ...shared,
  userId: id(),
  patientName: Type.String(),
  patientRoom: shownRoom(),
  deviceId: nullable(id()),
  witnessed: nullable(Type.Boolean()),
  injuries: nullable(Type.String()),
  sensorData: nullable(Type.Object({ accel: vector(), gyro: vector(), timestamp: timestamp() })),
  alerts: Type.Array(
    Type.Object({
      caregiverId: id(),
      caregiverName: Type.String(),
      sent: Type.Boolean(),
      acknowledged: Type.Boolean(),
      timestamp: timestamp(),
      deliveredAt: nullable(timestamp()),
      acknowledgedAt: nullable(timestamp()),
      outcome: nullable(outcome()),
    }),
  ),
  outcome: Type.Union([outcome(), Type.Null()], {
    description: 'what a caregiver found; the last word stands',
  }),
  assessment: nullable(FallAssessment),
  response: response(),
  createdAt: timestamp(),
});

export const fallsFilter = { status: optional(level()), days: optional(integer(1, 36_500)) };
export const recentFallsFilter = { hours: optional(integer(1, 876_000)) };
