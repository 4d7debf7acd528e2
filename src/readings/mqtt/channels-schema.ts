import Type, { type TSchema } from 'typebox';
import { signalReply } from '../../falls/wearer-signals/mqtt-schema.ts';
import type { AsyncApiChannel } from '../../platform/http/asyncapi-channel.ts';
import {
  deviceChannel,
  deviceRequest,
  httpStatus,
  mqttMessage,
  mqttReply,
  REPLIES_CHANNEL,
  succeeded,
} from '../../platform/mqtt/channels-schema.ts';
import { Failure } from '../../platform/schema/envelope.ts';
import { integer, optional, record } from '../../platform/schema/primitives.ts';
import { Assessment, BacklogBody, BacklogOutcome, SensorReading } from '../schema.ts';

/** Over MQTT the topic identifies the device. */
const MqttReading = record('MqttReading', 'Reading of the device in the topic', {
  ...SensorReading.properties,
  device_id: optional(SensorReading.properties.device_id, 'MAC address, as in the topic; optional'),
});

const replyWith = <S extends TSchema>(data: S) =>
  Type.Object({ success: succeeded(), status: httpStatus(200), data });
const Refused = record('Refused', 'Refused message; do not send it again', {
  ...Failure.properties,
  status: integer(400, 599, 'number', 'The HTTP status of the same error', 400),
});

export const readingChannels: readonly AsyncApiChannel[] = [
  deviceChannel('readings', {
    name: 'mqttReadings',
    title: 'Readings of a device',
    description:
      'The broker acknowledges QoS 1 when the reading is committed or refused, never while the database is unavailable. It forwards accepted readings to permitted subscribers.',
    messages: [
      deviceRequest(
        'assessment',
        'reading',
        'A sensor reading; device_id is optional and must match the topic',
        MqttReading,
      ),
    ],
  }),
  deviceChannel('backlog', {
    name: 'mqttBacklog',
    title: 'Readings kept while offline',
    description:
      'At most one every 5 s per device. Idempotent by device and recorded_at. An invalid entry does not affect the others.',
    messages: [deviceRequest('backlogOutcome', 'backlog', 'Readings with their times', BacklogBody)],
  }),
];

/** The replies to all messages of devices. */
export const assessmentsChannel = deviceChannel('assessments', {
  name: REPLIES_CHANNEL,
  title: 'Responses to a device',
  description:
    'The body of the HTTP response, with its status. QoS 0. In MQTT 5, the answer to a message with a Response Topic goes there instead.',
  messages: [
    mqttMessage('send', 'assessment', 'Assessment of a stored reading', replyWith(Assessment)),
    mqttMessage('send', 'backlogOutcome', 'Result of a stored backlog', replyWith(BacklogOutcome)),
    signalReply,
    mqttMessage('send', 'refusal', 'Refused message; do not send it again', Refused),
  ].map(mqttReply),
});
