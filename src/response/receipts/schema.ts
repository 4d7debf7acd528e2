import Type from 'typebox';
import * as t from '../../platform/schema/primitives.ts';
import { nextStepAt, step } from '../schema.ts';

const receivedAt = (what: string) =>
  t.nullable(
    t.timestamp(`Time when a device of the person first reported that it has ${what}; null if none did`),
  );

const sentAt = (what: string) =>
  t.nullable(
    t.timestamp(`Time when a channel that cannot report receipts first took ${what}; null if none did`),
  );

const OfferReceipts = t.record('OfferReceipts', 'Whether an offered claim has reached the person', {
  receivedAt: receivedAt('the offer'),
  sentAt: sentAt('the offer'),
});

const NotifiedPerson = t.record('NotifiedPerson', 'Person who was notified of a fall', {
  id: t.id('ID of the person'),
  name: t.string('Name of the person', 'Ann Lee'),
  receivedAt: receivedAt('the alert'),
  sentAt: sentAt('a notification'),
  offer: t.nullable(
    OfferReceipts,
    'For the person to whom the claim is offered, when a channel has taken the offer; else null',
  ),
});

/** docs/response.md, "Receipts". */
export const notified = () =>
  Type.Array(NotifiedPerson, {
    description: 'People who were notified: those who have received it first, in the order of time',
  });

export const FallReceipts = t.record(
  'FallReceipts',
  'Who has received the alert of a fall, and the escalation',
  {
    fallId: t.id('ID of the fall'),
    notified: notified(),
    step: step(),
    nextStepAt: nextStepAt(),
  },
);
