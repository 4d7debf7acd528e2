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
import { fallSensor, isTest, response, source } from '../response/schema/response.ts';

const MAX_LOCATION_LENGTH = 200;

const MAX_INJURIES_LENGTH = 2000;

const confidence = () => number(0, 1, 'fraction', 'Confidence that this is a fall, from 0 to 1', 0.82);

export const NewFall = record('NewFall', 'Report of a fall', {
  confidence: confidence(),
  location: optional(text(MAX_LOCATION_LENGTH, 'Location of the fall', 'Bathroom')),
  witnessed: optional(boolean('True if the fall was witnessed')),
  injuries: optional(text(MAX_INJURIES_LENGTH, 'Injuries', 'Left wrist')),
});

export const NewTestAlert = record('NewTestAlert', 'Test alert', {
  location: optional(text(MAX_LOCATION_LENGTH, 'Shown as the location', 'Test. No one has fallen.')),
});

export const NewPatientFall = record('NewPatientFall', 'Report of a fall by a caregiver of the patient', {
  ...NewFall.properties,
  withPatient: optional(
    boolean('True if the caller is with the patient: the fall is claimed by the caller at once'),
  ),
});

export const witnessed = () => nullable(boolean('True if the fall was witnessed; null if not given'));

export const injuries = () => nullable(string('Injuries; null if not given', 'Left wrist'));

const createdAt = () => timestamp('Time of the impact that set the level; later if the level rises');

const shared = {
  id: id('ID of the fall'),
  source: source(),
  confidence: confidence(),
  status: level(),
  location: nullable(string('Location of the fall; null if not given', 'Bathroom')),
  isTest: isTest(),
};

export const RecordedFall = record('RecordedFall', 'Recorded fall', {
  ...shared,
  userId: id('ID of the patient'),
  witnessed: witnessed(),
  createdAt: createdAt(),
  alerts: record('AlertedCaregivers', 'Alerted caregivers', {
    notified: boolean('True if at least one caregiver was alerted'),
    caregiverCount: count(
      'Number of alerted caregivers, without admins who stand in for missing caregivers',
      2,
    ),
  }),
});

export const ListedFall = record('ListedFall', 'Fall in a list', {
  ...shared,
  sensor: fallSensor(),
  createdAt: createdAt(),
  responded: boolean('True if a caregiver has acknowledged or claimed the fall'),
  responseTime: nullable(
    integer(
      0,
      Number.MAX_SAFE_INTEGER,
      's',
      'Time from the fall to its first acknowledgement or claim; null until then',
      42,
    ),
  ),
  response: response(),
});

export const RecentFall = record('RecentFall', 'Fall in a list of all patients', {
  ...ListedFall.properties,
  userId: id('ID of the patient'),
  patientName: shownName('the patient'),
});

const vector = (unit: Unit, description: string, [x, y, z]: readonly [number, number, number]) =>
  Type.Array(measured(unit, 'Value of one axis', x), {
    minItems: 3,
    maxItems: 3,
    description: `${description}: x, y and z, in ${unit}`,
    examples: [[x, y, z]],
  });

const AssessmentReason = record('AssessmentReason', 'Feature that the detector used', {
  name: string('Name of the feature', 'impact'),
  value: measured('number', 'Value of the feature, in its own unit', 34.2),
  contribution: nullable(
    measured('log-odds', 'Contribution: above 0 for a fall, below 0 against it; null if a rule decided', 2.1),
  ),
});

const phrases = (description: string, examples: readonly string[]) =>
  Type.Array(Type.String(), { maxItems: 3, description, examples: [examples] });

const Seen = record('SeenByDetector', 'What the detector has seen, in words, strongest first', {
  for: phrases('Signs of a fall; never empty', ['Hard impact (34 m/s²)', 'No movement afterwards']),
  against: phrases('Signs against a fall', ['Same posture afterwards']),
});

const WearerAdjustment = record(
  'WearerAdjustment',
  'How earlier false alarms of the wearer lowered the confidence; absent if they did not',
  {
    detectorConfidence: number(0, 1, 'fraction', "The detector's own confidence, from 0 to 1", 0.66),
    offset: measured('log-odds', "Offset that was added to the detector's confidence", -0.45),
    falseAlarms: count('Number of false alarms that counted', 3),
  },
);

/** How the confidence of the worst reading was computed (readings/scoring/explain.ts). */
export const FallAssessment = record(
  'FallAssessment',
  "Explanation of the detector's confidence in the worst reading",
  {
    detector: Type.Optional(string('Version of the weights; absent in older events', '2026-11-08')),
    confidence: confidence(),
    level: level(),
    decidedBy: oneOf(
      [
        'single-reading',
        'no-impact',
        'model',
        'severe-reading',
        'violent-reading',
        'extra-evidence',
        'silence',
      ],
      'Rule that decided; `extra-evidence` if the level would be lower without the other sensors, `silence` if no reading followed the impact',
    ),
    messageKind: oneOf(['reading', 'samples'], 'Kind of message: a reading alone, or with raw samples'),
    readings: count('Number of readings in the window', 15),
    secondsSinceImpact: Type.Optional(
      measured('s', 'Time from the impact to the assessed reading; absent in older events', 3),
    ),
    baseline: nullable(measured('log-odds', 'Baseline before any feature; null if a rule decided', -1.2)),
    reasons: Type.Array(AssessmentReason, { description: 'Signs of a fall, strongest first' }),
    seen: Seen,
    wearer: Type.Optional(WearerAdjustment),
  },
);

const SensorData = record('SensorData', 'Worst reading of a fall', {
  accel: vector('m/s²', 'Acceleration, gravity included', [-15, -12, -5]),
  gyro: nullable(vector('°/s', 'Rotation', [500, 450, -300]), 'Rotation, in °/s; null without a gyro'),
  timestamp: timestamp('Time of the reading'),
});

const FallAlert = record('FallAlert', 'Alert of a caregiver about a fall', {
  caregiverId: id('ID of the caregiver'),
  caregiverName: shownName('the caregiver'),
  sent: boolean('True if the alert is recorded'),
  acknowledged: boolean('True if the caregiver has acknowledged it', false),
  timestamp: timestamp('Time of the alert'),
  deliveredAt: nullable(
    timestamp('Time of the first delivery to a live socket of the caregiver; null if not yet'),
  ),
  acknowledgedAt: nullable(timestamp('Time of the acknowledgement; null if not yet')),
  outcome: nullable(outcome(), 'Outcome that the caregiver reported; null without one'),
});

export const FallDetail = record('FallDetail', 'Fall with all details', {
  ...shared,
  userId: id('ID of the patient'),
  patientName: shownName('the patient'),
  patientRoom: shownRoom(),
  deviceId: nullable(id('ID of the wearable; null without one, or if it is deleted')),
  witnessed: witnessed(),
  injuries: injuries(),
  sensor: fallSensor(),
  sensorData: nullable(SensorData, 'Worst reading; null without one'),
  alerts: Type.Array(FallAlert, { description: 'Caregivers who were alerted' }),
  outcome: nullable(outcome(), 'Outcome that a caregiver reported last; null until then'),
  assessment: nullable(FallAssessment, 'Explanation of the detector; null if it was not used'),
  response: response(),
  createdAt: createdAt(),
});

const status = () => optional(level(), 'Only falls of this level');

const MAX_DAYS = 36_500;

const MAX_HOURS = 876_000;

export const fallsFilter = {
  status: status(),
  days: optional(integer(1, MAX_DAYS, 'days', 'Only falls of this period', 30)),
};

export const recentFallsFilter = {
  hours: optional(integer(1, MAX_HOURS, 'hours', 'Only falls of this period; default 24', 24)),
};
