import Type from 'typebox';
import { shownRoom } from './accounts.ts';
import { id, nullable, oneOf, optional, timestamp } from './primitives.ts';
import { response } from './response.ts';

export const CaregiverAlert = Type.Object({
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
export const JudgedAlert = Type.Object({ ...CaregiverAlert.properties, outcome: nullable(outcome()) });

export const AcknowledgeRequest = Type.Object({ outcome: optional(outcome()) });

export const ALERT_STATUSES = ['active', 'acknowledged', 'all'] as const;
export const alertFilter = { status: optional(oneOf(ALERT_STATUSES)) };
