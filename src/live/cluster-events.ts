import { defineEvent } from '../platform/cluster/events.ts';
import { isId, isNumber, isObject } from '../platform/cluster/messages.ts';

/**
 * A numbered event for one recipient. When Redis is down, the transaction that wrote the event has already notified
 * the other instances (pg-listener.ts).
 */
export const LIVE_EVENT = defineEvent<{
  readonly recipientId: string;
  readonly id: number;
  readonly event: string;
  readonly data: object;
}>('live.event', { recipientId: isId, id: isNumber, event: isId, data: isObject }, { viaRedisOnly: true });

/** A device has opened a live socket with its token: earlier ones are closed. */
export const DEVICE_SOCKET_OPENED = defineEvent<{ readonly deviceId: string; readonly number: number }>(
  'live.device-socket.opened',
  { deviceId: isId, number: isNumber },
);

/**
 * For the boards of all admins; not numbered. Sent via Redis only: it is health data, it may exceed the size of a
 * PostgreSQL notification, and an admin's board polls every minute.
 */
export const LIVE_OVERVIEW = defineEvent<{ readonly event: string; readonly data: object }>(
  'live.overview',
  { event: isId, data: isObject },
  { viaRedisOnly: true },
);
