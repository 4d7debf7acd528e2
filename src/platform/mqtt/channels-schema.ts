import Type, { type TSchema } from 'typebox';
import type { AsyncApiChannel, AsyncApiMessage } from '../http/asyncapi-channel.ts';
import { oneOf } from '../schema/primitives.ts';
import type { DeviceTopicName } from './topics.ts';

const BINDING = { bindingVersion: '0.2.0' };
const CORRELATION_DATA = {
  type: 'string',
  format: 'binary',
  description:
    'MQTT 5: Correlation Data of a message with a Response Topic; its answer carries the same bytes.',
};
const RESPONSE_TOPIC = {
  type: 'string',
  pattern: '^devices/[^/+#]+/[^+#]+$',
  description:
    'MQTT 5: Response Topic, below the topics of the same device. The answer goes to this connection alone, instead of `assessments`; no subscription is needed.',
};
const MAC = {
  macAddress:
    'MAC address. A device may publish in any notation that HTTP accepts; responses use AA:BB:CC:DD:EE:FF.',
};

type MqttChannel = Pick<AsyncApiChannel, 'name' | 'title' | 'description' | 'messages'>;

/** docs/mqtt.md, "Topics": a topic of the AsyncAPI document. */
export const mqttChannel = ({
  name,
  address,
  title,
  description,
  parameters,
  messages,
}: MqttChannel & Required<Pick<AsyncApiChannel, 'address' | 'parameters'>>): AsyncApiChannel => ({
  name,
  server: 'mqtt',
  address,
  title,
  description,
  parameters,
  bindings: { mqtt: BINDING },
  messages,
});

/** A topic of one device. */
export const deviceChannel = (topic: DeviceTopicName, channel: MqttChannel): AsyncApiChannel =>
  mqttChannel({ ...channel, address: `devices/{macAddress}/${topic}`, parameters: MAC });

export const mqttMessage = (
  direction: AsyncApiMessage['direction'],
  name: string,
  summary: string,
  payload: TSchema,
): AsyncApiMessage => ({ direction, name, summary, payload });

export const succeeded = () => Type.Literal(true, { description: 'True: the message was accepted' });
export const httpStatus = (status: 200 | 201) =>
  Type.Literal(status, { description: 'The HTTP status of the same error' });

/** The channel of the replies to a device. */
export const REPLIES_CHANNEL = 'mqttAssessments';

/** docs/mqtt.md, "MQTT 5": a message of a device, with the name of its reply. */
export const deviceRequest = (
  replyName: string,
  ...request: readonly [name: string, summary: string, payload: TSchema]
): AsyncApiMessage => ({
  ...mqttMessage('receive', ...request),
  bindings: { mqtt: { responseTopic: RESPONSE_TOPIC, correlationData: CORRELATION_DATA, ...BINDING } },
  reply: { channel: REPLIES_CHANNEL, messages: [replyName, 'refusal'] },
});

export const mqttReply = (message: AsyncApiMessage): AsyncApiMessage => ({
  ...message,
  bindings: { mqtt: { correlationData: CORRELATION_DATA, ...BINDING } },
});

export const presenceChannel = deviceChannel('presence', {
  name: 'mqttPresence',
  title: 'Connection state of a device',
  description: 'Retained; published by the broker. The payload is the word alone, without JSON.',
  messages: [
    mqttMessage(
      'send',
      'presence',
      'Connection state of the device',
      oneOf(['online', 'offline'], 'Connection state'),
    ),
  ],
});
