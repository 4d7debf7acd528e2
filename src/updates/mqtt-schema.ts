import Type from 'typebox';
import type { AsyncApiChannel } from '../platform/http/asyncapi-channel.ts';
import { mqttChannel, mqttMessage } from '../platform/mqtt/channels-schema.ts';
import { Update, UpdateReport } from './schema.ts';

const WEARABLE = { mac: 'MAC address of the wearable' };

/** docs/mqtt.md, "Topics": firmware of wearables. */
export const updateChannels: readonly AsyncApiChannel[] = [
  mqttChannel({
    name: 'mqttUpdates',
    address: 'devices/{mac}/updates',
    title: 'Firmware that a wearable is offered',
    description:
      'Sent to each new subscriber with RETAIN, and when the offer changes. An empty payload withdraws it. QoS 0.',
    parameters: WEARABLE,
    messages: [
      mqttMessage('send', 'firmwareUpdate', 'Image that the wearable is offered', Update),
      mqttMessage(
        'send',
        'firmwareWithdrawn',
        'Nothing is offered any more; empty',
        Type.String({ maxLength: 0, description: 'Empty', examples: [''] }),
      ),
    ],
  }),
  mqttChannel({
    name: 'mqttUpdateState',
    address: 'devices/{mac}/updates/state',
    title: 'How far a wearable is with an update',
    description:
      'The broker acknowledges QoS 1 when the state is committed or refused. A refusal is on `assessments`. A repeated report changes nothing.',
    parameters: WEARABLE,
    messages: [mqttMessage('receive', 'firmwareReport', 'State of an update', UpdateReport)],
  }),
];
