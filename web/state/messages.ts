import { signal } from '@preact/signals';
import type { Conversation, Frames, Message } from '../api/records.ts';
import { type Answered, api } from '../api/rest.ts';
import { createKeyed } from './keyed.ts';
import { user } from './session.ts';

/** The number of the user's unread messages. */
export const unread = signal(0);

/** Counts the changes of `unread` on this page. */
let changes = 0;

function changeUnread(by: number): void {
  changes += 1;
  unread.value = Math.max(0, unread.peek() + by);
}

/**
 * Call it before the request for the unread count, and the returned function with the reply. If a message came or was read
 * in between, the reply may be out of date, and the count is loaded again.
 */
export function askUnread(): (reply: number) => void {
  const before = changes;
  return (reply) => {
    if (changes === before) unread.value = reply;
    else void loadUnread();
  };
}

export async function loadUnread(): Promise<void> {
  const putUnread = askUnread();
  const reply = await api.get('/messages', { query: { unreadOnly: true, limit: 1 } });
  if (reply.ok) putUnread(reply.pagination.total);
}

export function putMessage({ data }: Frames['message']): void {
  if (data.recipientId === user.value?.id && !data.read) changeUnread(1);
}

const newestFirst = (a: Conversation, b: Conversation): number =>
  b.lastMessage.createdAt.localeCompare(a.lastMessage.createdAt) || (a.with.id < b.with.id ? -1 : 1);

/** The user's conversations; loaded by the pages that show them. */
export const conversations = createKeyed<Conversation>((one) => one.with.id, newestFirst);

export async function loadConversations(): Promise<Answered<readonly Conversation[]>> {
  const reply = await api.get('/conversations');
  if (reply.ok) conversations.replace(reply.data);
  return reply;
}

const partnerOf = ({ senderId, recipientId }: Message): string =>
  senderId === user.peek()?.id ? recipientId : senderId;

/** Adds a sent or received message. The name of a new partner is unknown, so all conversations are loaded again. */
export function addToConversation(message: Message): void {
  const id = partnerOf(message);
  if (conversations.peek(id) === undefined) return void loadConversations();
  const isNew = message.senderId === id && !message.read;
  conversations.change(id, (one) => ({
    ...one,
    lastMessage: message,
    unread: one.unread + (isNew ? 1 : 0),
  }));
}

/** Marks all messages of a partner as read. */
export async function markRead(partnerId: string): Promise<void> {
  const reply = await api.post('/conversations/{id}/read', { path: { id: partnerId } });
  if (!reply.ok) return;
  changeUnread(-reply.data.read);
  conversations.change(partnerId, (one) => ({ ...one, unread: 0 }));
}
