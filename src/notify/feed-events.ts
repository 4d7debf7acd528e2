/** What the organisation's own systems may hear of. */
export const FEED_EVENTS = ['fall.raised', 'fall.updated', 'response.changed', 'device.status'] as const;

export type FeedEvent = (typeof FEED_EVENTS)[number];
