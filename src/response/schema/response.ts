import Type from 'typebox';
import { StationName } from '../../accounts/admin-schema.ts';
import {
  boolean,
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
import { FALL_SOURCES, RESOLUTIONS, RESPONSE_STATES, SENSOR_EVENTS, TIMELINE_TYPES } from '../vocabulary.ts';

export const source = () =>
  vocabulary(
    'FallSource',
    "Source of a fall: a wearable's readings, a user's report, the wearer's call for help, a missed check-in, or another sensor",
    FALL_SOURCES,
  );

export const sensorEvent = () =>
  vocabulary(
    'SensorEventType',
    'Event of a sensor: a fall, a patient who left the bed, an opened door, a call for help, or a patient who does not move',
    SENSOR_EVENTS,
    'BED_EXIT',
  );

export const FallSensor = record('FallSensor', 'Sensor that reported a fall, and its event', {
  id: id('ID of the sensor, which may be removed since'),
  name: string('Name of the sensor', 'Bed mat, room 12'),
  event: sensorEvent(),
  text: nullable(string('Text of the event; null without one', 'Left side of the bed')),
});

export const fallSensor = () =>
  nullable(FallSensor, 'Sensor, other than a wearable, that noticed it; null without one');

export const Person = record('Person', 'User with name', {
  id: id('ID of the account'),
  name: string('Given and family name', 'Rosa Klein'),
});

const MAX_NOTE_LENGTH = 500;

const MAX_ETA_MINUTES = 240;

const etaMinutes = (description: string) => integer(1, MAX_ETA_MINUTES, 'minutes', description, 5);

const note = (description: string) => text(MAX_NOTE_LENGTH, description, 'Sits on the bed, nothing broken');

export const ResponseRecord = record('Response', 'Response to a fall', {
  state: vocabulary(
    'ResponseState',
    'CHECKING: waiting for the wearer; OPEN: escalating; CLAIMED: a caregiver is on the way; RESOLVED: closed',
    RESPONSE_STATES,
    'RESOLVED',
  ),
  okUntil: nullable(timestamp('Time until which the wearer can cancel, in CHECKING; else null')),
  claimedBy: nullable(Person, 'Caregiver who claimed the fall; null without a claim'),
  claimedAt: nullable(timestamp('Time of the claim; null without a claim')),
  claimExpiresAt: nullable(timestamp('Time the claim expires and escalation resumes; null without a claim')),
  etaMinutes: nullable(etaMinutes('Time until arrival, as the caregiver estimated; null if not given')),
  offeredTo: nullable(Person, 'Caregiver who was offered the claim and has not accepted it; else null'),
  step: integer(0, 1000, 'count', 'Number of escalation steps taken', 1),
  nextStepAt: nullable(timestamp('Time of the next escalation step; null without one')),
  helpPresses: integer(
    0,
    1_000_000,
    'count',
    'How often the wearer has called for help; presses within 10 s are one',
    0,
  ),
  repeated: nullable(
    record('RepeatedCall', 'Last call for help that repeated an earlier one', {
      at: timestamp('Time of the call'),
      told: Type.Array(Person, {
        description: 'Users who were told: the caregiver who holds the claim, else those of the current step',
      }),
    }),
    'Null if the wearer has not called again',
  ),
  outcome: nullable(oneOf([...RESOLUTIONS, 'CANCELLED_BY_PATIENT'], 'Outcome; null until resolved')),
  resolvedAt: nullable(timestamp('Time it was resolved; null until then')),
  resolvedBy: nullable(Person, 'User who resolved it, or the patient who cancelled it; null until resolved'),
  note: nullable(string('Note; null without one', 'Sits on the bed, nothing broken')),
});

/** `isTest` of a fall or alert. */
export const isTest = () => boolean('True for a test alert: nobody has fallen, and it counts nowhere', false);

/** `response` of a fall or alert: null below POTENTIAL, and for alerts that are not about a fall. */
export const response = () =>
  nullable(ResponseRecord, 'Response to the fall; null below POTENTIAL and for other alerts');

export const ClaimRequest = record('ClaimRequest', '"I\'m going"', {
  etaMinutes: optional(
    etaMinutes(
      'Estimated time until arrival; the claim lasts 5 minutes longer, or 10 minutes without an estimate',
    ),
  ),
  note: optional(note('Note for the timeline')),
});

export const HandOffRequest = record('HandOffRequest', 'Hand-off of a claim', {
  caregiverId: id('ID of a caregiver of the patient'),
});

export const ResolveRequest = record('ResolveRequest', 'Resolution of a fall', {
  outcome: oneOf(
    RESOLUTIONS,
    'Outcome; FALSE_ALARM counts as a false alarm of the detector, the others as falls',
  ),
  note: optional(note('Note')),
});

export const TimelineEntry = record(
  'TimelineEntry',
  "Entry of a fall's timeline",
  {
    id: string('ID of the entry', '4711'),
    at: timestamp('Time'),
    type: oneOf(TIMELINE_TYPES, 'Entry type'),
    by: nullable(Person, 'User who did it; null for the service itself'),
    presses: Type.Optional(
      integer(1, 1_000_000, 'count', 'For `repeated`: how often the wearer has called for help', 2),
    ),
    level: Type.Optional(string('For `detected` and `risen`: the level of the fall', 'HIGH')),
    source: Type.Optional(source()),
    sensorEvent: Type.Optional(sensorEvent()),
    person: Type.Optional(nullable(Person, 'User who was notified or offered the claim')),
    channel: Type.Optional(string('For `told`: channel kind', 'webpush')),
    attempt: Type.Optional(integer(1, 1000, 'number', 'For `told`: number of the attempt, from 1', 1)),
    outcome: Type.Optional(
      string('For `told`: `delivered` or `failed`; for `resolved`: the outcome', 'delivered'),
    ),
    reason: Type.Optional(string('For `told` that failed: the reason', 'no answer')),
    station: Type.Optional(StationName),
    etaMinutes: Type.Optional(nullable(etaMinutes('For `claimed`: estimated time until arrival'))),
    note: Type.Optional(nullable(string('Note', 'On my way'))),
    sensitivity: Type.Optional(
      oneOf(
        ['less', 'more'],
        'For `learned`: the outcome made the detector less or more sensitive for this wearer',
      ),
    ),
    falseAlarms: Type.Optional(
      integer(0, 1_000_000, 'count', 'For `learned`: number of false alarms that count for this wearer', 3),
    ),
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
