import Type from 'typebox';
import { shownRoom } from './accounts.ts';
import { id, nullable, oneOf, optional, record, timestamp } from './primitives.ts';
import { response } from './response.ts';

export const CaregiverAlert = record('CaregiverAlert', {
  id: id(),
  patientName: Type.String(),
  type: Type.String(),
  severity: Type.String(),
  message: Type.String(),
  timestamp: timestamp(),
  acknowledged: Type.Boolean(),
  patientId: id(),
  patientRoom: shownRoom(),
  fallId: nullable(id()),
  deviceId: nullable(id()),
  response: response(),
});

export const OUTCOMES = ['FALSE_ALARM', 'CONFIRMED'] as const;
export const outcome = () => oneOf(OUTCOMES);

/** An alert with what its caregiver found. */
export const JudgedAlert = record('JudgedAlert', {
  ...CaregiverAlert.properties,
  outcome: nullable(outcome()),
});

export const AcknowledgeRequest = record('AcknowledgeRequest', { outcome: optional(outcome()) });

export const ALERT_STATUSES = ['active', 'acknowledged', 'all'] as const;
export const alertFilter = { status: optional(oneOf(ALERT_STATUSES)) };
