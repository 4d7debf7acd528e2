import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api/rest.ts';
import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { onFrame } from '../../state/connection.ts';
import { patient as text } from '../../text/en/patient.ts';

const { messages: words } = text;
const SHOWN = 5;

/** The latest messages with the resident, and a reply field. */
export function Conversation({ patientId, name }: { readonly patientId: string; readonly name: string }) {
  const { data, failure, reload } = useLoad('/messages', {
    query: { conversationWith: patientId, limit: SHOWN },
  });
  const [sent, setSent] = useState(0);
  useEffect(
    () =>
      onFrame('message', ({ data: { senderId } }) => {
        if (senderId === patientId) void reload();
      }),
    [patientId, reload],
  );
  const submit = async ({ content = '' }: Readonly<Record<string, string>>) => {
    const reply = await api.post('/messages', { body: { recipientId: patientId, content } });
    if (!reply.ok) return reply;
    setSent(sent + 1);
    await reload();
    return reply;
  };
  return (
    <Card title={words.title}>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : data.length === 0 ? (
        <p class="empty">{words.none}</p>
      ) : (
        <ul class="conversation">
          {[...data].reverse().map(({ id, senderId, content, createdAt }) => (
            <li key={id}>
              <p class="message-sender">
                <b>{senderId === patientId ? name : words.you}</b> <Ago at={createdAt} />
              </p>
              <p class="message-text">{content}</p>
            </li>
          ))}
        </ul>
      )}
      {/* Emptied once it is sent. */}
      <Form key={sent} onSubmit={submit}>
        <TextField label={words.field} name="content" rows={2} maxLength={5000} required />
        <div class="actions">
          <Button type="submit">{words.send}</Button>
          <a class="more" href="/messages">
            {words.all}
          </a>
        </div>
      </Form>
    </Card>
  );
}
