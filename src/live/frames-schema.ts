import Type, { type TSchema } from 'typebox';
import { StationName } from '../accounts/admin/schema.ts';
import { CallerIdentity } from '../accounts/schema.ts';
import { AbsenceChange } from '../people/absence/schema.ts';
import { Message } from '../people/schema/messages.ts';
import { details, errorCode, retryAfter } from '../platform/schema/envelope.ts';
import * as t from '../platform/schema/primitives.ts';

/** docs/live-socket.md, "Frames": one JSON object in a text frame. */
export interface FrameSchema<S extends TSchema = TSchema> {
  readonly summary: string;
  readonly payload: S;
}

const ref = () =>
  Type.Optional(
    Type.Union(
      [
        Type.String({ maxLength: 128, description: 'Text', examples: ['r-17'] }),
        t.measured('number', 'Number', 17),
      ],
      { description: "The client's reference for a frame. The reply carries the same value." },
    ),
  );

const eventNumber = () =>
  Type.Optional(
    t.integer(
      1,
      Number.MAX_SAFE_INTEGER,
      'number',
      'ID of the event, for `?after=`; missing in a repetition',
      4711,
    ),
  );

const frameType = (type: string) => Type.Literal(type, { description: 'Frame type' });

const refusal = () => ({
  ref: ref(),
  status: t.integer(100, 599, 'number', 'The HTTP status of the same error', 400),
  error: t.string('Error message for people', 'Validation failed'),
  code: errorCode(),
  details: Type.Optional(details()),
  retryAfter: Type.Optional(retryAfter()),
});

export const framePayload = <S extends TSchema>(type: string, data: S) =>
  Type.Object({ type: frameType(type), ref: ref(), data });

/** An error as in REST, plus its status. */
export const refusalPayload = (type: string) => Type.Object({ type: frameType(type), ...refusal() });

export const frameSchema = <S extends TSchema>(type: string, summary: string, data: S) => ({
  summary,
  payload: framePayload(type, data),
});

/** A numbered event. */
export const eventSchema = <S extends TSchema>(type: string, summary: string, data: S) => ({
  summary,
  payload: Type.Object({ type: frameType(type), id: eventNumber(), ref: ref(), data }),
});

export const Welcome = t.record('Welcome', 'Connected user', {
  user: CallerIdentity,
  serverTime: t.timestamp('Current time of the service'),
  sessionEndsAt: t.nullable(
    t.timestamp(
      'End of the session, unless it is renewed (`POST /auth/renew`), or of the access token; null if never',
    ),
  ),
  lastEventId: t.integer(
    0,
    Number.MAX_SAFE_INTEGER,
    'number',
    "ID of the user's newest event; 0 without one",
    4711,
  ),
});

const StationWelcome = t.record('StationWelcome', 'Connected station', {
  station: StationName,
  serverTime: t.timestamp('Current time of the service'),
});

const BoardChange = t.record('BoardChange', 'Change of the board of a station', {
  at: t.timestamp('Time'),
});

const SessionEnding = t.record('SessionEnding', 'End of the session of a live socket', {
  at: t.timestamp('Time the session ends and the socket closes, unless the session is renewed'),
});

const Subscription = t.record('Subscription', "Subscription to a patient's live readings", {
  patientId: t.id('ID of the patient'),
  subscribed: t.boolean('True if subscribed'),
});

const Pong = t.record('Pong', 'Reply to a ping', {
  serverTime: t.timestamp('Current time of the service'),
});

const PatientChoice = t.record('PatientChoice', 'Reference to a patient', {
  patientId: t.id('ID of one of your patients, or your own'),
});

export const liveServerFrames = {
  'station.welcome': frameSchema('station.welcome', 'First frame of a station', StationWelcome),
  'board.changed': frameSchema(
    'board.changed',
    'The board of the station has changed: read `GET /stations/me/board`',
    BoardChange,
  ),
  message: eventSchema('message', 'New message', Message),
  absence: eventSchema(
    'absence',
    'An absence of a patient began, changed or ended; for the patient and the care team. Admins get every change, without `id`.',
    AbsenceChange,
  ),
  subscribed: frameSchema('subscribed', "Subscription to a patient's live readings", Subscription),
  error: { summary: 'Error: invalid frame or refused request', payload: refusalPayload('error') },
  pong: frameSchema('pong', 'Reply to a ping', Pong),
  'session.ending': frameSchema(
    'session.ending',
    'The session ends in 10 minutes; renew it (`POST /auth/renew`) or log in again',
    SessionEnding,
  ),
} as const satisfies Readonly<Record<string, FrameSchema>>;

export const liveClientFrames = {
  subscribe: frameSchema(
    'subscribe',
    'Subscribe to the live readings of an assigned patient, or your own',
    PatientChoice,
  ),
  unsubscribe: frameSchema('unsubscribe', 'Unsubscribe from the live readings', PatientChoice),
  ping: {
    summary: 'Check the connection',
    payload: Type.Object({ type: frameType('ping'), ref: ref() }),
  },
} as const satisfies Readonly<Record<string, FrameSchema>>;
