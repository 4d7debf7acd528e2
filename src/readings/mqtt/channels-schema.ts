import Type, { type TSchema } from 'typebox';
import { FallDetail } from '../../falls/schema.ts';
import { WearerSignalBody } from '../../falls/wearer-signal-schema.ts';
import type { AsyncApiChannel } from '../../platform/http/asyncapi-channel.ts';
import { deviceChannel, mqttMessage } from '../../platform/mqtt/channels-schema.ts';
import { Failure } from '../../platform/schema/envelope.ts';
import { integer, optional, record } from '../../platform/schema/primitives.ts';
import { Assessment, BacklogBody, BacklogOutcome, SensorReading } from '../schema.ts';

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

/** The topics that wearables publish to, and the topic of the answers. */
export const readingChannels: readonly AsyncApiChannel[] = [
  deviceChannel('readings', {
    name: 'mqttReadings',
    title: 'Readings of a device',
    description:
      'QoS 1 is acknowledged when the reading is committed, or refused for good; never while the database is away. Accepted readings are passed on to those who may listen.',
    messages: [
      mqttMessage(
        'receive',
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
      'At most one every 5 s and device. Idempotent by device and recorded_at; a bad entry is refused by itself.',
    messages: [mqttMessage('receive', 'backlog', 'Readings with the times they were taken at', BacklogBody)],
  }),
  deviceChannel('answers', {
    name: 'mqttAnswers',
    title: 'What the wearer says',
    description:
      'Acknowledged like readings: with QoS 1 a call for help is committed before PUBACK, and not acknowledged while the database is away.',
    messages: [mqttMessage('receive', 'answer', '"I\'m OK" or "I need help"', WearerSignalBody)],
  }),
  deviceChannel('assessments', {
    name: 'mqttAssessments',
    title: 'Answers to a device',
    description: 'What HTTP would have answered, with its status. QoS 0.',
    messages: [
      mqttMessage('send', 'assessment', 'A reading was stored and scored', answered(Assessment)),
      mqttMessage('send', 'backlogOutcome', 'A backlog was stored', answered(BacklogOutcome)),
      mqttMessage(
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
      mqttMessage('send', 'refusal', 'What was sent was refused, and need not be sent again', Refused),
    ],
  }),
];
