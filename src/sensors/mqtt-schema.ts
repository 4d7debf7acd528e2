import Type from 'typebox';
import type { AsyncApiChannel } from '../platform/http/asyncapi-channel.ts';
import { mqttChannel, mqttMessage } from '../platform/mqtt/channels-schema.ts';
import { Failure } from '../platform/schema/envelope.ts';
import { integer, record } from '../platform/schema/primitives.ts';
import { MqttSensorEvent, SensorEventRecord } from './schema.ts';

const SENSOR = { sensorId: 'ID of the sensor, in lower case' };

const SensorReply = record('MqttSensorAnswer', 'Answer to an event of a sensor', {
  success: Type.Literal(true, { description: 'True: the event is recorded' }),
  status: integer(200, 201, 'number', 'The HTTP status of the same answer: 200 for a repeat', 201),
  data: SensorEventRecord,
});

const SensorRefusal = record('MqttSensorRefusal', 'Refused event; do not send it again', {
  ...Failure.properties,
  status: integer(400, 599, 'number', 'The HTTP status of the same error', 404),
});

/** docs/mqtt.md, "Topics": the topics of sensors other than wearables. */
export const sensorChannels: readonly AsyncApiChannel[] = [
  mqttChannel({
    name: 'mqttSensorEvents',
    address: 'sensors/{sensorId}/events',
    title: 'Events of a sensor',
    description:
      'The broker acknowledges QoS 1 when the event is committed or refused, never while the database is unavailable. Idempotent by `at`.',
    parameters: SENSOR,
    messages: [
      mqttMessage('receive', 'sensorEvent', 'Event of a sensor other than a wearable', MqttSensorEvent),
    ],
  }),
  mqttChannel({
    name: 'mqttSensorResults',
    address: 'sensors/{sensorId}/results',
    title: 'Answers to the events of a sensor',
    description:
      'The body of the HTTP response, with its status, for the account that sent the event. QoS 0. `sensors/+/results` has the answers to all its events.',
    parameters: SENSOR,
    messages: [
      mqttMessage('send', 'sensorAnswer', 'Fall or alert that an event became', SensorReply),
      mqttMessage('send', 'sensorRefusal', 'Refused event; do not send it again', SensorRefusal),
    ],
  }),
];
