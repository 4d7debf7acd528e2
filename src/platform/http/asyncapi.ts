import type { AsyncApiChannel, AsyncApiMessage } from './asyncapi-channel.ts';
import { type Components, createComponents } from './openapi/components.ts';

const SERVERS = {
  websocket: { host: '{host}', protocol: 'wss', description: 'WebSocket, on the HTTP port' },
  mqtt: {
    host: '{host}',
    protocol: 'mqtt',
    protocolVersion: '5',
    description:
      'The embedded MQTT broker. Versions 5, 3.1.1 and 3.1. In version 5, PUBACK carries a reason code, a Reason String and the User Properties `code` and `retryAfter`; the result of a message with a Response Topic goes there, with its Correlation Data.',
  },
} as const;
const HOSTS: Readonly<Record<AsyncApiChannel['server'], string>> = {
  websocket: 'localhost:3000',
  mqtt: 'localhost:1883',
};

/** AsyncAPI 3.0, generated from the channels; the same payload schemas validate messages. */
export function asyncApiDocument(channels: readonly AsyncApiChannel[], version: string): Buffer {
  const components = createComponents();
  const used = [...new Set(channels.map(({ server }) => server))];
  const document = {
    asyncapi: '3.0.0',
    info: {
      title: 'Vigil, live',
      version,
      description:
        'Readings in; alerts, messages and status out, in real time. The REST API is in openapi.json.',
    },
    defaultContentType: 'application/json',
    servers: Object.fromEntries(
      used.map((name) => [
        name,
        { ...SERVERS[name], variables: { host: { default: HOSTS[name] } }, security: SECURITY[name] },
      ]),
    ),
    channels: Object.fromEntries(
      channels.map((channel) => [channel.name, channelObject(channel, components)]),
    ),
    operations: Object.fromEntries(channels.flatMap(operations)),
    components: {
      schemas: components.schemas(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'httpApiKey', in: 'cookie', name: 'access_token' },
        station: { type: 'httpApiKey', in: 'cookie', name: 'station_token' },
        userPassword: { type: 'userPassword' },
      },
    },
  };
  return Buffer.from(JSON.stringify(document));
}

const scheme = (name: string) => ({ $ref: `#/components/securitySchemes/${name}` });
const SECURITY = {
  websocket: [scheme('bearer'), scheme('cookie'), scheme('station')],
  mqtt: [scheme('userPassword')],
};

const channelObject = (channel: AsyncApiChannel, components: Components) => ({
  address: channel.address,
  title: channel.title,
  description: channel.description,
  servers: [{ $ref: `#/servers/${channel.server}` }],
  ...(channel.parameters && {
    parameters: Object.fromEntries(
      Object.entries(channel.parameters).map(([name, description]) => [name, { description }]),
    ),
  }),
  ...(channel.bindings && { bindings: channel.bindings }),
  messages: Object.fromEntries(
    channel.messages.map(({ name, summary, payload, bindings }) => [
      name,
      { name, summary, payload: components.refer(payload), ...(bindings && { bindings }) },
    ]),
  ),
});

const operations = (channel: AsyncApiChannel) =>
  channel.messages.map((message) => [
    operationName(channel, message),
    {
      action: message.direction,
      summary: message.summary,
      ...messagesOf(channel.name, [message.name]),
      ...(message.reply && { reply: messagesOf(message.reply.channel, message.reply.messages) }),
    },
  ]);

const messagesOf = (channel: string, names: readonly string[]) => ({
  channel: { $ref: `#/channels/${channel}` },
  messages: names.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
});

/** `live`, `server.alert.updated` → `liveServerAlertUpdated`. */
const operationName = ({ name }: AsyncApiChannel, message: AsyncApiMessage): string =>
  name +
  message.name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
