import { SocketSignalBody } from '../falls/wearer-signal-schema.ts';
import { eventFrame, type FrameSchema, frame } from '../live/frames-schema.ts';
import { id, record } from '../platform/schema/primitives.ts';
import { DeviceStatusView } from './schema.ts';

const DeviceStatusChange = record('DeviceStatusChange', 'A wearable whose status has changed', {
  ...DeviceStatusView.properties,
  userId: id('Of whoever wears it'),
});

export const deviceServerFrames = {
  'device.status': eventFrame(
    'device.status',
    'A wearable of yours, or of somebody you look after, changed its status; admins get those of everybody, without `id`',
    DeviceStatusChange,
  ),
} as const satisfies Readonly<Record<string, FrameSchema>>;

export const deviceClientFrames = {
  answer: frame('answer', 'The wearer says that they are OK, or that they need help', SocketSignalBody),
} as const satisfies Readonly<Record<string, FrameSchema>>;
