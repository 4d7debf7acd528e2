import Type from 'typebox';
import { ROLES } from './accounts.ts';
import { boolean, id, oneOf, optional, record, timestamp } from './primitives.ts';

const MAX_CONTENT_LENGTH = 5000;
const MESSAGE_TYPES = ['TEXT'] as const;

export const NewMessage = record('NewMessage', {
  recipientId: id(),
  content: Type.String({
    maxLength: MAX_CONTENT_LENGTH,
    // At least one visible character, and no NUL, which PostgreSQL cannot store.
    pattern: '^(?=[\\s\\S]*\\S)[^\\u0000]*$',
    'x-says': `must be text of 1 to ${MAX_CONTENT_LENGTH} characters, not all blank, without NUL`,
  }),
  type: optional(oneOf(MESSAGE_TYPES)),
});

export const Message = record('Message', {
  id: id(),
  senderId: id(),
  recipientId: id(),
  content: Type.String(),
  type: oneOf(MESSAGE_TYPES),
  read: Type.Boolean(),
  createdAt: timestamp(),
});

export const messageFilter = { unreadOnly: optional(boolean()), conversationWith: optional(id()) };

export const Conversation = record('Conversation', {
  with: Type.Object({ id: id(), name: Type.String(), role: oneOf(ROLES) }),
  lastMessage: Message,
  unread: Type.Integer({ description: 'received from them and not read' }),
});

export const ReadConversation = record('ReadConversation', {
  read: Type.Integer({ description: 'how many were unread' }),
});
