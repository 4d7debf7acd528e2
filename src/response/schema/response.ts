import Type from 'typebox';
import {
  id,
  integer,
  nullable,
  oneOf,
  optional,
  record,
  string,
  text,
  timestamp,
  vocabulary,
} from '../../platform/schema/primitives.ts';
import { FALL_SOURCES, RESOLUTIONS, TIMELINE_TYPES } from '../vocabulary.ts';

export const source = () =>
  vocabulary(
    'FallSource',
    "How a fall became known: by a wearable's readings, a person's report, or the wearer's own call",
    FALL_SOURCES,
  );

const Person = record('Person', 'Somebody, by name', {
  id: id('Of the account'),
  name: string('Given and family name', 'Rosa Klein'),
});

const MAX_NOTE_LENGTH = 500;

const MAX_ETA_MINUTES = 240;

const etaMinutes = (description: string) => integer(1, MAX_ETA_MINUTES, 'minutes', description, 5);

const note = (description: string) => text(MAX_NOTE_LENGTH, description, 'Sits on the bed, nothing broken');

export const ResponseRecord = record('Response', 'Who goes to a fall, and what came of it', {
  state: vocabulary(
    'ResponseState',
    'CHECKING: the wearer may still say that they are OK; OPEN: people are called, one step after the other; CLAIMED: somebody goes; RESOLVED: it is over',
    ['CHECKING', 'OPEN', 'CLAIMED', 'RESOLVED'],
    'RESOLVED',
  ),
  okUntil: nullable(timestamp('Until when the wearer is asked, in CHECKING; else null')),
  claimedBy: nullable(Person, 'Who goes; null when nobody does'),
  claimedAt: nullable(timestamp('Since when somebody goes; null when nobody does')),
  claimExpiresAt: nullable(timestamp('When others are called again; null when nobody goes')),
  etaMinutes: nullable(etaMinutes('How long they said they need; null if they did not')),
  offeredTo: nullable(Person, 'Whom it was handed off to and has not taken it yet; else null'),
  step: integer(0, 1000, 'count', 'How many steps of the ladder were taken', 1),
  nextStepAt: nullable(timestamp('When the next people are called; null when nobody will be')),
  outcome: nullable(
    oneOf([...RESOLUTIONS, 'CANCELLED_BY_PATIENT'], 'What came of it; null before it is over'),
  ),
  resolvedAt: nullable(timestamp('When it was over; null before')),
  resolvedBy: nullable(Person, 'Who said so; the patient where they are OK; null before it is over'),
  note: nullable(string('What they wrote about it; null if nothing', 'Sits on the bed, nothing broken')),
});

/** `response` of a fall or alert: null below POTENTIAL, and for alerts that are not about a fall. */
export const response = () =>
  nullable(ResponseRecord, 'Who goes, and what came of it; null below POTENTIAL and of what is no fall');

export const ClaimRequest = record('ClaimRequest', '"I\'m going"', {
  etaMinutes: optional(
    etaMinutes('How long they need; the claim lasts 5 minutes longer, or 10 minutes without'),
  ),
  note: optional(note('For the others, in the timeline')),
});

export const HandOffRequest = record('HandOffRequest', 'Who should go instead', {
  caregiverId: id('Of a caregiver who is assigned to the patient'),
});

export const ResolveRequest = record('ResolveRequest', 'What came of a fall', {
  outcome: oneOf(RESOLUTIONS, 'FALSE_ALARM counts against the detector, the others for it'),
  note: optional(note('What there is to say about it')),
});

export const TimelineEntry = record(
  'TimelineEntry',
  'Something that was done about a fall',
  {
    id: string('Of the entry', '4711'),
    at: timestamp('When'),
    type: oneOf(TIMELINE_TYPES, 'What was done'),
    by: nullable(Person, 'Who did it; null for the service itself'),
    level: Type.Optional(string('Of `detected` and `risen`: the level of the fall', 'HIGH')),
    source: Type.Optional(source()),
    person: Type.Optional(nullable(Person, 'Who was told, or whom it was offered to')),
    channel: Type.Optional(string('Of `told`: by what', 'webpush')),
    attempt: Type.Optional(integer(1, 1000, 'number', 'Of `told`: which try, counted from 1', 1)),
    outcome: Type.Optional(
      string('Of `told`: `delivered` or `failed`; of `resolved`: what was found', 'delivered'),
    ),
    etaMinutes: Type.Optional(nullable(etaMinutes('Of `claimed`: how long they said they need'))),
    note: Type.Optional(nullable(string('What they wrote about it', 'On my way'))),
  },
  {
    examples: [
      {
        id: '4711',
        at: '2026-03-01T08:30:00.000Z',
        type: 'detected',
        by: null,
        level: 'HIGH',
        source: 'STREAM',
      },
    ],
  },
);
