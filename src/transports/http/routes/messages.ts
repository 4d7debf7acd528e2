import Type from 'typebox';
import type { Principal } from '../../../auth/sessions.ts';
import { Forbidden, InvalidInput, NotFound } from '../../../errors.ts';
import type { EventLog } from '../../../live/events.ts';
import { page, success } from '../../../schemas/envelope.ts';
import {
  Conversation,
  Message,
  messageFilter,
  NewMessage,
  ReadConversation,
} from '../../../schemas/messages.ts';
import { pageQuery, readPage } from '../../../schemas/paging.ts';
import { type Database, isOrphan } from '../../../storage/database.ts';
import {
  findMessage,
  insertMessage,
  listConversations,
  listMessages,
  MESSAGE_SORTS,
  type Message as MessageRow,
  markConversationRead,
  markRead,
} from '../../../storage/messages.ts';
import { findUser } from '../../../storage/users.ts';
import { found } from '../path-id.ts';
import { type Params, type Route, route } from '../route.ts';

export interface MessageRouteParts {
  readonly db: Database;
  readonly events: EventLog;
  readonly now: () => number;
}

const MOST_CONVERSATIONS = 200;

/** docs/contract.md, "Messages", and messages by whom they are with. */
export function messageRoutes({ db, events, now }: MessageRouteParts): readonly Route[] {
  const messageFor =
    (mayRead: (message: MessageRow, userId: string) => boolean) =>
    async ({ principal, params }: { principal: Principal; params: Params }): Promise<MessageRow> => {
      const message = await found('Message', params.id, (id) => findMessage(db, id));
      if (!mayRead(message, principal.userId)) throw new Forbidden();
      return message;
    };

  return [
    route({
      method: 'GET',
      path: '/messages',
      access: 'signed-in',
      limit: 'global',
      summary: 'Own messages, sent and received; `unreadOnly` those received and not read',
      query: pageQuery(messageFilter, MESSAGE_SORTS),
      status: 200,
      answer: page(Message),
      async handle({ principal, query }) {
        const { rows, pagination } = await listMessages(db, principal.userId, readPage(query), query);
        return { data: rows, pagination };
      },
    }),

    route({
      method: 'POST',
      path: '/messages',
      access: 'signed-in',
      limit: 'global',
      summary: 'Send a message to another user',
      body: NewMessage,
      status: 201,
      answer: success(Message),
      async handle({ principal, body }) {
        if (body.recipientId.toLowerCase() === principal.userId)
          throw new InvalidInput({ recipientId: 'must be somebody else' });
        const { recipientId, content, type } = body;
        const message = { senderId: principal.userId, recipientId, content, type: type ?? 'TEXT' };
        const { data, events: appended } = await db
          .transaction(async (q) => {
            const data = await insertMessage(q, { ...message, now: new Date(now()) });
            const people = { recipientId: data.recipientId, aboutId: data.senderId };
            return { data, events: await events.append(q, [{ ...people, type: 'message', data }]) };
          })
          .catch((error: unknown) => {
            throw isOrphan(error) ? new NotFound('Recipient') : error;
          });
        events.broadcast(appended);
        return { data };
      },
    }),

    route({
      method: 'GET',
      path: '/messages/:id',
      access: 'signed-in',
      limit: 'global',
      summary: 'A message; for its sender and its recipient',
      target: messageFor(
        ({ senderId, recipientId }, userId) => senderId === userId || recipientId === userId,
      ),
      status: 200,
      answer: success(Message),
      handle: ({ target }) => ({ data: target }),
    }),

    route({
      method: 'POST',
      path: '/messages/:id/read',
      access: 'signed-in',
      limit: 'global',
      summary: 'Mark a received message as read; again is harmless',
      target: messageFor(({ recipientId }, userId) => recipientId === userId),
      status: 200,
      answer: success(Message),
      async handle({ target }) {
        const data = await markRead(db, target.id, new Date(now()));
        if (data === undefined) throw new NotFound('Message');
        return { data };
      },
    }),

    route({
      method: 'GET',
      path: '/conversations',
      access: 'signed-in',
      limit: 'global',
      summary: `Whom one has messages with, at most ${MOST_CONVERSATIONS}, the newest first`,
      status: 200,
      answer: success(Type.Array(Conversation)),
      handle: async ({ principal }) => ({
        data: await listConversations(db, principal.userId, MOST_CONVERSATIONS),
      }),
    }),

    route({
      method: 'POST',
      path: '/conversations/:id/read',
      access: 'signed-in',
      limit: 'global',
      summary: 'Mark all that somebody has sent one as read; `id` is theirs',
      target: ({ params }) => found('User', params.id, (id) => findUser(db, id)),
      status: 200,
      answer: success(ReadConversation),
      handle: async ({ principal, target }) => ({
        data: { read: await markConversationRead(db, principal.userId, target.id, new Date(now())) },
      }),
    }),
  ];
}
