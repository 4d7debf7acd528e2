import { defineEvent } from '../platform/cluster/events.ts';
import { isId } from '../platform/cluster/messages.ts';

/** Via Redis only: the sender's other connection misses the reply, and the event is recorded all the same. */
export const SENSOR_EVENT_REPLIED = defineEvent<{
  readonly sensorId: string;
  readonly senderId: string;
  readonly payload: string;
}>(
  'sensor.replied',
  { sensorId: isId, senderId: isId, payload: (value) => typeof value === 'string' },
  { viaRedisOnly: true },
);
