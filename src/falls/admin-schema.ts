import Type from 'typebox';
import { level } from '../notify/levels-schema.ts';
import { dateRangeFilter } from '../platform/schema/date-range.ts';
import { id, nullable, optional, record, string, text, timestamp } from '../platform/schema/primitives.ts';
import { FallDetail, injuries, RecentFall, witnessed } from './schema.ts';

const Investigation = record('Investigation', 'Investigation of a fall', {
  flagged: Type.Literal(true, { description: 'True: the fall is flagged for investigation' }),
  flaggedBy: id('ID of the admin who flagged the fall'),
  flaggedAt: timestamp('Time the fall was flagged'),
  note: nullable(string('Reason; null if not given', 'Third fall in the same room')),
});

export const AdminFall = record('AdminFall', 'Fall, as shown to admins', {
  ...RecentFall.properties,
  deviceId: nullable(id('ID of the wearable; null without one, or if it is deleted')),
  witnessed: witnessed(),
  injuries: injuries(),
  investigation: nullable(Investigation, 'Investigation; null without one'),
});

/** `severity` is another name for the level, as in alerts; if both are given, both must match. */
export const adminFallFilter = {
  status: optional(level(), 'Only falls of this level'),
  severity: optional(level(), 'Same as `status`, by the name that alerts use'),
  patientId: optional(id('Only falls of this patient')),
  ...dateRangeFilter,
};

const MAX_NOTE_LENGTH = 2000;

export const InvestigationRequest = record('InvestigationRequest', 'Reason for an investigation', {
  note: optional(text(MAX_NOTE_LENGTH, 'Reason', 'Third fall in the same room')),
});

export const InvestigatedFall = record('InvestigatedFall', 'Fall under investigation', {
  ...FallDetail.properties,
  investigation: Investigation,
});
