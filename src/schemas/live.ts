import Type, { type TSchema } from 'typebox';
import { Identity, shownRoom } from './accounts.ts';
import { CaregiverAlert } from './alerts.ts';
import { SocketAnswer } from './answers.ts';
import type { Channel, ChannelMessage } from './channels.ts';
import { DeviceStatusView } from './devices.ts';
import { FallDetail } from './falls.ts';
import { Message } from './messages.ts';
import { id, nullable, timestamp } from './primitives.ts';
import { Assessment, HistoryPoint, SensorReading } from './readings.ts';
import { ResponseRecord } from './response.ts';

/** docs/live-socket.md, "Frames": one JSON object in a text frame. */
const ref = () => Type.Optional(Type.Union([Type.String({ maxLength: 128 }), Type.Number()]));
const eventNumber = () =>
  Type.Optional(Type.Integer({ minimum: 1, description: 'missing when it is told again' }));

const frame = <S extends TSchema>(type: string, data: S) =>
  Type.Object({ type: Type.Literal(type), ref: ref(), data });
const event = <S extends TSchema>(type: string, data: S) =>
  Type.Object({ type: Type.Literal(type), id: eventNumber(), ref: ref(), data });

const ResponseChange = Type.Object({
  fallId: id(),
  patientId: id(),
  patientName: Type.String(),
  patientRoom: shownRoom(),
  response: ResponseRecord,
});

export const Acknowledgement = Type.Object({
  alertId: id(),
  fallId: nullable(id()),
  acknowledgedBy: Type.Union([id(), Type.Null()], { description: 'null when it was over by itself' }),
  timestamp: timestamp(),
});

const refusal = {
  ref: ref(),
  status: Type.Integer(),
  error: Type.String(),
  details: Type.Optional(Type.Record(Type.String(), Type.String())),
  retryAfter: Type.Optional(Type.Integer()),
};

const assessed = frame('assessment', Assessment);

export const SERVER_FRAMES = {
  welcome: frame(
    'welcome',
    Type.Object({ user: Identity, serverTime: timestamp(), lastEventId: Type.Integer({ minimum: 0 }) }),
  ),
  alert: event('alert', CaregiverAlert),
  'alert.updated': event('alert.updated', CaregiverAlert),
  'alert.acknowledged': event('alert.acknowledged', Acknowledgement),
  response: event('response', ResponseChange),
  'alerts.open': frame('alerts.open', Type.Object({ count: Type.Integer({ minimum: 1 }) })),
  message: event('message', Message),
  'device.status': event('device.status', Type.Object({ ...DeviceStatusView.properties, userId: id() })),
  subscribed: frame('subscribed', Type.Object({ patientId: id(), subscribed: Type.Boolean() })),
  reading: frame('reading', Type.Object({ patientId: id(), deviceId: id(), ...HistoryPoint.properties })),
  assessment: Type.Union([
    Type.Object({ ...assessed.properties, status: Type.Literal(200) }),
    Type.Object({
      ...frame('assessment', FallDetail).properties,
      status: Type.Union([Type.Literal(200), Type.Literal(201)]),
    }),
    Type.Object({ type: Type.Literal('assessment'), ...refusal }),
  ]),
  error: Type.Object({ type: Type.Literal('error'), ...refusal }),
  pong: frame('pong', Type.Object({ serverTime: timestamp() })),
} as const;

export const CLIENT_FRAMES = {
  reading: frame('reading', SensorReading),
  answer: frame('answer', SocketAnswer),
  subscribe: frame('subscribe', Type.Object({ patientId: id() })),
  unsubscribe: frame('unsubscribe', Type.Object({ patientId: id() })),
  acknowledge: frame('acknowledge', Type.Object({ alertId: id() })),
  ping: Type.Object({ type: Type.Literal('ping'), ref: ref() }),
} as const;

export type ClientFrameType = keyof typeof CLIENT_FRAMES;
export const CLIENT_FRAME_TYPES = Object.keys(CLIENT_FRAMES) as readonly ClientFrameType[];

const SERVER_SUMMARIES: Readonly<Record<keyof typeof SERVER_FRAMES, string>> = {
  welcome: 'The first frame: who you are, and the number of your newest event',
  alert: 'A caregiver is alerted; without `id` it is an emergency told again',
  'alert.updated': 'An alert rose in severity',
  'alert.acknowledged': 'Somebody has taken an alert on; alertId is your own alert of the same occurrence',
  response:
    'Somebody goes to a fall, gives it up, offers or resolves it, or its wearer is OK: for who looks after them and for them',
  'alerts.open': 'There are more open emergencies than are told again one by one: how many in all',
  message: 'A message for you',
  'device.status': 'A wearable of yours, or of somebody you look after, changed its status',
  subscribed: 'Whether you now get the live readings of a patient',
  reading: 'A reading of a patient you subscribed to, as a point of a chart',
  assessment: 'What came of a reading, or the fall that an answer of the wearer is about; with its `ref`',
  error: 'A frame could not be understood or obeyed',
  pong: 'The answer to a ping',
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
  direction: ChannelMessage['direction'],
  frames: Readonly<Record<string, TSchema>>,
  summaries: Readonly<Record<string, string>>,
): ChannelMessage[] =>
  Object.entries(frames).map(([type, payload]) => ({
    name: `${direction === 'send' ? 'server' : 'client'}.${type}`,
    direction,
    summary: summaries[type] ?? type,
    payload,
  }));

export const LIVE_CHANNEL: Channel = {
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
          after: { type: 'integer', minimum: 0, description: 'the number of the last event you have seen' },
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
