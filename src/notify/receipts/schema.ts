import * as t from '../../platform/schema/primitives.ts';

export const RECEIPT_STATES = ['received', 'opened'] as const;

const MAX_RECEIPT_LENGTH = 200;

export const ReceiptRequest = t.record('ReceiptRequest', 'What a device has done with a notification', {
  receipt: t.anyText(
    MAX_RECEIPT_LENGTH,
    '`receipt` of the push message',
    'IRb6gqlSQmyfNd5w0CTWTxLkUYpgVm5j2yPdEqEBNeCQ1PyNdcYp0zE4T1QJzi2s',
    1,
  ),
  state: t.oneOf(
    RECEIPT_STATES,
    '`received`: the device shows the notification; `opened`: the person has opened it',
  ),
});
