import Type from 'typebox';
import { id, integer, nullable, oneOf, optional, record, text, timestamp } from './primitives.ts';

export const FALL_SOURCES = ['STREAM', 'REPORT', 'HELP_BUTTON'] as const;
/** A wearable's readings, a person's report, or the wearer's own call. */
export type FallSource = (typeof FALL_SOURCES)[number];
export const source = () => oneOf(FALL_SOURCES);

export const RESOLUTIONS = ['HELPED', 'NO_HELP_NEEDED', 'FALSE_ALARM'] as const;

const Person = record('Person', { id: id(), name: Type.String() });

export const ResponseRecord = record('ResponseRecord', {
  state: oneOf(['CHECKING', 'OPEN', 'CLAIMED', 'RESOLVED']),
  okUntil: nullable(timestamp()),
  claimedBy: nullable(Person),
  claimedAt: nullable(timestamp()),
  claimExpiresAt: nullable(timestamp()),
  etaMinutes: nullable(Type.Integer()),
  offeredTo: nullable(Person),
  step: Type.Integer({ description: 'how many steps of the ladder were taken' }),
  nextStepAt: nullable(timestamp()),
  outcome: nullable(oneOf([...RESOLUTIONS, 'CANCELLED_BY_PATIENT'])),
  resolvedAt: nullable(timestamp()),
  resolvedBy: nullable(Person),
  note: nullable(Type.String()),
});

/** `response` of a fall or alert: null below POTENTIAL, and of what is no fall. */
export const response = () => nullable(ResponseRecord);

const MAX_NOTE_LENGTH = 500;
const MAX_ETA_MINUTES = 240;

export const ClaimRequest = record('ClaimRequest', {
  etaMinutes: optional(integer(1, MAX_ETA_MINUTES)),
  note: optional(text(MAX_NOTE_LENGTH)),
});

export const HandOffRequest = record('HandOffRequest', { caregiverId: id() });

export const ResolveRequest = record('ResolveRequest', {
  outcome: oneOf(RESOLUTIONS),
  note: optional(text(MAX_NOTE_LENGTH)),
});

/** The types that a timeline shows; the log keeps what the ladder did as well. */
export const TIMELINE_TYPES = [
  'detected',
  'risen',
  'told',
  'claimed',
  'released',
  'expired',
  'offered',
  'resolved',
  'cancelled',
] as const;

export const TimelineEntry = record('TimelineEntry', {
  id: Type.String(),
  at: timestamp(),
  type: oneOf(TIMELINE_TYPES),
  by: Type.Union([Person, Type.Null()], { description: 'null for the service itself' }),
  level: Type.Optional(Type.String({ description: 'detected, risen' })),
  source: Type.Optional(source()),
  person: Type.Optional(
    Type.Union([Person, Type.Null()], { description: 'who was told, or whom it was offered to' }),
  ),
  channel: Type.Optional(Type.String({ description: 'told: by what' })),
  attempt: Type.Optional(Type.Integer({ description: 'told: which try' })),
  outcome: Type.Optional(
    Type.String({ description: 'told: `delivered` or `failed`; resolved: what was found' }),
  ),
  etaMinutes: Type.Optional(nullable(Type.Integer())),
  note: Type.Optional(nullable(Type.String())),
});
