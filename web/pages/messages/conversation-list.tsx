import type { Failed } from '../../api/rest.ts';
import { Ago } from '../../components/ago.tsx';
import { Loading } from '../../components/loading.tsx';
import { conversations } from '../../state/messages.ts';
import { messages } from '../../text/en/messages.ts';

export function ConversationList({
  chosen,
  loaded,
  failure,
  retry,
}: {
  readonly chosen: string | undefined;
  readonly loaded: boolean;
  readonly failure: Failed | undefined;
  readonly retry: () => unknown;
}) {
  const ids = conversations.keys.value;
  return (
    <section class="conversations" aria-labelledby="conversations">
      <h2 id="conversations">{messages.conversations}</h2>
      {!loaded || failure !== undefined ? (
        <Loading failure={failure} retry={retry} />
      ) : (
        ids.length === 0 && <p class="empty">{messages.none}</p>
      )}
      <ul>
        {ids.map((id) => (
          <ConversationRow key={id} id={id} isChosen={id === chosen} />
        ))}
      </ul>
      {chosen !== undefined && (
        <p>
          <a class="link" href="/messages">
            {messages.write}
          </a>
        </p>
      )}
    </section>
  );
}

function ConversationRow({ id, isChosen }: { readonly id: string; readonly isChosen: boolean }) {
  const one = conversations.get(id)?.value;
  if (one === undefined) return null;
  const { content, senderId, createdAt } = one.lastMessage;
  return (
    <li>
      <a href={`/messages?with=${id}`} aria-current={isChosen ? 'true' : undefined}>
        <span class="who">
          {one.with.name}
          {one.unread > 0 && <strong class="new">{messages.unread(one.unread)}</strong>}
        </span>
        <span class="excerpt">{senderId === id ? content : messages.you(content)}</span>
        <span class="when">
          <Ago at={createdAt} />
        </span>
      </a>
    </li>
  );
}
