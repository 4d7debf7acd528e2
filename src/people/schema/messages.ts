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
  recipientId: id('Of whom it is for'),
  content: someText(MAX_CONTENT_LENGTH, 'What it says', 'I will look in at four.'),
  type: optional(messageType()),
});

export const Message = record('Message', 'A message between two users', {
  id: id('Of the message'),
  senderId: id('Of whoever wrote it'),
  recipientId: id('Of whom it is for'),
  content: string('What it says', 'I will look in at four.'),
  type: messageType(),
  read: boolean('The recipient has read it', false),
  createdAt: timestamp('When it was written'),
});

export const messageFilter = {
  unreadOnly: optional(boolean('Only messages that were received and not read')),
  conversationWith: optional(id('Only messages to and from this user')),
};

const Correspondent = record('Correspondent', 'Whom one has messages with', {
  id: id('Of the user'),
  name: shownName('the user'),
  role: role(),
});

export const Conversation = record('Conversation', 'The messages with somebody', {
  with: Correspondent,
  lastMessage: Message,
  canReply: boolean(
    'The caller may write to them; false for a patient of another care team (CAREGIVERS_SEE)',
  ),
  unread: count(
    `Messages that were received from them and not read, among the newest ${MOST_UNREAD} unread`,
    0,
  ),
});

export const ReadConversation = record('ReadConversation', 'That a conversation was read', {
  read: count('How many messages were unread until now', 2),
});
