import Type from 'typebox';
import { level } from '../notify/levels-schema.ts';
import { dateRangeFilter } from '../platform/schema/date-range.ts';
import { id, nullable, optional, record, string, text, timestamp } from '../platform/schema/primitives.ts';
import { FallDetail, injuries, RecentFall, witnessed } from './schema.ts';

const Investigation = record('Investigation', 'That a fall is to be looked into', {
  flagged: Type.Literal(true, { description: 'It is' }),
  flaggedBy: id('Of the admin who wants it'),
  flaggedAt: timestamp('Since when'),
  note: nullable(string('Why; null if not said', 'Third fall in the same room')),
});

export const AdminFall = record('AdminFall', 'A fall, as admins see it', {
  ...RecentFall.properties,
  deviceId: nullable(id('Of the wearable; null where none was involved, or it is deleted')),
  witnessed: witnessed(),
  injuries: injuries(),
  investigation: nullable(Investigation, 'That it is to be looked into; null if not'),
});

/** `severity` is another name for the level, as in alerts; if both are given, both must match. */
export const adminFallFilter = {
  status: optional(level(), 'Only falls of this level'),
  severity: optional(level(), 'The same by the name that alerts have for it'),
  patientId: optional(id('Only falls of this patient')),
  ...dateRangeFilter,
};

const MAX_NOTE_LENGTH = 2000;

export const InvestigationRequest = record('InvestigationRequest', 'Why a fall is to be looked into', {
  note: optional(text(MAX_NOTE_LENGTH, 'Why', 'Third fall in the same room')),
});

export const InvestigatedFall = record('InvestigatedFall', 'A fall that is to be looked into', {
  ...FallDetail.properties,
  investigation: Investigation,
});
