import Type from 'typebox';
import { StationName } from '../accounts/admin/schema.ts';
import { SENSOR_EVENTS } from '../notify/texts/content.ts';
import * as t from '../platform/schema/primitives.ts';
import {
  FALL_SOURCES,
  RESOLUTIONS,
  RESPONSE_OUTCOMES,
  RESPONSE_STATES,
  TIMELINE_TYPES,
  VERIFICATION_STATUSES,
} from './vocabulary.ts';

export const source = () =>
  t.vocabulary(
    'FallSource',
    "Source of a fall: a wearable's readings, a user's report, the wearer's call for help, a missed check-in, or another sensor",
    FALL_SOURCES,
  );

export const sensorEvent = () =>
  t.vocabulary(
    'SensorEventType',
    'Event of a sensor: a fall, a patient who left the bed, an opened door, a call for help, or a patient who does not move',
    SENSOR_EVENTS,
    'BED_EXIT',
  );

export const FallSensor = t.record('FallSensor', 'Sensor that reported a fall, and its event', {
  id: t.id('ID of the sensor, which may be removed since'),
  name: t.string('Name of the sensor', 'Bed mat, room 12'),
  event: sensorEvent(),
  text: t.nullable(t.string('Text of the event; null without one', 'Left side of the bed')),
});

export const fallSensor = () =>
  t.nullable(FallSensor, 'Sensor, other than a wearable, that noticed it; null without one');

export const Person = t.record('Person', 'User with name', {
  id: t.id('ID of the account'),
  name: t.string('Given and family name', 'Rosa Klein'),
});

const MAX_NOTE_LENGTH = 500;

const MAX_ETA_MINUTES = 240;

const etaMinutes = (description: string) => t.integer(1, MAX_ETA_MINUTES, 'minutes', description, 5);

const note = (description: string) => t.text(MAX_NOTE_LENGTH, description, 'Sits on the bed, nothing broken');

export const step = () => t.integer(0, 1000, 'count', 'Number of escalation steps taken', 1);

export const nextStepAt = () => t.nullable(t.timestamp('Time of the next escalation step; null without one'));

export const ResponseRecord = t.record('Response', 'Response to a fall', {
  state: t.vocabulary(
    'ResponseState',
    'CHECKING: waiting for the wearer; OPEN: escalating; CLAIMED: a caregiver is on the way; RESOLVED: closed',
    RESPONSE_STATES,
    'RESOLVED',
  ),
  okUntil: t.nullable(t.timestamp('Time until which the wearer can cancel, in CHECKING; else null')),
  claimedBy: t.nullable(Person, 'Caregiver who claimed the fall; null without a claim'),
  claimedAt: t.nullable(t.timestamp('Time of the claim; null without a claim')),
  claimExpiresAt: t.nullable(
    t.timestamp('Time the claim expires and escalation resumes; null without a claim'),
  ),
  unclaimedSince: t.nullable(
    t.timestamp('Time the last claim ended; null before the first claim, while claimed, and once resolved'),
  ),
  etaMinutes: t.nullable(etaMinutes('Time until arrival, as the caregiver estimated; null if not given')),
  offeredTo: t.nullable(Person, 'Caregiver who was offered the claim and has not accepted it; else null'),
  step: step(),
  nextStepAt: nextStepAt(),
  helpPresses: t.integer(
    0,
    1_000_000,
    'count',
    'How often the wearer has called for help; presses within 10 s are one',
    0,
  ),
  repeated: t.nullable(
    t.record('RepeatedCall', 'Last call for help that repeated an earlier one', {
      at: t.timestamp('Time of the call'),
      told: Type.Array(Person, {
        description: 'Users who were told: the caregiver who holds the claim, else those of the current step',
      }),
    }),
    'Null if the wearer has not called again',
  ),
  outcome: t.nullable(
    t.oneOf(
      RESPONSE_OUTCOMES,
      'Outcome; null until resolved. MOVED_ON: the service resolved it, because the wearer had moved on',
    ),
  ),
  resolvedAt: t.nullable(t.timestamp('Time it was resolved; null until then')),
  resolvedBy: t.nullable(
    Person,
    'User who resolved it, or the patient who cancelled it; null until resolved, and for MOVED_ON',
  ),
  note: t.nullable(t.string('Note; null without one', 'Sits on the bed, nothing broken')),
});

/** `isTest` of a fall or alert. */
export const isTest = () =>
  t.boolean('True for a test alert: nobody has fallen, and it counts nowhere', false);

/** `verification` of a fall or alert: docs/response.md, "Verification". */
export const verification = () =>
  t.nullable(
    t.vocabulary(
      'Verification',
      'Detected fall, judged again about 10 s after the impact: `pending`, then `stands`, or `moved_on` if the wearer has moved on, so that no channel rings',
      VERIFICATION_STATUSES,
      'stands',
    ),
    'Null if it is not judged again: below POTENTIAL, CONFIRMED, not detected by a wearable, or verification is off',
  );

/** `response` of a fall or alert: null below POTENTIAL, and for alerts that are not about a fall. */
export const response = () =>
  t.nullable(ResponseRecord, 'Response to the fall; null below POTENTIAL and for other alerts');

export const ClaimRequest = t.record('ClaimRequest', '"I\'m going"', {
  etaMinutes: t.optional(
    etaMinutes(
      'Estimated time until arrival; the claim lasts 5 minutes longer, or 10 minutes without an estimate',
    ),
  ),
  note: t.optional(note('Note for the timeline')),
});

export const HandOffRequest = t.record('HandOffRequest', 'Hand-off of a claim', {
  caregiverId: t.id('ID of a caregiver of the patient'),
});

export const ResolveRequest = t.record('ResolveRequest', 'Resolution of a fall', {
  outcome: t.oneOf(
    RESOLUTIONS,
    'Outcome; FALSE_ALARM counts as a false alarm of the detector, the others as falls',
  ),
  note: t.optional(note('Note')),
});

export const AssistRequest = t.record('AssistRequest', 'Help from another ward', {
  reason: t.optional(note('Reason, for the timeline')),
});

/** docs/response.md, "Receipts". */
const deliveryStates = {
  acceptedAt: t.nullable(
    t.timestamp('Time when the gateway, push service or mail server took the notification; null if unknown'),
  ),
  receivedAt: t.nullable(t.timestamp('Time when the device reported that it has it; null if unknown')),
  openedAt: t.nullable(t.timestamp('Time when the person opened it; null if unknown')),
  failedAt: t.nullable(t.timestamp('Time when it failed; null unless it did')),
};

export const FallDelivery = t.record('FallDelivery', 'Attempt to notify a person of a fall', {
  id: t.string('ID of the attempt', '4711'),
  person: t.nullable(Person, 'The person; null if the account is deleted'),
  channel: t.string('Channel kind; `socket` for open consoles and apps', 'webpush'),
  attempt: t.integer(1, 1000, 'number', 'Number of the attempt, from 1', 1),
  ...deliveryStates,
  reason: t.nullable(t.string('Reason of a failure; null without one', 'no answer')),
});

export const TimelineEntry = t.record(
  'TimelineEntry',
  "Entry of a fall's timeline",
  {
    id: t.string('ID of the entry', '4711'),
    at: t.timestamp('Time'),
    type: t.oneOf(TIMELINE_TYPES, 'Entry type'),
    by: t.nullable(Person, 'User who did it; null for the service itself'),
    presses: Type.Optional(
      t.integer(1, 1_000_000, 'count', 'For `repeated`: how often the wearer has called for help', 2),
    ),
    level: Type.Optional(t.string('For `detected` and `risen`: the level of the fall', 'HIGH')),
    source: Type.Optional(source()),
    sensorEvent: Type.Optional(sensorEvent()),
    verification: Type.Optional(t.string('For `verified`: `stands` or `moved_on`', 'stands')),
    person: Type.Optional(t.nullable(Person, 'User who was notified or offered the claim')),
    channel: Type.Optional(t.string('For `told`: channel kind', 'webpush')),
    attempt: Type.Optional(t.integer(1, 1000, 'number', 'For `told`: number of the attempt, from 1', 1)),
    outcome: Type.Optional(
      t.string('For `told`: `delivered` or `failed`; for `resolved`: the outcome', 'delivered'),
    ),
    reason: Type.Optional(
      t.string(
        'For `told` that failed, and for `assisted`: the reason. For `expired`: `left` if the account of the holder was deactivated, or they no longer look after the patient. For `unreceived`: `left` if that is so of everybody who was notified',
        'no answer',
      ),
    ),
    acceptedAt: Type.Optional(deliveryStates.acceptedAt),
    receivedAt: Type.Optional(deliveryStates.receivedAt),
    openedAt: Type.Optional(deliveryStates.openedAt),
    failedAt: Type.Optional(deliveryStates.failedAt),
    station: Type.Optional(StationName),
    etaMinutes: Type.Optional(t.nullable(etaMinutes('For `claimed`: estimated time until arrival'))),
    note: Type.Optional(t.nullable(t.string('Note', 'On my way'))),
    sensitivity: Type.Optional(
      t.oneOf(
        ['less', 'more'],
        'For `learned`: the outcome made the detector less or more sensitive for this wearer',
      ),
    ),
    falseAlarms: Type.Optional(
      t.integer(0, 1_000_000, 'count', 'For `learned`: number of false alarms that count for this wearer', 3),
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
