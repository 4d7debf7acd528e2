import Type from 'typebox';
import { targetUrl } from './notification-channels.ts';
import { id, nullable, oneOf, record, timestamp } from './primitives.ts';

/** What the organisation's own systems may hear of. */
export const FEED_EVENTS = ['fall.raised', 'fall.updated', 'response.changed', 'device.status'] as const;
export type FeedEvent = (typeof FEED_EVENTS)[number];

export const NewWebhook = record('NewWebhook', {
  url: targetUrl(),
  events: Type.Array(oneOf(FEED_EVENTS), {
    minItems: 1,
    maxItems: FEED_EVENTS.length,
    uniqueItems: true,
    'x-says': `must be a list of some of ${FEED_EVENTS.join(', ')}`,
  }),
});

export const Webhook = record('Webhook', {
  id: id(),
  url: Type.String(),
  events: Type.Array(oneOf(FEED_EVENTS)),
  disabledAt: nullable(timestamp()),
  lastError: nullable(Type.String()),
  createdAt: timestamp(),
});

export const CreatedWebhook = record('CreatedWebhook', {
  ...Webhook.properties,
  secret: Type.String({ description: 'shown this once' }),
});
