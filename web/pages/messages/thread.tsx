import { useEffect, useRef, useState } from 'preact/hooks';
import type { Message } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Loading } from '../../components/loading.tsx';
import { addToConversation } from '../../state/messages.ts';
import { user } from '../../state/session.ts';
import { messages } from '../../text/en/messages.ts';
import { dateAndTime } from '../../text/words.ts';
import { MAX_CHARACTERS } from './limits.ts';
import { useThread } from './use-thread.ts';

export function Thread({
  partnerId,
  name,
  canReply,
}: {
  readonly partnerId: string;
  readonly name: string;
  readonly canReply: boolean;
}) {
  const { shown, loaded, failure, hasEarlier, loadEarlier, add } = useThread(partnerId);
  const [draft, setDraft] = useState('');
  const section = useRef<HTMLElement>(null);
  const newest = shown.at(-1)?.id;
  useEffect(() => {
    // The newest message and the reply field are at the bottom.
    if (newest !== undefined) section.current?.scrollIntoView({ block: 'end' });
  }, [newest]);
  const submit = async () => {
    const reply = await api.post('/messages', { body: { recipientId: partnerId, content: draft } });
    if (reply.ok) {
      add(reply.data);
      addToConversation(reply.data);
      setDraft('');
    }
    return reply;
  };
  return (
    <section class="thread" aria-labelledby="thread" ref={section}>
      <p class="back">
        <a class="link" href="/messages">
          {messages.back}
        </a>
      </p>
      <h2 id="thread">{messages.with(name)}</h2>
      {(!loaded || failure !== undefined) && <Loading failure={failure} />}
      {hasEarlier && (
        <Button kind="quiet" onPress={loadEarlier}>
          {messages.earlier}
        </Button>
      )}
      {loaded && shown.length === 0 && failure === undefined && <p class="empty">{messages.empty(name)}</p>}
      <div class="log" role="log" aria-labelledby="thread">
        {shown.map((message) => (
          <Bubble key={message.id} message={message} name={name} />
        ))}
      </div>
      {canReply ? (
        <Form onSubmit={submit}>
          <TextField
            label={messages.message}
            name="content"
            rows={3}
            maxLength={MAX_CHARACTERS}
            value={draft}
            onInput={setDraft}
            required
          />
          <Button type="submit" kind="urgent">
            {messages.send}
          </Button>
        </Form>
      ) : (
        <p class="empty" role="status">
          {messages.cannotReply(name)}
        </p>
      )}
    </section>
  );
}

function Bubble({ message, name }: { readonly message: Message; readonly name: string }) {
  const isMine = message.senderId === user.value?.id;
  return (
    <div class={isMine ? 'bubble mine' : 'bubble'}>
      <p class="from">
        <strong>{isMine ? messages.mine : name}</strong>
        {' · '}
        <time dateTime={message.createdAt}>{dateAndTime(message.createdAt)}</time>
        {isMine && message.read && <span> · {messages.seen}</span>}
      </p>
      <p class="content">{message.content}</p>
    </div>
  );
}
