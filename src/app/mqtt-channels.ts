import Type, { type TSchema } from 'typebox';
import { FallDetail } from '../falls/schema.ts';
import { WearerSignalBody } from '../falls/wearer-signal-schema.ts';
import type { AsyncApiChannel, AsyncApiMessage } from '../platform/http/asyncapi-channel.ts';
import { Failure } from '../platform/schema/envelope.ts';
import { integer, oneOf, optional, record } from '../platform/schema/primitives.ts';
import { Assessment, BacklogBody, BacklogOutcome, SensorReading } from '../readings/schema.ts';
import { SERVER_FRAMES } from './live-channel.ts';

/** Over MQTT the topic identifies the device. */
const MqttReading = record('MqttReading', 'A reading whose device the topic names', {
  ...SensorReading.properties,
  device_id: optional(SensorReading.properties.device_id, 'As in the topic, or not given'),
});

const succeeded = () => Type.Literal(true, { description: 'True: the message was accepted' });
const httpStatus = (status: 200 | 201) =>
  Type.Literal(status, { description: 'The HTTP status of the same error' });
const answered = <S extends TSchema>(data: S) =>
  Type.Object({ success: succeeded(), status: httpStatus(200), data });
const Refused = record('Refused', 'What was sent is refused, and need not be sent again', {
  ...Failure.properties,
  status: integer(400, 599, 'number', 'The HTTP status of the same error', 400),
});

const MAC = {
  macAddress: 'AA:BB:CC:DD:EE:FF; published under any spelling that HTTP takes, answered under this one',
};
const BINDINGS = { mqtt: { bindingVersion: '0.2.0' } };

const message = (
  direction: AsyncApiMessage['direction'],
  name: string,
  summary: string,
  payload: TSchema,
): AsyncApiMessage => ({ direction, name, summary, payload });

const channel = (
  name: string,
  address: string,
  title: string,
  description: string,
  parameters: Readonly<Record<string, string>>,
  messages: readonly AsyncApiMessage[],
): AsyncApiChannel => ({
  name,
  server: 'mqtt',
  address,
  title,
  description,
  parameters,
  bindings: BINDINGS,
  messages,
});

/** docs/mqtt.md, "Topics": the topics, for the AsyncAPI document. */
export const MQTT_CHANNELS: readonly AsyncApiChannel[] = [
  channel(
    'mqttReadings',
    'devices/{macAddress}/readings',
    'Readings of a device',
    'QoS 1 is acknowledged when the reading is committed, or refused for good; never while the database is away. Accepted readings are passed on to those who may listen.',
    MAC,
    [
      message(
        'receive',
        'reading',
        'A sensor reading; device_id is optional and must match the topic',
        MqttReading,
      ),
    ],
  ),
  channel(
    'mqttBacklog',
    'devices/{macAddress}/backlog',
    'Readings kept while offline',
    'At most one every 5 s and device. Idempotent by device and recorded_at; a bad entry is refused by itself.',
    MAC,
    [message('receive', 'backlog', 'Readings with the times they were taken at', BacklogBody)],
  ),
  channel(
    'mqttAnswers',
    'devices/{macAddress}/answers',
    'What the wearer says',
    'Acknowledged like readings: with QoS 1 a call for help is committed before PUBACK, and not acknowledged while the database is away.',
    MAC,
    [message('receive', 'answer', '"I\'m OK" or "I need help"', WearerSignalBody)],
  ),
  channel(
    'mqttAssessments',
    'devices/{macAddress}/assessments',
    'Answers to a device',
    'What HTTP would have answered, with its status. QoS 0.',
    MAC,
    [
      message('send', 'assessment', 'A reading was stored and scored', answered(Assessment)),
      message('send', 'backlogOutcome', 'A backlog was stored', answered(BacklogOutcome)),
      message(
        'send',
        'answered',
        'The fall that an answer is about; 201 when a call for help has recorded it',
        Type.Object({
          success: succeeded(),
          status: Type.Union([httpStatus(200), httpStatus(201)], {
            description: 'The HTTP status of the same error',
          }),
          data: FallDetail,
        }),
      ),
      message('send', 'refusal', 'What was sent was refused, and need not be sent again', Refused),
    ],
  ),
  channel(
    'mqttPresence',
    'devices/{macAddress}/presence',
    'Whether a device is connected',
    'Retained, published by the broker itself. The payload is the bare word.',
    MAC,
    [
      message(
        'send',
        'presence',
        'The device came or went',
        oneOf(['online', 'offline'], 'Whether it is connected'),
      ),
    ],
  ),
  channel(
    'mqttAlerts',
    'caregivers/{caregiverId}/alerts',
    "A caregiver's alerts",
    'The same objects as on the live socket, with QoS 1; `id` tells a repeated one.',
    { caregiverId: "the caregiver's own user id" },
    (['alert', 'alert.updated', 'alert.acknowledged'] as const).map((type) =>
      message('send', type, `A caregiver's ${type} event`, SERVER_FRAMES[type]),
    ),
  ),
];
