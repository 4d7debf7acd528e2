import { Card } from '../../components/card.tsx';
import { unread } from '../../state/messages.ts';
import { own } from '../../text/en/patient-home.ts';

export function Mail() {
  const count = unread.value;
  return (
    <Card title={own.messages}>
      <p aria-live="polite">{count === 0 ? own.noMessages : own.newMessages(count)}</p>
      <a class={count === 0 ? 'button' : 'button urgent'} href="/messages">
        {own.readMessages}
      </a>
    </Card>
  );
}
