import Type from 'typebox';
import { id, nullable, record, string, timestamp, vocabulary } from '../platform/schema/primitives.ts';
import { targetUrl } from './channels/target-field.ts';
import { FEED_EVENTS } from './feed-events.ts';

const feedEvent = () => vocabulary('FeedEvent', 'What happened', FEED_EVENTS);

export const NewWebhook = record('NewWebhook', "A system of the organisation's that wants to hear", {
  url: targetUrl('Where to POST to', 'https://example.org/hooks/vigil'),
  events: Type.Array(feedEvent(), {
    minItems: 1,
    maxItems: FEED_EVENTS.length,
    uniqueItems: true,
    description: 'Event types to send',
    'x-says': `must be a list of some of ${FEED_EVENTS.join(', ')}`,
  }),
});

export const Webhook = record('Webhook', "A system of the organisation's that hears of events", {
  id: id('Of the webhook'),
  url: string('Where it is POSTed to', 'https://example.org/hooks/vigil'),
  events: Type.Array(feedEvent(), { description: 'Event types to send' }),
  disabledAt: nullable(timestamp('Since when nothing is sent to it; null while it works')),
  lastError: nullable(string('What went wrong with the last try; null if nothing', 'Answered 500')),
  createdAt: timestamp('When it was added'),
});

export const CreatedWebhook = record('CreatedWebhook', 'A webhook that was just added', {
  ...Webhook.properties,
  secret: string(
    'By which to check signatures (Standard Webhooks); shown this once',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ),
});
