import Type from 'typebox';
import { Identity } from '../accounts/schema.ts';
import { SocketSignalBody } from '../falls/wearer-signals/schema.ts';
import { eventSchema, type FrameSchema, framePayload, frameSchema, Welcome } from '../live/frames-schema.ts';
import { id, nullable, record } from '../platform/schema/primitives.ts';
import { WearerFall } from '../response/fall/schema.ts';
import { Device, DevicePause, DeviceStatusView } from './schema.ts';

const { serverTime, sessionEndsAt, lastEventId } = Welcome.properties;

const DeviceWelcome = record('DeviceWelcome', 'Connected wearable', {
  user: record('WearerIdentity', 'Wearer of the device', {
    id: Identity.properties.id,
    firstName: Identity.properties.firstName,
    role: Identity.properties.role,
  }),
  device: record('DeviceIdentity', 'Wearable that the token belongs to', {
    id: Device.properties.id,
    macAddress: Device.properties.macAddress,
    name: Device.properties.name,
  }),
  fall: nullable(WearerFall, "The wearer's newest unresolved fall of the last 24 hours; null without one"),
  serverTime,
  sessionEndsAt,
  lastEventId,
});

const DeviceStatusChange = record('DeviceStatusChange', 'Changed status of a wearable', {
  ...DeviceStatusView.properties,
  userId: id('ID of the wearer'),
});

export const deviceServerFrames = {
  welcome: {
    summary:
      'First frame: the connected user and the ID of the newest event; with a device token the wearable, and an unresolved fall of its wearer',
    payload: Type.Union([framePayload('welcome', Welcome), framePayload('welcome', DeviceWelcome)]),
  },
  fall: frameSchema(
    'fall',
    'With a device token: a fall of the wearer has begun or risen, or its response has changed',
    WearerFall,
  ),
  paused: frameSchema('paused', 'Reply to `paused`', DevicePause),
  'device.status': eventSchema(
    'device.status',
    'Changed status of your wearable or of a wearable of one of your patients; admins get every change, without `id`',
    DeviceStatusChange,
  ),
} as const satisfies Readonly<Record<string, FrameSchema>>;

export const deviceClientFrames = {
  answer: frameSchema('answer', 'Signal from the wearer: "I\'m OK" or "I need help"', SocketSignalBody),
  paused: frameSchema(
    'paused',
    'With a device token: the wearable does not measure for now, or measures again',
    DevicePause,
  ),
} as const satisfies Readonly<Record<string, FrameSchema>>;
