import type { Role } from '../schemas/accounts.ts';
import type { Page } from '../schemas/paging.ts';
import type { Queryable } from './database.ts';
import { given, type ListSource, list } from './list.ts';

export interface Message {
  readonly id: string;
  readonly senderId: string;
  readonly recipientId: string;
  readonly content: string;
  readonly type: string;
  readonly read: boolean;
  readonly createdAt: Date;
}

export interface NewMessage {
  readonly senderId: string;
  readonly recipientId: string;
  readonly content: string;
  readonly type: string;
  readonly now: Date;
}

const COLUMNS = `id, sender_id AS "senderId", recipient_id AS "recipientId", content, type,
  read_at IS NOT NULL AS read, created_at AS "createdAt"`;

/** Throws a foreign key violation when the recipient does not exist (see isOrphan). */
export async function insertMessage(q: Queryable, message: NewMessage): Promise<Message> {
  const row = await q.row<Message>(
    `INSERT INTO messages (sender_id, recipient_id, content, type, created_at) VALUES ($1, $2, $3, $4, $5)
     RETURNING ${COLUMNS}`,
    [message.senderId, message.recipientId, message.content, message.type, message.now],
  );
  return row as Message;
}

export const findMessage = (q: Queryable, id: string) =>
  q.row<Message>(`SELECT ${COLUMNS} FROM messages WHERE id = $1`, [id]);

/** Idempotent: the first time is kept. */
export const markRead = (q: Queryable, id: string, now: Date) =>
  q.row<Message>(`UPDATE messages SET read_at = coalesce(read_at, $2) WHERE id = $1 RETURNING ${COLUMNS}`, [
    id,
    now,
  ]);

/** Each message twice, once for each participant, so that "sent or received" can be read in order from indexes. */
const SOURCE: ListSource = {
  columns: COLUMNS,
  from: `(SELECT *, sender_id AS participant, recipient_id AS partner, false AS received FROM messages
          UNION ALL SELECT *, recipient_id, sender_id, true FROM messages) m`,
  sortable: {
    senderId: 'sender_id',
    recipientId: 'recipient_id',
    content: 'content',
    type: 'type',
    read: '(read_at IS NOT NULL)',
  },
  time: 'created_at',
  id: 'id',
};
export const MESSAGE_SORTS = Object.keys(SOURCE.sortable);

export interface MessageFilter {
  readonly unreadOnly?: boolean | null | undefined;
  readonly conversationWith?: string | null | undefined;
}

export const listMessages = (q: Queryable, userId: string, page: Page, filter: MessageFilter) =>
  list<Message>(q, SOURCE, page, [
    ['participant = $?', userId],
    ...given(filter.conversationWith, (partner) => ['partner = $?', partner]),
    ...given(filter.unreadOnly || null, () => ['received AND read_at IS NULL']),
  ]);

/** Received and not read yet. */
export const countUnread = async (q: Queryable, userId: string): Promise<number> =>
  (
    await q.row<{ total: number }>(
      'SELECT count(*)::int AS total FROM messages WHERE recipient_id = $1 AND read_at IS NULL',
      [userId],
    )
  )?.total ?? 0;

/** Whether two people have written to each other, one way or the other. */
export const hasMessagesWith = async (q: Queryable, userId: string, partnerId: string): Promise<boolean> =>
  (await q.row(
    `SELECT 1 FROM messages WHERE (sender_id, recipient_id) IN (($1::uuid, $2::uuid), ($2::uuid, $1::uuid)) LIMIT 1`,
    [userId, partnerId],
  )) !== undefined;

export interface Conversation {
  readonly with: { readonly id: string; readonly name: string; readonly role: Role };
  readonly lastMessage: Message;
  readonly unread: number;
}

/** The newest message with everybody whom one has written to or heard from. */
export async function listConversations(q: Queryable, userId: string, most: number): Promise<Conversation[]> {
  const rows = await q.rows<Message & Pick<Conversation, 'with' | 'unread'>>(
    `SELECT l.*, json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name, 'role', u.role) AS with
     FROM (
       SELECT DISTINCT ON (partner) partner, ${COLUMNS},
         (count(*) FILTER (WHERE received AND read_at IS NULL) OVER (PARTITION BY partner))::int AS unread
       FROM ${SOURCE.from} WHERE participant = $1
       ORDER BY partner, created_at DESC, id
     ) l JOIN users u ON u.id = l.partner
     ORDER BY "createdAt" DESC, l.id LIMIT $2`,
    [userId, most],
  );
  return rows.map(({ with: partner, unread, id, senderId, recipientId, content, type, read, createdAt }) => ({
    with: partner,
    lastMessage: { id, senderId, recipientId, content, type, read, createdAt },
    unread,
  }));
}

/** All that one has received from somebody; answers how many were unread. */
export const markConversationRead = async (q: Queryable, userId: string, partnerId: string, now: Date) =>
  (
    await q.rows(
      `UPDATE messages SET read_at = $3 WHERE recipient_id = $1 AND sender_id = $2 AND read_at IS NULL
       RETURNING id`,
      [userId, partnerId, now],
    )
  ).length;
