import Type from 'typebox';
import { type FrameSchema, framePayload, frameSchema, refusalPayload } from '../live/frames-schema.ts';
import { id, optional, record } from '../platform/schema/primitives.ts';
import { FallDetail } from '../response/fall/schema.ts';
import {
  Assessment,
  Backlog,
  BacklogOutcome,
  HistoryPoint,
  idempotencyKey,
  SensorReading,
} from './schema.ts';

const LiveReading = record('LiveReading', 'Reading as a point of a chart', {
  patientId: id('ID of the patient'),
  deviceId: id('ID of the device'),
  ...HistoryPoint.properties,
});

const SocketReading = record('SocketReading', 'Reading over the live socket', {
  ...SensorReading.properties,
  device_id: optional(SensorReading.properties.device_id, 'MAC address; optional with a device token'),
  idempotency_key: idempotencyKey(),
});

const replyStatus = (status: 200 | 201) =>
  Type.Literal(status, { description: 'The HTTP status of the same error' });

export const readingServerFrames = {
  reading: frameSchema(
    'reading',
    'Reading of a patient you subscribed to, as a point of a chart',
    LiveReading,
  ),
  assessment: {
    summary:
      "Assessment of a reading, the result of a backlog, or the fall that a wearer's signal is about; with its `ref`",
    payload: Type.Union([
      Type.Object({ ...framePayload('assessment', Assessment).properties, status: replyStatus(200) }),
      Type.Object({
        ...framePayload('assessment', FallDetail).properties,
        status: Type.Union([replyStatus(200), replyStatus(201)], {
          description: 'The HTTP status of the same error',
        }),
      }),
      Type.Object({ ...framePayload('assessment', BacklogOutcome).properties, status: replyStatus(200) }),
      refusalPayload('assessment'),
    ]),
  },
} as const satisfies Readonly<Record<string, FrameSchema>>;

export const readingClientFrames = {
  reading: frameSchema('reading', 'A sensor reading, as in POST /device/sensor-stream', SocketReading),
  backlog: frameSchema('backlog', 'With a device token: readings that were kept while offline', Backlog),
} as const satisfies Readonly<Record<string, FrameSchema>>;
