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
import { response } from './response.ts';

export const CaregiverAlert = record('CaregiverAlert', 'What a caregiver is alerted to', {
  id: id('Of the alert'),
  patientName: shownName('the patient'),
  type: string(
    'FALL_DETECTED; DEVICE_INACTIVE, DEVICE_OFFLINE, DEVICE_BATTERY_LOW of a wearable; REPORT_FLOOD of a person who reports too many falls',
    'FALL_DETECTED',
  ),
  severity: string('Of a fall its level; of a wearable LOW, MEDIUM or HIGH; of a flood HIGH', 'HIGH'),
  message: string('What happened, in a sentence for people', 'Fall detected: Rosa Klein'),
  timestamp: timestamp('When it happened'),
  acknowledged: boolean('This caregiver has taken notice of it', false),
  patientId: id('Of the patient'),
  patientRoom: shownRoom(),
  fallId: nullable(id('Of the fall; null of what is no fall')),
  deviceId: nullable(id('Of the wearable; null where there is none')),
  response: response(),
});

export const outcome = () =>
  vocabulary('FallOutcome', 'What a caregiver found: a fall, or none', OUTCOMES, 'CONFIRMED');

/** An alert with the outcome its caregiver reported. */
export const JudgedAlert = record('JudgedAlert', 'An alert, with what its caregiver found', {
  ...CaregiverAlert.properties,
  outcome: nullable(outcome(), 'What this caregiver found; null if they have not said'),
});

export const AcknowledgeRequest = record('AcknowledgeRequest', 'That a caregiver has taken notice', {
  outcome: optional(outcome(), 'What was found, if it is known; may come with a later acknowledgement'),
});

const ALERT_STATUSES = ['active', 'acknowledged', 'all'] as const;

export const alertFilter = {
  status: optional(oneOf(ALERT_STATUSES, 'Which alerts: those not acknowledged (`active`) if not given')),
};

export const Acknowledgement = record('Acknowledgement', 'That somebody has taken an alert on', {
  alertId: id("Of the receiver's own alert of the same occurrence"),
  fallId: nullable(id('Of the fall; null of what is no fall')),
  acknowledgedBy: nullable(id('Of whoever has; null when it was over by itself')),
  timestamp: timestamp('When'),
});
