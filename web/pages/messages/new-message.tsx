import { useLocation } from 'preact-iso';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { namedOptions, SelectField, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { addToConversation } from '../../state/messages.ts';
import { user } from '../../state/session.ts';
import { messages } from '../../text/en/messages.ts';
import { MAX_CHARACTERS } from './limits.ts';
import type { Recipient } from './recipients.ts';

/** No default among several recipients, so that a message does not go to the wrong person. */
const CHOOSE = { value: '', label: messages.choose };

export function NewMessage({ recipients }: { readonly recipients: readonly Recipient[] }) {
  const { route } = useLocation();
  const submit = async ({ recipientId = '', content = '' }: Readonly<Record<string, string>>) => {
    const reply = await api.post('/messages', { body: { recipientId, content } });
    if (reply.ok) {
      addToConversation(reply.data);
      route(`/messages?with=${recipientId}`);
    }
    return reply;
  };
  const options = namedOptions(recipients);
  const isPatient = user.value?.role === 'PATIENT';
  return (
    <section class="thread">
      <h2>{messages.write}</h2>
      {isPatient && <p class="empty">{messages.notLive}</p>}
      {recipients.length === 0 ? (
        <p class="empty">{isPatient ? messages.noCaregivers : messages.noResidents}</p>
      ) : (
        <Form onSubmit={submit}>
          <SelectField
            label={messages.to}
            name="recipientId"
            options={[...(recipients.length > 1 ? [CHOOSE] : []), ...options]}
            required
          />
          <TextField label={messages.message} name="content" rows={4} maxLength={MAX_CHARACTERS} required />
          <Button type="submit" kind="urgent">
            {messages.send}
          </Button>
        </Form>
      )}
    </section>
  );
}
