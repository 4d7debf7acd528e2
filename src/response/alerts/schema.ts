import { shownName, shownRoom } from '../../accounts/schema.ts';
import * as t from '../../platform/schema/primitives.ts';
import { isTest, response, verification } from '../schema.ts';
import { ALERT_TYPES, OUTCOMES } from '../vocabulary.ts';

const TYPES = Object.entries(ALERT_TYPES)
  .map(([type, subject]) => `${type} (${subject})`)
  .join(', ');

export const CaregiverAlert = t.record('CaregiverAlert', 'Alert of a caregiver', {
  id: t.id('ID of the alert'),
  patientName: shownName('the patient'),
  type: t.string(`Alert type: ${TYPES}`, 'FALL_DETECTED'),
  severity: t.string(
    'Severity: for a fall its level; for a wearable LOW, MEDIUM or HIGH; for a flood HIGH',
    'HIGH',
  ),
  message: t.string('Message text for people', 'Fall detected: Rosa Klein'),
  timestamp: t.timestamp('Time of the event'),
  acknowledged: t.boolean('True if this caregiver has acknowledged the alert', false),
  patientId: t.id('ID of the patient'),
  patientRoom: shownRoom(),
  fallId: t.nullable(t.id('ID of the fall; null for other alerts')),
  deviceId: t.nullable(t.id('ID of the wearable; null for alerts without one')),
  isTest: isTest(),
  response: response(),
  verification: verification(),
});

export const outcome = () =>
  t.vocabulary('FallOutcome', 'Outcome: a fall or a false alarm', OUTCOMES, 'CONFIRMED');

/** An alert with the outcome its caregiver reported. */
export const JudgedAlert = t.record('JudgedAlert', 'Alert with the outcome that its caregiver reported', {
  ...CaregiverAlert.properties,
  outcome: t.nullable(outcome(), 'Outcome that this caregiver reported; null without one'),
});

export const AcknowledgeRequest = t.record('AcknowledgeRequest', 'Acknowledgement by a caregiver', {
  outcome: t.optional(outcome(), 'Outcome, if known; a later acknowledgement may add it'),
});

const ALERT_STATUSES = ['active', 'acknowledged', 'all'] as const;

export const alertFilter = {
  status: t.optional(
    t.oneOf(ALERT_STATUSES, 'Only alerts with this status; default `active` (not acknowledged)'),
  ),
};

export const Acknowledgement = t.record('Acknowledgement', 'Acknowledgement of an alert', {
  alertId: t.id("ID of the receiver's alert about the same event"),
  fallId: t.nullable(t.id('ID of the fall; null for other alerts')),
  acknowledgedBy: t.nullable(t.id('ID of the caregiver who acknowledged it; null if it ended by itself')),
  timestamp: t.timestamp('Time'),
});
