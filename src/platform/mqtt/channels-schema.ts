import type { TSchema } from 'typebox';
import type { AsyncApiChannel, AsyncApiMessage } from '../http/asyncapi-channel.ts';
import { oneOf } from '../schema/primitives.ts';
import type { DeviceTopicName } from './topics.ts';

const BINDINGS = { mqtt: { bindingVersion: '0.2.0' } };
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
  bindings: BINDINGS,
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
