import { role, shownName } from '../../accounts/schema.ts';
import {
  boolean,
  count,
  id,
  optional,
  record,
  someText,
  string,
  timestamp,
  vocabulary,
} from '../../platform/schema/primitives.ts';

const MAX_CONTENT_LENGTH = 5000;
/** Maximum of the unread count, so that counting costs the same however many messages there are. */
export const MOST_UNREAD = 1000;
const messageType = () => vocabulary('MessageType', 'Kind of message', ['TEXT']);

export const NewMessage = record('NewMessage', 'A message to another user', {
  recipientId: id('ID of the recipient'),
  content: someText(MAX_CONTENT_LENGTH, 'Text of the message', 'I will look in at four.'),
  type: optional(messageType()),
});

export const Message = record('Message', 'A message between two users', {
  id: id('ID of the message'),
  senderId: id('ID of the sender'),
  recipientId: id('ID of the recipient'),
  content: string('Text of the message', 'I will look in at four.'),
  type: messageType(),
  read: boolean('True if the recipient has read the message', false),
  createdAt: timestamp('Time the message was sent'),
});

export const messageFilter = {
  unreadOnly: optional(boolean('Only unread received messages')),
  conversationWith: optional(id('Only messages to and from this user')),
};

const Correspondent = record('Correspondent', 'Other user of a conversation', {
  id: id('ID of the user'),
  name: shownName('the user'),
  role: role(),
});

export const Conversation = record('Conversation', 'Conversation with a user', {
  with: Correspondent,
  lastMessage: Message,
  canReply: boolean(
    'True if the caller may write to the user; false for a patient of another care team (CAREGIVERS_SEE)',
  ),
  unread: count(`Number of unread messages from the user, among the newest ${MOST_UNREAD} unread`, 0),
});

export const ReadConversation = record('ReadConversation', 'Result of marking a conversation as read', {
  read: count('Number of messages that were unread', 2),
});
