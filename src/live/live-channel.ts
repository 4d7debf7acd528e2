import type { AsyncApiChannel, AsyncApiMessage } from '../platform/http/asyncapi-channel.ts';
import type { Frames, ModuleFrames } from '../platform/module.ts';

const messages = (direction: AsyncApiMessage['direction'], frames: Frames): AsyncApiMessage[] =>
  Object.entries(frames).map(([type, { summary, payload }]) => ({
    name: `${direction === 'send' ? 'server' : 'client'}.${type}`,
    direction,
    summary,
    payload,
  }));

/** docs/live-socket.md: the channel with the frames of all modules, for the AsyncAPI document. */
export const liveChannel = (modules: readonly ModuleFrames[]): AsyncApiChannel => ({
  name: 'live',
  server: 'websocket',
  address: '/api/live',
  title: 'Live socket',
  description:
    'Authenticate with the Authorization header, the cookie of a session or a station (own or authorized origin), or the subprotocols ' +
    '`fall-monitor.v1, bearer.<token>`; the token of a wearable works, too. Events carry an increasing `id`; reconnect with `?after=<id>` to get missed events. ' +
    'Close codes: 1001 the service stops, 1013 try again later, 4400 ten invalid frames in a row, 4401 the session has ended, ' +
    '4408 read too slowly, 4409 another phone has connected with the same device token.',
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
    ...modules.flatMap(({ server = {} }) => messages('send', server)),
    ...modules.flatMap(({ client = {} }) => messages('receive', client)),
  ],
});
