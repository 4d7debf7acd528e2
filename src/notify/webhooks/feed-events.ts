/** Events that the organisation's own systems can subscribe to. */
export const FEED_EVENTS = [
  'fall.raised',
  'fall.updated',
  'response.changed',
  'device.status',
  'audit.head',
] as const;

export type FeedEvent = (typeof FEED_EVENTS)[number];
