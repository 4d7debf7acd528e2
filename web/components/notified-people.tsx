import type { BoardFall, Response } from '../api/records.ts';
import { slowNow } from '../state/clock.ts';
import { board } from '../text/en/board.ts';
import { nextCallText } from './response-text.ts';

export interface Notified {
  readonly notified: BoardFall['notified'];
}

/** More would hide the alert below them. */
const MOST_NAMES = 3;

const { notified: words } = board;

/**
 * Who has an open alert: those who have received it first by name, and of a large team the number of the others. Its
 * line is there before anybody has it, so that a receipt moves no button.
 */
export function NotifiedPeople({ of }: { readonly of: Notified & { readonly response: Response } }) {
  const { notified, response } = of;
  if (response.state === 'RESOLVED') return null;
  const received = notified.filter(({ receivedAt }) => receivedAt).length;
  const isLarge = notified.length > MOST_NAMES;
  const parts = notified.slice(0, isLarge ? Math.min(received, MOST_NAMES) : MOST_NAMES).map(textOf);
  if (received > MOST_NAMES) parts.push(`+${received - MOST_NAMES}`);
  if (isLarge && received < notified.length) parts.push(words.noReceipt(notified.length - received));
  return (
    <>
      {response.state !== 'CLAIMED' && <NextCall response={response} />}
      <p class="notified">{parts.join(' · ')}</p>
    </>
  );
}

/** Its line is there before escalation begins, so that a call moves no button. */
const NextCall = ({ response }: { readonly response: Response }) => (
  <p class="next-call">{nextCallText(response, slowNow(0).value)}</p>
);

const textOf = ({ name, receivedAt, sentAt }: Notified['notified'][number]): string =>
  receivedAt ? words.received(name, receivedAt) : sentAt ? words.sent(name, sentAt) : words.notReceived(name);
