import { shownName, shownRoom } from '../../accounts/schema.ts';
import {
  boolean,
  id,
  nullable,
  oneOf,
  optional,
  record,
  string,
  timestamp,
  vocabulary,
} from '../../platform/schema/primitives.ts';
import { OUTCOMES } from '../outcomes.ts';
import { ALERT_TYPES } from '../vocabulary.ts';
import { isTest, response } from './response.ts';

const TYPES = Object.entries(ALERT_TYPES)
  .map(([type, subject]) => `${type} (${subject})`)
  .join(', ');

export const CaregiverAlert = record('CaregiverAlert', 'Alert of a caregiver', {
  id: id('ID of the alert'),
  patientName: shownName('the patient'),
  type: string(`Alert type: ${TYPES}`, 'FALL_DETECTED'),
  severity: string(
    'Severity: for a fall its level; for a wearable LOW, MEDIUM or HIGH; for a flood HIGH',
    'HIGH',
  ),
  message: string('Message text for people', 'Fall detected: Rosa Klein'),
  timestamp: timestamp('Time of the event'),
  acknowledged: boolean('True if this caregiver has acknowledged the alert', false),
  patientId: id('ID of the patient'),
  patientRoom: shownRoom(),
  fallId: nullable(id('ID of the fall; null for other alerts')),
  deviceId: nullable(id('ID of the wearable; null for alerts without one')),
  isTest: isTest(),
  response: response(),
});

export const outcome = () =>
  vocabulary('FallOutcome', 'Outcome: a fall or a false alarm', OUTCOMES, 'CONFIRMED');

/** An alert with the outcome its caregiver reported. */
export const JudgedAlert = record('JudgedAlert', 'Alert with the outcome that its caregiver reported', {
  ...CaregiverAlert.properties,
  outcome: nullable(outcome(), 'Outcome that this caregiver reported; null without one'),
});

export const AcknowledgeRequest = record('AcknowledgeRequest', 'Acknowledgement by a caregiver', {
  outcome: optional(outcome(), 'Outcome, if known; a later acknowledgement may add it'),
});

const ALERT_STATUSES = ['active', 'acknowledged', 'all'] as const;

export const alertFilter = {
  status: optional(
    oneOf(ALERT_STATUSES, 'Only alerts with this status; default `active` (not acknowledged)'),
  ),
};

export const Acknowledgement = record('Acknowledgement', 'Acknowledgement of an alert', {
  alertId: id("ID of the receiver's alert about the same event"),
  fallId: nullable(id('ID of the fall; null for other alerts')),
  acknowledgedBy: nullable(id('ID of the caregiver who acknowledged it; null if it ended by itself')),
  timestamp: timestamp('Time'),
});
