import { SocketSignalBody } from '../falls/wearer-signals/schema.ts';
import { eventSchema, type FrameSchema, frameSchema } from '../live/frames-schema.ts';
import { id, record } from '../platform/schema/primitives.ts';
import { DeviceStatusView } from './schema.ts';

const DeviceStatusChange = record('DeviceStatusChange', 'Changed status of a wearable', {
  ...DeviceStatusView.properties,
  userId: id('ID of the wearer'),
});

export const deviceServerFrames = {
  'device.status': eventSchema(
    'device.status',
    'Changed status of your wearable or of a wearable of one of your patients; admins get every change, without `id`',
    DeviceStatusChange,
  ),
} as const satisfies Readonly<Record<string, FrameSchema>>;

export const deviceClientFrames = {
  answer: frameSchema('answer', 'Signal from the wearer: "I\'m OK" or "I need help"', SocketSignalBody),
} as const satisfies Readonly<Record<string, FrameSchema>>;
