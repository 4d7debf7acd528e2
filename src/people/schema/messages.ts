import { role, shownName } from '../../accounts/schema.ts';
import * as t from '../../platform/schema/primitives.ts';

const MAX_CONTENT_LENGTH = 5000;
/** Maximum of the unread count, so that counting costs the same however many messages there are. */
export const MOST_UNREAD = 1000;
const messageType = () => t.vocabulary('MessageType', 'Kind of message', ['TEXT']);

export const NewMessage = t.record('NewMessage', 'A message to another user', {
  recipientId: t.id('ID of the recipient'),
  content: t.someText(MAX_CONTENT_LENGTH, 'Text of the message', 'I will look in at four.'),
  type: t.optional(messageType()),
});

export const Message = t.record('Message', 'A message between two users', {
  id: t.id('ID of the message'),
  senderId: t.id('ID of the sender'),
  recipientId: t.id('ID of the recipient'),
  content: t.string('Text of the message', 'I will look in at four.'),
  type: messageType(),
  read: t.boolean('True if the recipient has read the message', false),
  createdAt: t.timestamp('Time the message was sent'),
});

export const messageFilter = {
  unreadOnly: t.optional(t.boolean('Only unread received messages')),
  conversationWith: t.optional(t.id('Only messages to and from this user')),
};

const Correspondent = t.record('Correspondent', 'Other user of a conversation', {
  id: t.id('ID of the user'),
  name: shownName('the user'),
  role: role(),
});

export const Conversation = t.record('Conversation', 'Conversation with a user', {
  with: Correspondent,
  lastMessage: Message,
  canReply: t.boolean(
    'True if the caller may write to the user; false for a patient of another care team (CAREGIVERS_SEE)',
  ),
  unread: t.count(`Number of unread messages from the user, among the newest ${MOST_UNREAD} unread`, 0),
});

export const ReadConversation = t.record('ReadConversation', 'Result of marking a conversation as read', {
  read: t.count('Number of messages that were unread', 2),
});
