import Type from 'typebox';
import { boolean, id, integer, nullable, number, oneOf, optional, text, timestamp } from './primitives.ts';

const level = () => oneOf(['NO_FALL', 'SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED']);
const LONGEST_LOCATION = 200;
const LONGEST_INJURIES = 2000;

export const NewFall = Type.Object({
  confidence: number(0, 1),
  location: optional(text(LONGEST_LOCATION)),
  witnessed: optional(boolean()),
  injuries: optional(text(LONGEST_INJURIES)),
});

const shared = {
  id: id(),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  status: level(),
  location: nullable(Type.String()),
};

export const RecordedFall = Type.Object({
  ...shared,
  userId: id(),
  witnessed: nullable(Type.Boolean()),
  createdAt: timestamp(),
  alerts: Type.Object({ notified: Type.Boolean(), caregiverCount: Type.Integer() }),
});

export const ListedFall = Type.Object({
  ...shared,
  createdAt: timestamp(),
  responded: Type.Boolean(),
  responseTime: nullable(
    Type.Integer({ description: 'whole seconds from the event to the first acknowledgement' }),
  ),
});

export const RecentFall = Type.Object({ ...ListedFall.properties, userId: id(), patientName: Type.String() });

const vector = () => Type.Array(Type.Number(), { minItems: 3, maxItems: 3 });

export const FallDetail = Type.Object({
  ...shared,
  userId: id(),
  deviceId: nullable(id()),
  witnessed: nullable(Type.Boolean()),
  injuries: nullable(Type.String()),
  sensorData: nullable(Type.Object({ accel: vector(), gyro: vector(), timestamp: timestamp() })),
  alerts: Type.Array(
    Type.Object({
      caregiverId: id(),
      sent: Type.Boolean(),
      acknowledged: Type.Boolean(),
      timestamp: timestamp(),
    }),
  ),
  createdAt: timestamp(),
});

export const ownFallsFilter = { status: optional(level()), days: optional(integer(1, 36_500)) };
export const recentFallsFilter = { hours: optional(integer(1, 876_000)) };
