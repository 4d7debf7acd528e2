import Type from 'typebox';
import * as t from '../../platform/schema/primitives.ts';

const NotifiedPerson = t.record('NotifiedPerson', 'Person who was notified of a fall', {
  id: t.id('ID of the person'),
  name: t.string('Name of the person', 'Ann Lee'),
  receivedAt: t.nullable(
    t.timestamp('Time when a device of the person first reported that it has the alert; null if none did'),
  ),
  sentAt: t.nullable(
    t.timestamp(
      'Time when a channel that cannot report receipts first took a notification; null if none did',
    ),
  ),
});

/** docs/response.md, "Receipts". */
export const notified = () =>
  Type.Array(NotifiedPerson, {
    description: 'People who were notified: those who have received it first, in the order of time',
  });

export const FallReceipts = t.record('FallReceipts', 'Who has received the alert of a fall', {
  fallId: t.id('ID of the fall'),
  notified: notified(),
});
