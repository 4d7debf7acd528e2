import Type, { type TSchema } from 'typebox';
import { Identity } from '../accounts/schema.ts';
import { Message } from '../people/schema/messages.ts';
import { details, errorCode, retryAfter } from '../platform/schema/envelope.ts';
import { boolean, id, integer, measured, record, string, timestamp } from '../platform/schema/primitives.ts';

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
        measured('number', 'Or a number', 17),
      ],
      { description: "The client's reference for a frame. The reply carries the same value." },
    ),
  );

const eventNumber = () =>
  Type.Optional(
    integer(
      1,
      Number.MAX_SAFE_INTEGER,
      'number',
      'Number of the event, to resume from by `?after=`; missing when it is told again',
      4711,
    ),
  );

const frameType = (type: string) => Type.Literal(type, { description: 'Frame type' });

const refusal = () => ({
  ref: ref(),
  status: integer(100, 599, 'number', 'The HTTP status of the same error', 400),
  error: string('What went wrong, in a sentence for people', 'Validation failed'),
  code: errorCode(),
  details: Type.Optional(details()),
  retryAfter: Type.Optional(retryAfter()),
});

export const framePayload = <S extends TSchema>(type: string, data: S) =>
  Type.Object({ type: frameType(type), ref: ref(), data });

/** An error as in REST, plus its status. */
export const refusalPayload = (type: string) => Type.Object({ type: frameType(type), ...refusal() });

export const frame = <S extends TSchema>(type: string, summary: string, data: S) => ({
  summary,
  payload: framePayload(type, data),
});

/** A numbered event. */
export const eventFrame = <S extends TSchema>(type: string, summary: string, data: S) => ({
  summary,
  payload: Type.Object({ type: frameType(type), id: eventNumber(), ref: ref(), data }),
});

const Welcome = record('Welcome', 'Who is connected', {
  user: Identity,
  serverTime: timestamp('The clock of the service'),
  sessionEndsAt: timestamp('When the session ends unless it is renewed (`POST /auth/renew`)'),
  lastEventId: integer(
    0,
    Number.MAX_SAFE_INTEGER,
    'number',
    'Number of their newest event; 0 without one',
    4711,
  ),
});

const SessionEnding = record('SessionEnding', 'The end of the session of a live socket', {
  at: timestamp('When the session ends and the socket closes, unless the session is renewed'),
});

const Subscription = record('Subscription', "Whether somebody gets a patient's live readings", {
  patientId: id('Of the patient'),
  subscribed: boolean('They do from now on'),
});

const Pong = record('Pong', 'That the connection lives', {
  serverTime: timestamp('The clock of the service'),
});

const PatientChoice = record('PatientChoice', 'Whose live readings are meant', {
  patientId: id('Of an assigned patient, or oneself'),
});

export const liveServerFrames = {
  welcome: frame('welcome', 'The first frame: who you are, and the number of your newest event', Welcome),
  message: eventFrame('message', 'A message for you', Message),
  subscribed: frame('subscribed', 'Whether you now get the live readings of a patient', Subscription),
  error: { summary: 'A frame could not be understood or obeyed', payload: refusalPayload('error') },
  pong: frame('pong', 'The answer to a ping', Pong),
  'session.ending': frame(
    'session.ending',
    'The session ends in 10 minutes; renew it (`POST /auth/renew`) or log in again',
    SessionEnding,
  ),
} as const satisfies Readonly<Record<string, FrameSchema>>;

export const liveClientFrames = {
  subscribe: frame('subscribe', 'Get the live readings of an assigned patient, or your own', PatientChoice),
  unsubscribe: frame('unsubscribe', 'Get them no longer', PatientChoice),
  ping: {
    summary: 'See whether the connection lives',
    payload: Type.Object({ type: frameType('ping'), ref: ref() }),
  },
} as const satisfies Readonly<Record<string, FrameSchema>>;
