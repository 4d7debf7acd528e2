import Type from 'typebox';
import { id, oneOf, optional, timestamp } from './primitives.ts';

export const CaregiverAlert = Type.Object({
  id: id(),
  patientName: Type.String(),
  type: Type.String(),
  severity: Type.String(),
  message: Type.String(),
  timestamp: timestamp(),
  acknowledged: Type.Boolean(),
});

export const ALERT_STATUSES = ['active', 'acknowledged', 'all'] as const;
export const alertFilter = { status: optional(oneOf(ALERT_STATUSES)) };
