import Type from 'typebox';
import { shownName, shownRoom } from '../../accounts/schema.ts';
import { level } from '../../platform/schema/fall-level.ts';
import * as t from '../../platform/schema/primitives.ts';
import { outcome } from '../alerts/schema.ts';
import { sensitivity } from '../limits/schema.ts';
import { fallSensor, isTest, ResponseRecord, response, source, verification } from '../schema.ts';

export const confidence = () =>
  t.number(0, 1, 'fraction', 'Confidence that this is a fall, from 0 to 1', 0.82);

export const witnessed = () => t.nullable(t.boolean('True if the fall was witnessed; null if not given'));

export const injuries = () => t.nullable(t.string('Injuries; null if not given', 'Left wrist'));

export const createdAt = () => t.timestamp('Time of the impact that set the level; later if the level rises');

export const fallFields = {
  id: t.id('ID of the fall'),
  source: source(),
  confidence: confidence(),
  status: level(),
  location: t.nullable(t.string('Location of the fall; null if not given', 'Bathroom')),
  isTest: isTest(),
};

const vector = (unit: t.Unit, description: string, [x, y, z]: readonly [number, number, number]) =>
  Type.Array(t.measured(unit, 'Value of one axis', x), {
    minItems: 3,
    maxItems: 3,
    description: `${description}: x, y and z, in ${unit}`,
    examples: [[x, y, z]],
  });

const AssessmentReason = t.record('AssessmentReason', 'Feature that the detector used', {
  name: t.string('Name of the feature', 'impact'),
  value: t.measured('number', 'Value of the feature, in its own unit', 34.2),
  contribution: t.nullable(
    t.measured(
      'log-odds',
      'Contribution: above 0 for a fall, below 0 against it; null if a rule decided',
      2.1,
    ),
  ),
});

const phrases = (description: string, examples: readonly string[]) =>
  Type.Array(Type.String(), { maxItems: 3, description, examples: [examples] });

const Seen = t.record('SeenByDetector', 'What the detector has seen, in words, strongest first', {
  for: phrases('Signs of a fall; never empty', ['Hard impact (34 m/s²)', 'No movement afterwards']),
  against: phrases('Signs against a fall', ['Same posture afterwards']),
});

const WearerAdjustment = t.record(
  'WearerAdjustment',
  'How earlier false alarms of the wearer lowered the confidence; absent if they did not',
  {
    detectorConfidence: t.number(0, 1, 'fraction', "The detector's own confidence, from 0 to 1", 0.66),
    offset: t.measured('log-odds', "Offset that was added to the detector's confidence", -0.45),
    falseAlarms: t.count('Number of false alarms that counted', 3),
  },
);

const ChosenSensitivity = t.record(
  'ChosenSensitivity',
  'How the sensitivity that was chosen changed the confidence; absent if it did not',
  {
    sensitivity: sensitivity(),
    detectorConfidence: t.number(0, 1, 'fraction', 'Confidence before, from 0 to 1', 0.58),
  },
);

/** How the confidence of the worst reading was computed (readings/scoring/explain.ts). */
export const FallAssessment = t.record(
  'FallAssessment',
  "Explanation of the detector's confidence in the worst reading",
  {
    detector: Type.Optional(t.string('Version of the weights; absent in older events', '2026-11-08')),
    confidence: confidence(),
    level: level(),
    decidedBy: t.oneOf(
      [
        'single-reading',
        'no-impact',
        'model',
        'severe-reading',
        'violent-reading',
        'extra-evidence',
        'silence',
      ],
      'Rule that decided; `extra-evidence` if the level would be another without the other sensors, `silence` if no reading followed the impact',
    ),
    messageKind: t.oneOf(['reading', 'samples'], 'Kind of message: a reading alone, or with raw samples'),
    readings: t.count('Number of readings in the window', 15),
    secondsSinceImpact: Type.Optional(
      t.measured('s', 'Time from the impact to the assessed reading; absent in older events', 3),
    ),
    baseline: t.nullable(t.measured('log-odds', 'Baseline before any feature; null if a rule decided', -1.2)),
    reasons: Type.Array(AssessmentReason, { description: 'Signs of a fall, strongest first' }),
    seen: Seen,
    wearer: Type.Optional(WearerAdjustment),
    chosen: Type.Optional(ChosenSensitivity),
  },
);

const SensorData = t.record('SensorData', 'Worst reading of a fall', {
  accel: vector('m/s²', 'Acceleration, gravity included', [-15, -12, -5]),
  gyro: t.nullable(vector('°/s', 'Rotation', [500, 450, -300]), 'Rotation, in °/s; null without a gyro'),
  timestamp: t.timestamp('Time of the reading'),
});

const FallAlert = t.record('FallAlert', 'Alert of a caregiver about a fall', {
  caregiverId: t.id('ID of the caregiver'),
  caregiverName: shownName('the caregiver'),
  sent: t.boolean('True if the alert is recorded'),
  acknowledged: t.boolean('True if the caregiver has acknowledged it', false),
  timestamp: t.timestamp('Time of the alert'),
  deliveredAt: t.nullable(
    t.timestamp('Time of the first delivery to a live socket of the caregiver; null if not yet'),
  ),
  receivedAt: t.nullable(
    t.timestamp('Time when a client of the caregiver first reported that it has it; null if unknown'),
  ),
  openedAt: t.nullable(t.timestamp('Time when a client first reported that it shows it; null if unknown')),
  acknowledgedAt: t.nullable(t.timestamp('Time of the acknowledgement; null if not yet')),
  outcome: t.nullable(outcome(), 'Outcome that the caregiver reported; null without one'),
});

const reachedAt = (description: string) => t.nullable(t.timestamp(`${description}; null until then`));

export const FallStages = t.record(
  'FallStages',
  'When a fall reached each stage, from the impact to its end',
  {
    impactAt: t.timestamp('Time of the impact that set the level, as `createdAt`'),
    receivedAt: t.nullable(
      t.timestamp(
        'Time the service received the message that set the level; null in falls of earlier versions',
      ),
    ),
    raisedAt: t.nullable(t.timestamp('Start of the response; null without one')),
    firstNotifiedAt: reachedAt('First delivery to a person, on any channel or live socket'),
    firstReceivedAt: t.nullable(
      t.timestamp("Time a notified person's device first had the notification; null without a receipt"),
    ),
    claimedAt: reachedAt('First claim, also if it was released or expired later'),
    resolvedAt: reachedAt('Resolution'),
  },
);

export const FallDetail = t.record('FallDetail', 'Fall with all details', {
  ...fallFields,
  userId: t.id('ID of the patient'),
  patientName: shownName('the patient'),
  patientRoom: shownRoom(),
  deviceId: t.nullable(t.id('ID of the wearable; null without one, or if it is deleted')),
  witnessed: witnessed(),
  injuries: injuries(),
  sensor: fallSensor(),
  sensorData: t.nullable(SensorData, 'Worst reading; null without one'),
  alerts: Type.Array(FallAlert, { description: 'Caregivers who were alerted' }),
  outcome: t.nullable(outcome(), 'Outcome that a caregiver reported last; null until then'),
  assessment: t.nullable(FallAssessment, 'Explanation of the detector; null if it was not used'),
  response: response(),
  verification: verification(),
  stages: FallStages,
  createdAt: createdAt(),
});

/** A fall as its wearer's device shows it. */
export const WearerFall = t.record('WearerFall', "Fall, as its wearer's device shows it", {
  fallId: t.id('ID of the fall'),
  level: level(),
  source: source(),
  createdAt: createdAt(),
  response: ResponseRecord,
});
