import Type from 'typebox';
import { dateRangeFilter } from '../platform/schema/date-range.ts';
import { level } from '../platform/schema/fall-level.ts';
import * as t from '../platform/schema/primitives.ts';
import { FallDetail, injuries, witnessed } from '../response/fall/schema.ts';
import { RecentFall } from './schema.ts';

const Investigation = t.record('Investigation', 'Investigation of a fall', {
  flagged: Type.Literal(true, { description: 'True: the fall is flagged for investigation' }),
  flaggedBy: t.id('ID of the admin who flagged the fall'),
  flaggedAt: t.timestamp('Time the fall was flagged'),
  note: t.nullable(t.string('Reason; null if not given', 'Third fall in the same room')),
});

export const AdminFall = t.record('AdminFall', 'Fall, as shown to admins', {
  ...RecentFall.properties,
  deviceId: t.nullable(t.id('ID of the wearable; null without one, or if it is deleted')),
  witnessed: witnessed(),
  injuries: injuries(),
  investigation: t.nullable(Investigation, 'Investigation; null without one'),
});

/** `severity` is another name for the level, as in alerts; if both are given, both must match. */
export const adminFallFilter = {
  status: t.optional(level(), 'Only falls of this level'),
  severity: t.optional(level(), 'Same as `status`, by the name that alerts use'),
  patientId: t.optional(t.id('Only falls of this patient')),
  ...dateRangeFilter,
};

const MAX_NOTE_LENGTH = 2000;

export const InvestigationRequest = t.record('InvestigationRequest', 'Reason for an investigation', {
  note: t.optional(t.text(MAX_NOTE_LENGTH, 'Reason', 'Third fall in the same room')),
});

export const InvestigatedFall = t.record('InvestigatedFall', 'Fall under investigation', {
  ...FallDetail.properties,
  investigation: Investigation,
});
