import { Card } from '../../components/card.tsx';
import { unread } from '../../state/messages.ts';
import { patientHome } from '../../text/en/patient-home.ts';

export function Messages() {
  const count = unread.value;
  return (
    <Card title={patientHome.messages}>
      <p aria-live="polite">{count === 0 ? patientHome.noMessages : patientHome.newMessages(count)}</p>
      <a class={count === 0 ? 'button' : 'button urgent'} href="/messages">
        {patientHome.readMessages}
      </a>
    </Card>
  );
}
