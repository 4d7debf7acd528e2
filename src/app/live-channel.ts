import Type, { type TSchema } from 'typebox';
import { Identity, shownName, shownRoom } from '../accounts/schema.ts';
import { DeviceStatusView } from '../devices/schema.ts';
import { FallDetail } from '../falls/schema.ts';
import { SocketSignalBody } from '../falls/wearer-signal-schema.ts';
import type { ClientFrameType } from '../live/socket/frame-types.ts';
import { level } from '../notify/levels-schema.ts';
import { Message } from '../people/schema/messages.ts';
import type { AsyncApiChannel, AsyncApiMessage } from '../platform/http/asyncapi-channel.ts';
import { details, errorCode, retryAfter } from '../platform/schema/envelope.ts';
import { boolean, id, integer, measured, record, string, timestamp } from '../platform/schema/primitives.ts';
import { Assessment, HistoryPoint, SensorReading } from '../readings/schema.ts';
import { Acknowledgement, CaregiverAlert } from '../response/schema/alerts.ts';
import { ResponseRecord } from '../response/schema/response.ts';

/** docs/live-socket.md, "Frames": one JSON object in a text frame. */
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

const type = <Word extends string>(word: Word) => Type.Literal(word, { description: 'Frame type' });

const frame = <S extends TSchema>(word: string, data: S) =>
  Type.Object({ type: type(word), ref: ref(), data });

const event = <S extends TSchema>(word: string, data: S) =>
  Type.Object({ type: type(word), id: eventNumber(), ref: ref(), data });

const ResponseChange = record('ResponseChange', 'What has become of a fall', {
  fallId: id('Of the fall'),
  patientId: id('Of the patient'),
  patientName: shownName('the patient'),
  patientRoom: shownRoom(),
  level: Type.Optional(level()),
  response: ResponseRecord,
});

const httpStatus = (description: string, example: number) =>
  integer(100, 599, 'number', description, example);

const refusal = {
  ref: ref(),
  status: httpStatus('The HTTP status of the same error', 400),
  error: string('What went wrong, in a sentence for people', 'Validation failed'),
  code: errorCode(),
  details: Type.Optional(details()),
  retryAfter: Type.Optional(retryAfter()),
};

const answeredWith = (status: 200 | 201) =>
  Type.Literal(status, { description: 'The HTTP status of the same error' });

const assessed = frame('assessment', Assessment);

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

const OpenAlerts = record('OpenAlerts', 'How many emergencies are open', {
  count: integer(1, Number.MAX_SAFE_INTEGER, 'count', 'All of them', 23),
});

const DeviceStatusChange = record('DeviceStatusChange', 'A wearable whose status has changed', {
  ...DeviceStatusView.properties,
  userId: id('Of whoever wears it'),
});

const Subscription = record('Subscription', "Whether somebody gets a patient's live readings", {
  patientId: id('Of the patient'),
  subscribed: boolean('They do from now on'),
});

const LiveReading = record('LiveReading', 'A reading, as a point of a chart', {
  patientId: id('Of the patient'),
  deviceId: id('Of the device'),
  ...HistoryPoint.properties,
});

const Pong = record('Pong', 'That the connection lives', {
  serverTime: timestamp('The clock of the service'),
});

const PatientChoice = record('PatientChoice', 'Whose live readings are meant', {
  patientId: id('Of an assigned patient, or oneself'),
});

const AlertChoice = record('AlertChoice', 'Which alert is meant', { alertId: id('Of an own alert') });

export const SERVER_FRAMES = {
  welcome: frame('welcome', Welcome),
  alert: event('alert', CaregiverAlert),
  'alert.updated': event('alert.updated', CaregiverAlert),
  'alert.acknowledged': event('alert.acknowledged', Acknowledgement),
  response: event('response', ResponseChange),
  'alerts.open': frame('alerts.open', OpenAlerts),
  message: event('message', Message),
  'device.status': event('device.status', DeviceStatusChange),
  subscribed: frame('subscribed', Subscription),
  reading: frame('reading', LiveReading),
  assessment: Type.Union([
    Type.Object({ ...assessed.properties, status: answeredWith(200) }),
    Type.Object({
      ...frame('assessment', FallDetail).properties,
      status: Type.Union([answeredWith(200), answeredWith(201)], {
        description: 'The HTTP status of the same error',
      }),
    }),
    Type.Object({ type: type('assessment'), ...refusal }),
  ]),
  error: Type.Object({ type: type('error'), ...refusal }),
  pong: frame('pong', Pong),
  'session.ending': frame('session.ending', SessionEnding),
} as const;

export const CLIENT_FRAMES = {
  reading: frame('reading', SensorReading),
  answer: frame('answer', SocketSignalBody),
  subscribe: frame('subscribe', PatientChoice),
  unsubscribe: frame('unsubscribe', PatientChoice),
  acknowledge: frame('acknowledge', AlertChoice),
  ping: Type.Object({ type: type('ping'), ref: ref() }),
} as const satisfies Readonly<Record<ClientFrameType, TSchema>>;

const SERVER_SUMMARIES: Readonly<Record<keyof typeof SERVER_FRAMES, string>> = {
  welcome: 'The first frame: who you are, and the number of your newest event',
  alert: 'A caregiver is alerted; without `id` it is an emergency told again',
  'alert.updated': 'An alert rose in severity',
  'alert.acknowledged': 'Somebody has taken an alert on; alertId is your own alert of the same occurrence',
  response:
    'Somebody goes to a fall, gives it up, offers or resolves it, or its wearer is OK: for who looks after them and for them; ' +
    'admins get one for every fall that is new, rises or changes, without `id` where it is not theirs',
  'alerts.open': 'There are more open emergencies than are told again one by one: how many in all',
  message: 'A message for you',
  'device.status':
    'A wearable of yours, or of somebody you look after, changed its status; admins get those of everybody, without `id`',
  subscribed: 'Whether you now get the live readings of a patient',
  reading: 'A reading of a patient you subscribed to, as a point of a chart',
  assessment: 'What came of a reading, or the fall that an answer of the wearer is about; with its `ref`',
  error: 'A frame could not be understood or obeyed',
  pong: 'The answer to a ping',
  'session.ending': 'The session ends in 10 minutes; renew it (`POST /auth/renew`) or log in again',
};

const CLIENT_SUMMARIES: Readonly<Record<ClientFrameType, string>> = {
  reading: 'A sensor reading, as in POST /device/sensor-stream',
  answer: 'The wearer says that they are OK, or that they need help',
  subscribe: 'Get the live readings of an assigned patient, or your own',
  unsubscribe: 'Get them no longer',
  acknowledge: 'Take on one of your alerts',
  ping: 'See whether the connection lives',
};

const messages = (
  direction: AsyncApiMessage['direction'],
  frames: Readonly<Record<string, TSchema>>,
  summaries: Readonly<Record<string, string>>,
): AsyncApiMessage[] =>
  Object.entries(frames).map(([type, payload]) => ({
    name: `${direction === 'send' ? 'server' : 'client'}.${type}`,
    direction,
    summary: summaries[type] ?? type,
    payload,
  }));

export const LIVE_CHANNEL: AsyncApiChannel = {
  name: 'live',
  server: 'websocket',
  address: '/api/live',
  title: 'Live socket',
  description:
    'Authenticate with the Authorization header, the session cookie (own or authorized origin), or the subprotocols ' +
    '`fall-monitor.v1, bearer.<token>`. Events carry an increasing `id`; reconnect with `?after=<id>` to get what was missed. ' +
    'Closing codes: 1001 the service stops, 1013 come again, 4400 ten bad frames in a row, 4401 the session has ended, ' +
    '4408 read too slowly.',
  bindings: {
    ws: {
      method: 'GET',
      query: {
        type: 'object',
        properties: {
          after: {
            type: 'integer',
            minimum: 0,
            description: 'ID of the last event the client has seen',
            examples: [4711],
            'x-unit': 'number',
          },
        },
      },
      bindingVersion: '0.1.0',
    },
  },
  messages: [
    ...messages('send', SERVER_FRAMES, SERVER_SUMMARIES),
    ...messages('receive', CLIENT_FRAMES, CLIENT_SUMMARIES),
  ],
};
