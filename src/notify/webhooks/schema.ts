import Type from 'typebox';
import * as t from '../../platform/schema/primitives.ts';
import { targetUrl } from '../channels/target-field.ts';
import { FEED_EVENTS } from './feed-events.ts';
import { WEBHOOK_FORMATS } from './formats.ts';

const format = () =>
  t.vocabulary(
    'WebhookFormat',
    'Format of the events: `fhir` is a notification Bundle of FHIR R4',
    WEBHOOK_FORMATS,
  );

const feedEvent = () => t.vocabulary('FeedEvent', 'Event type', FEED_EVENTS);

export const NewWebhook = t.record('NewWebhook', 'New webhook of the organisation', {
  url: targetUrl('Target URL', 'https://example.org/hooks/vigil'),
  events: Type.Array(feedEvent(), {
    minItems: 1,
    maxItems: FEED_EVENTS.length,
    uniqueItems: true,
    description: 'Event types to send',
    'x-message': `must be a list of some of ${FEED_EVENTS.join(', ')}`,
  }),
  format: t.optional(format(), "Format of the events; without it JSON of Vigil's own"),
});

export const Webhook = t.record('Webhook', 'Webhook of the organisation', {
  id: t.id('ID of the webhook'),
  url: t.string('Target URL', 'https://example.org/hooks/vigil'),
  events: Type.Array(feedEvent(), { description: 'Event types to send' }),
  format: t.nullable(format(), "Format of the events; null for JSON of Vigil's own"),
  disabledAt: t.nullable(t.timestamp('Time it was disabled after failures; null while it works')),
  lastError: t.nullable(t.string('Error of the last attempt; null without one', 'Answered 500')),
  createdAt: t.timestamp('Time it was added'),
});

export const CreatedWebhook = t.record('CreatedWebhook', 'Created webhook', {
  ...Webhook.properties,
  secret: t.string(
    'Secret to verify signatures (Standard Webhooks); shown only once',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ),
});
