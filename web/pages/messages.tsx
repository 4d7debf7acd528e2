import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Failed } from '../api/rest.ts';
import { Page } from '../components/page.tsx';
import { onFrame } from '../state/connection.ts';
import { addToConversation, conversations, loadConversations } from '../state/messages.ts';
import { messages } from '../text/en/messages.ts';
import { ConversationList } from './messages/conversation-list.tsx';
import { NewMessage } from './messages/new-message.tsx';
import { useRecipients } from './messages/recipients.ts';
import { Thread } from './messages/thread.tsx';

/** `/messages?with=<id>` shows one conversation; `/messages` lists all of them. */
export default function Messages() {
  const { query } = useLocation();
  const [failure, setFailure] = useState<Failed>();
  const [loaded, setLoaded] = useState(false);
  const recipients = useRecipients();
  const load = async () => {
    const reply = await loadConversations();
    setFailure(reply.ok ? undefined : reply);
    setLoaded(true);
  };
  useEffect(() => {
    void load();
    return onFrame('message', ({ data }) => addToConversation(data));
  }, []);
  const { with: partnerId } = query;
  const name =
    partnerId === undefined
      ? undefined
      : (conversations.get(partnerId)?.value.with.name ??
        recipients.find(({ id }) => id === partnerId)?.name ??
        messages.unknownPerson);
  return (
    <Page title={messages.title}>
      <div class={partnerId === undefined ? 'messages' : 'messages open'}>
        <ConversationList chosen={partnerId} loaded={loaded} failure={failure} retry={load} />
        {partnerId === undefined || name === undefined ? (
          <NewMessage recipients={recipients} />
        ) : (
          <Thread
            key={partnerId}
            partnerId={partnerId}
            name={name}
            canReply={conversations.get(partnerId)?.value.canReply ?? true}
          />
        )}
      </div>
    </Page>
  );
}
