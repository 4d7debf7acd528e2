import { defineEvent } from '../platform/cluster/events.ts';
import { isId, isNumber, isObject } from '../platform/cluster/messages.ts';

/** A numbered event for one recipient. Where Redis is away, the transaction that wrote it has notified the others (pg-listener.ts). */
export const LIVE_EVENT = defineEvent<{
  readonly recipientId: string;
  readonly id: number;
  readonly event: string;
  readonly data: object;
}>('live.event', { recipientId: isId, id: isNumber, event: isId, data: isObject }, { viaRedisOnly: true });

/**
 * For the boards of all admins; without a number. Via Redis only: it is health data, it may be longer than a notice, and an
 * admin's board asks again every minute.
 */
export const LIVE_OVERVIEW = defineEvent<{ readonly event: string; readonly data: object }>(
  'live.overview',
  { event: isId, data: isObject },
  { viaRedisOnly: true },
);
