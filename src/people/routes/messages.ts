import Type from 'typebox';
import { findUser } from '../../accounts/index.ts';
import type { CaregiversSee } from '../../accounts/permissions.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { isOrphan } from '../../platform/database/errors.ts';
import { Forbidden, InvalidInput, NotFound } from '../../platform/errors.ts';
import { found } from '../../platform/http/path-id.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type Params, type Route, route } from '../../platform/http/route.ts';
import { page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import { writableAmong } from '../access.ts';
import { Conversation, Message, messageFilter, NewMessage, ReadConversation } from '../schema/messages.ts';
import * as store from '../store/messages.ts';

/** Notifies the recipient of a message. */
interface MessageEvents {
  transaction<T>(
    work: (q: Queryable) => Promise<{ readonly result: T; readonly events: readonly MessageEvent[] }>,
  ): Promise<T>;
}

interface MessageEvent {
  readonly recipientId: string;
  readonly aboutId: string;
  readonly type: 'message';
  readonly data: store.MessageRow;
}

interface MessageRouteDeps {
  readonly db: Database;
  readonly events: MessageEvents;
  readonly config: { readonly caregiversSee: CaregiversSee };
  readonly now: () => number;
}

const MOST_CONVERSATIONS = 200;

/** docs/contract.md, "Messages", and conversations: messages grouped by correspondent. */
export function messageRoutes({
  db,
  events,
  config: { caregiversSee },
  now,
}: MessageRouteDeps): readonly Route[] {
  const messageFor =
    (mayRead: (message: store.MessageRow, userId: string) => boolean) =>
    async ({ principal, params }: { principal: Principal; params: Params }): Promise<store.MessageRow> => {
      const message = await found('Message', params.id, (id) => store.findMessage(db, id));
      if (!mayRead(message, principal.userId)) throw new Forbidden();
      return message;
    };

  /** Throws when the sender may not write to the recipient; skips the lookup when no rule restricts messages. */
  async function requireWritable(principal: Principal, recipientId: string): Promise<void> {
    if (caregiversSee === 'all') return;
    const recipient = await findUser(db, recipientId);
    if (recipient === undefined) throw new NotFound('Recipient');
    const { id: userId, role } = recipient;
    const writable = await writableAmong(db, caregiversSee, principal, [{ userId, role }]);
    if (!writable.has(userId)) throw notInCareTeam();
  }

  /** A user to whom the caller may write, or with whom the caller has messages. */
  async function correspondent({ principal, params }: { principal: Principal; params: Params }) {
    const user = await found('User', params.id, (id) => findUser(db, id));
    if (!(await store.hasMessagesWith(db, principal.userId, user.id)))
      await requireWritable(principal, user.id);
    return user;
  }

  return [
    route({
      operation: 'listMessages',
      at: 'GET /messages',
      access: 'signed-in',
      personal: true,
      summary: 'List your messages, sent and received. `unreadOnly` returns unread received messages.',
      query: pageQuery(messageFilter, store.MESSAGE_SORTS),
      reply: page(Message),
      async handle({ principal, query }) {
        const { rows, pagination } = await store.listMessages(db, principal.userId, readPage(query), query);
        return { data: rows, pagination };
      },
    }),

    route({
      operation: 'sendMessage',
      at: 'POST /messages',
      access: 'signed-in',
      scope: 'respond',
      personal: true,
      summary: 'Send a message to another user',
      body: NewMessage,
      status: 201,
      reply: success(Message),
      async handle({ principal, body, keepReply }) {
        if (body.recipientId.toLowerCase() === principal.userId)
          throw new InvalidInput({ recipientId: 'must be another user' });
        await requireWritable(principal, body.recipientId);
        const { recipientId, content, type } = body;
        const message = { senderId: principal.userId, recipientId, content, type: type ?? 'TEXT' };
        const data = await events
          .transaction(async (q) => {
            const data = await store.insertMessage(q, { ...message, now: new Date(now()) });
            if (data === undefined) throw new NotFound('Recipient');
            await keepReply?.(q, { data });
            const people = { recipientId: data.recipientId, aboutId: data.senderId };
            return { result: data, events: [{ ...people, type: 'message', data }] };
          })
          .catch((error: unknown) => {
            throw isOrphan(error) ? new NotFound('Recipient') : error;
          });
        return { data };
      },
    }),

    route({
      operation: 'getMessage',
      at: 'GET /messages/:id',
      access: 'signed-in',
      personal: true,
      summary: 'Get a message. For its sender and its recipient.',
      target: messageFor(
        ({ senderId, recipientId }, userId) => senderId === userId || recipientId === userId,
      ),
      reply: success(Message),
      handle: ({ target }) => ({ data: target }),
    }),

    route({
      operation: 'markMessageRead',
      at: 'POST /messages/:id/read',
      access: 'signed-in',
      scope: 'respond',
      personal: true,
      summary: 'Mark a received message as read. Idempotent.',
      target: messageFor(({ recipientId }, userId) => recipientId === userId),
      reply: success(Message),
      async handle({ target }) {
        const data = await store.markRead(db, target.id, new Date(now()));
        if (data === undefined) throw new NotFound('Message');
        return { data };
      },
    }),

    route({
      operation: 'listConversations',
      at: 'GET /conversations',
      access: 'signed-in',
      personal: true,
      summary: `List your conversations, newest first, at most ${MOST_CONVERSATIONS}`,
      reply: success(Type.Array(Conversation)),
      async handle({ principal }) {
        const conversations = await store.listConversations(db, principal.userId, MOST_CONVERSATIONS);
        const partners = conversations.map(({ with: { id, role } }) => ({ userId: id, role }));
        const writable = await writableAmong(db, caregiversSee, principal, partners);
        const data = conversations.map((one) => ({ ...one, canReply: writable.has(one.with.id) }));
        return { data };
      },
    }),

    route({
      operation: 'markConversationRead',
      at: 'POST /conversations/:id/read',
      access: 'signed-in',
      scope: 'respond',
      personal: true,
      summary: "Mark all messages from a user as read. `id` is the sender's ID.",
      target: correspondent,
      reply: success(ReadConversation),
      handle: async ({ principal, target }) => ({
        data: { read: await store.markConversationRead(db, principal.userId, target.id, new Date(now())) },
      }),
    }),
  ];
}

const notInCareTeam = () =>
  new Forbidden(
    'You can write to your care team, your colleagues and the admins; this person is none of them',
    { code: 'NOT_IN_CARE_TEAM' },
  );
