import Type from 'typebox';
import { shownName, shownRoom } from '../accounts/schema.ts';
import { level } from '../notify/levels-schema.ts';
import {
  boolean,
  count,
  id,
  integer,
  measured,
  nullable,
  number,
  oneOf,
  optional,
  record,
  string,
  text,
  timestamp,
  type Unit,
} from '../platform/schema/primitives.ts';
import { outcome } from '../response/schema/alerts.ts';
import { response, source } from '../response/schema/response.ts';

const MAX_LOCATION_LENGTH = 200;

const MAX_INJURIES_LENGTH = 2000;

const confidence = () =>
  number(0, 1, 'fraction', 'How sure it is that this is a fall: 0 not at all, 1 entirely', 0.82);

export const NewFall = record('NewFall', 'A fall that somebody reports', {
  confidence: confidence(),
  location: optional(text(MAX_LOCATION_LENGTH, 'Where it happened', 'Bathroom')),
  witnessed: optional(boolean('Somebody has seen it')),
  injuries: optional(text(MAX_INJURIES_LENGTH, 'What is hurt', 'Left wrist')),
});

export const witnessed = () => nullable(boolean('Somebody has seen it; null if not said'));

export const injuries = () => nullable(string('What is hurt; null if not said', 'Left wrist'));

const createdAt = () =>
  timestamp('When it happened: the impact that made its level, and so later when the level rises');

const shared = {
  id: id('Of the fall'),
  source: source(),
  confidence: confidence(),
  status: level(),
  location: nullable(string('Where it happened; null if not said', 'Bathroom')),
};

export const RecordedFall = record('RecordedFall', 'A fall that was just reported', {
  ...shared,
  userId: id('Of whoever fell'),
  witnessed: witnessed(),
  createdAt: createdAt(),
  alerts: record('AlertedCaregivers', 'Who was alerted', {
    notified: boolean('At least one caregiver was alerted'),
    caregiverCount: count(
      'How many caregivers were alerted; admins who stand in for missing caregivers do not count',
      2,
    ),
  }),
});

export const ListedFall = record('ListedFall', 'A fall, as lists show it', {
  ...shared,
  createdAt: createdAt(),
  responded: boolean('A caregiver has acknowledged or claimed it'),
  responseTime: nullable(
    integer(
      0,
      Number.MAX_SAFE_INTEGER,
      's',
      'From the fall to its first acknowledgement or claim; null before',
      42,
    ),
  ),
  response: response(),
});

export const RecentFall = record('RecentFall', 'A fall, as lists over all patients show it', {
  ...ListedFall.properties,
  userId: id('Of whoever fell'),
  patientName: shownName('whoever fell'),
});

const vector = (unit: Unit, description: string, [x, y, z]: readonly [number, number, number]) =>
  Type.Array(measured(unit, 'Along or about one axis', x), {
    minItems: 3,
    maxItems: 3,
    description: `${description}: x, y and z, in ${unit}`,
    examples: [[x, y, z]],
  });

const AssessmentReason = record('AssessmentReason', 'What counted for a fall, or against one', {
  name: string('What was looked at', 'impact'),
  value: measured('number', 'How much of it there was, in a unit of its own', 34.2),
  contribution: nullable(
    measured('log-odds', 'Above 0 for a fall, below against one; null where a rule needed none', 2.1),
  ),
});

/** How the confidence of the worst reading was computed (readings/scoring/explain.ts). */
export const FallAssessment = record('FallAssessment', 'How the worst reading came by its confidence', {
  detector: Type.Optional(string('Version of the weights; absent in older events', '2026-11-08')),
  confidence: confidence(),
  level: level(),
  decidedBy: oneOf(
    ['single-reading', 'no-impact', 'model', 'severe-reading', 'violent-reading', 'extra-evidence'],
    'Which rule had the last word; `extra-evidence` when the level would be lower without the other sensors',
  ),
  messageKind: oneOf(['reading', 'samples'], 'Whether the raw signal came with it'),
  readings: count('How many readings the window had', 15),
  secondsSinceImpact: Type.Optional(
    measured('s', 'From the impact to the reading that was assessed; absent in older events', 3),
  ),
  baseline: nullable(measured('log-odds', 'Before anything spoke; null where a rule needed none', -1.2)),
  reasons: Type.Array(AssessmentReason, { description: 'Signs of a fall, strongest first' }),
});

const SensorData = record('SensorData', 'The worst reading of a fall', {
  accel: vector('m/s²', 'Acceleration, gravity included', [-15, -12, -5]),
  gyro: vector('°/s', 'Rotation', [500, 450, -300]),
  timestamp: timestamp('When it was taken'),
});

const FallAlert = record('FallAlert', 'What a caregiver was told of a fall, and did', {
  caregiverId: id('Of the caregiver'),
  caregiverName: shownName('the caregiver'),
  sent: boolean('The alert is recorded for them'),
  acknowledged: boolean('They have taken notice of it', false),
  timestamp: timestamp('When they were alerted'),
  deliveredAt: nullable(timestamp('When it first reached a socket of theirs; null if not yet')),
  acknowledgedAt: nullable(timestamp('When they took notice; null if not yet')),
  outcome: nullable(outcome(), 'What they found; null if they have not said'),
});

export const FallDetail = record('FallDetail', 'A fall, with all that is known of it', {
  ...shared,
  userId: id('Of whoever fell'),
  patientName: shownName('whoever fell'),
  patientRoom: shownRoom(),
  deviceId: nullable(id('Of the wearable; null where none was involved, or it is deleted')),
  witnessed: witnessed(),
  injuries: injuries(),
  sensorData: nullable(SensorData, 'The worst reading; null where none was involved'),
  alerts: Type.Array(FallAlert, { description: 'Caregivers who were alerted' }),
  outcome: nullable(outcome(), 'What a caregiver found; the last word stands; null before'),
  assessment: nullable(FallAssessment, 'Why the detector thinks so; null where it was not asked'),
  response: response(),
  createdAt: createdAt(),
});

const status = () => optional(level(), 'Only falls of this level');

const MAX_DAYS = 36_500;

const MAX_HOURS = 876_000;

export const fallsFilter = {
  status: status(),
  days: optional(integer(1, MAX_DAYS, 'days', 'Only falls of this long', 30)),
};

export const recentFallsFilter = {
  hours: optional(integer(1, MAX_HOURS, 'hours', 'Falls of this long; 24 if not given', 24)),
};
