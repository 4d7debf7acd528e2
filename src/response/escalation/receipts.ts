import { SECOND_MS } from '../../platform/time.ts';

/** docs/response.md, "Nobody received it". */
export interface StepNotification {
  readonly hasFailed: boolean;
  readonly isAccepted: boolean;
  readonly isReceived: boolean;
  /** Its channel reports what was received. */
  readonly givesReceipts: boolean;
  /** When it was sent, or will be if it is held back. */
  readonly sendAt: Date;
}

export type StepReceipts =
  /** A person has it, or perhaps has it. */
  | { readonly is: 'received' }
  | { readonly is: 'awaited'; readonly until: Date }
  | { readonly is: 'unreceived' }
  /** Nobody who was notified can come any more. */
  | { readonly is: 'left' };

/** As a trigger sets `receiptsDueAt` when everybody who was notified has left (sql/167). */
export const haveAllLeft = (receiptsDueAt: Date | null): boolean =>
  receiptsDueAt !== null && receiptsDueAt.getTime() <= 0;

/** What is known of the notifications of an escalation step. */
export function receiptsOf(
  notifications: readonly StepNotification[],
  receiptSeconds: number,
  now: Date,
): StepReceipts {
  const open = notifications.filter(({ hasFailed, isReceived }) => isReceived || !hasFailed);
  if (open.some(isPerhapsReceived)) return { is: 'received' };
  const wait = receiptSeconds * SECOND_MS;
  const ends = open.map(({ givesReceipts, sendAt }) => (givesReceipts ? sendAt : now).getTime() + wait);
  const until = Math.max(0, ...ends);
  return until <= now.getTime() ? { is: 'unreceived' } : { is: 'awaited', until: new Date(until) };
}

const isPerhapsReceived = ({ isReceived, isAccepted, givesReceipts }: StepNotification): boolean =>
  isReceived || (isAccepted && !givesReceipts);
