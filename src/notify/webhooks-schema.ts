import Type from 'typebox';
import {
  id,
  nullable,
  optional,
  record,
  string,
  timestamp,
  vocabulary,
} from '../platform/schema/primitives.ts';
import { targetUrl } from './channels/target-field.ts';
import { FEED_EVENTS } from './feed-events.ts';
import { WEBHOOK_FORMATS } from './webhook-formats.ts';

const format = () =>
  vocabulary(
    'WebhookFormat',
    'Format of the events: `fhir` is a notification Bundle of FHIR R4',
    WEBHOOK_FORMATS,
  );

const feedEvent = () => vocabulary('FeedEvent', 'Event type', FEED_EVENTS);

export const NewWebhook = record('NewWebhook', 'New webhook of the organisation', {
  url: targetUrl('Target URL', 'https://example.org/hooks/vigil'),
  events: Type.Array(feedEvent(), {
    minItems: 1,
    maxItems: FEED_EVENTS.length,
    uniqueItems: true,
    description: 'Event types to send',
    'x-says': `must be a list of some of ${FEED_EVENTS.join(', ')}`,
  }),
  format: optional(format(), "Format of the events; without it JSON of Vigil's own"),
});

export const Webhook = record('Webhook', 'Webhook of the organisation', {
  id: id('ID of the webhook'),
  url: string('Target URL', 'https://example.org/hooks/vigil'),
  events: Type.Array(feedEvent(), { description: 'Event types to send' }),
  format: nullable(format(), "Format of the events; null for JSON of Vigil's own"),
  disabledAt: nullable(timestamp('Time it was disabled after failures; null while it works')),
  lastError: nullable(string('Error of the last attempt; null without one', 'Answered 500')),
  createdAt: timestamp('Time it was added'),
});

export const CreatedWebhook = record('CreatedWebhook', 'Created webhook', {
  ...Webhook.properties,
  secret: string(
    'Secret to verify signatures (Standard Webhooks); shown only once',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ),
});
