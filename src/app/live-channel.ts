import { deviceClientFrames, deviceServerFrames } from '../devices/frames-schema.ts';
import { type FrameSchema, liveClientFrames, liveServerFrames } from '../live/frames-schema.ts';
import type { ClientFrameType } from '../live/socket/frame-types.ts';
import { overviewServerFrames } from '../overview/handover-schema.ts';
import type { AsyncApiChannel, AsyncApiMessage } from '../platform/http/asyncapi-channel.ts';
import { readingClientFrames, readingServerFrames } from '../readings/frames-schema.ts';
import { responseClientFrames, responseServerFrames } from '../response/schema/frames.ts';

/** In the order of the AsyncAPI document. */
export const SERVER_FRAMES = {
  welcome: liveServerFrames.welcome,
  alert: responseServerFrames.alert,
  'alert.updated': responseServerFrames['alert.updated'],
  'alert.acknowledged': responseServerFrames['alert.acknowledged'],
  response: responseServerFrames.response,
  'alerts.open': responseServerFrames['alerts.open'],
  notice: responseServerFrames.notice,
  handover: overviewServerFrames.handover,
  'station.welcome': liveServerFrames['station.welcome'],
  'board.changed': liveServerFrames['board.changed'],
  message: liveServerFrames.message,
  'device.status': deviceServerFrames['device.status'],
  subscribed: liveServerFrames.subscribed,
  reading: readingServerFrames.reading,
  assessment: readingServerFrames.assessment,
  error: liveServerFrames.error,
  pong: liveServerFrames.pong,
  'session.ending': liveServerFrames['session.ending'],
} as const satisfies Readonly<Record<string, FrameSchema>>;

export const CLIENT_FRAMES = {
  reading: readingClientFrames.reading,
  answer: deviceClientFrames.answer,
  subscribe: liveClientFrames.subscribe,
  unsubscribe: liveClientFrames.unsubscribe,
  acknowledge: responseClientFrames.acknowledge,
  ping: liveClientFrames.ping,
} as const satisfies Readonly<Record<ClientFrameType, FrameSchema>>;

const messages = (
  direction: AsyncApiMessage['direction'],
  frames: Readonly<Record<string, FrameSchema>>,
): AsyncApiMessage[] =>
  Object.entries(frames).map(([type, { summary, payload }]) => ({
    name: `${direction === 'send' ? 'server' : 'client'}.${type}`,
    direction,
    summary,
    payload,
  }));

export const LIVE_CHANNEL: AsyncApiChannel = {
  name: 'live',
  server: 'websocket',
  address: '/api/live',
  title: 'Live socket',
  description:
    'Authenticate with the Authorization header, the cookie of a session or a station (own or authorized origin), or the subprotocols ' +
    '`fall-monitor.v1, bearer.<token>`. Events carry an increasing `id`; reconnect with `?after=<id>` to get missed events. ' +
    'Close codes: 1001 the service stops, 1013 try again later, 4400 ten invalid frames in a row, 4401 the session has ended, ' +
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
  messages: [...messages('send', SERVER_FRAMES), ...messages('receive', CLIENT_FRAMES)],
};
