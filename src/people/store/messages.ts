import type { Queryable } from '../../platform/database/database.ts';
import { countRows, given, type ListSource, list } from '../../platform/database/list.ts';
import type { Role } from '../../platform/http/principal.ts';
import type { Page } from '../../platform/schema/paging.ts';
import { MOST_UNREAD } from '../schema/messages.ts';

export interface MessageRow {
  readonly id: string;
  readonly senderId: string;
  readonly recipientId: string;
  readonly content: string;
  readonly type: string;
  readonly read: boolean;
  readonly createdAt: Date;
}

interface NewMessageRow {
  readonly senderId: string;
  readonly recipientId: string;
  readonly content: string;
  readonly type: string;
  readonly now: Date;
}

const COLUMNS = `id, sender_id AS "senderId", recipient_id AS "recipientId", content, type,
  read_at IS NOT NULL AS read, created_at AS "createdAt"`;

/** Throws a foreign key violation when the recipient does not exist (see isOrphan). */
/** Undefined if the recipient does not exist, or is a service account, which reads no messages. */
export const insertMessage = (q: Queryable, message: NewMessageRow): Promise<MessageRow | undefined> =>
  q.row<MessageRow>(
    `INSERT INTO messages (sender_id, recipient_id, content, type, created_at)
     SELECT $1, id, $3, $4, $5 FROM people_public WHERE id = $2 AND role <> 'SERVICE' RETURNING ${COLUMNS}`,
    [message.senderId, message.recipientId, message.content, message.type, message.now],
  );

export const findMessage = (q: Queryable, id: string) =>
  q.row<MessageRow>(`SELECT ${COLUMNS} FROM messages WHERE id = $1`, [id]);

/** Idempotent: keeps the time of the first call. */
export const markRead = (q: Queryable, id: string, now: Date) =>
  q.row<MessageRow>(
    `UPDATE messages SET read_at = coalesce(read_at, $2) WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, now],
  );

/** Each message twice, once per participant, so that "sent or received" can be read in order from indexes. */
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

interface MessageFilter {
  readonly unreadOnly?: boolean | null | undefined;
  readonly conversationWith?: string | null | undefined;
}

export const listMessages = (q: Queryable, userId: string, page: Page, filter: MessageFilter) =>
  list<MessageRow>(q, SOURCE, page, [
    ['participant = $?', userId],
    ...given(filter.conversationWith, (partner) => ['partner = $?', partner]),
    ...given(filter.unreadOnly || null, () => ['received AND read_at IS NULL']),
  ]);

/** Unread messages to `$1`; the newest MOST_UNREAD. */
const UNREAD = `SELECT sender_id FROM messages WHERE recipient_id = $1 AND read_at IS NULL
  ORDER BY created_at DESC, id LIMIT ${MOST_UNREAD}`;

export async function countUnread(q: Queryable, userId: string): Promise<number> {
  const sql = `SELECT count(*)::int AS total FROM (${UNREAD}) newest`;
  return (await q.value<number>(sql, [userId])) ?? 0;
}

/** Whether two users have exchanged messages, in either direction. */
export const hasMessagesWith = async (q: Queryable, userId: string, partnerId: string): Promise<boolean> =>
  (await q.row(
    `SELECT 1 FROM messages WHERE (sender_id, recipient_id) IN (($1::uuid, $2::uuid), ($2::uuid, $1::uuid)) LIMIT 1`,
    [userId, partnerId],
  )) !== undefined;

interface ConversationRow {
  readonly with: { readonly id: string; readonly name: string; readonly role: Role };
  readonly lastMessage: MessageRow;
  readonly unread: number;
}

const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * All users on the `other` side of `$1`'s messages: one lookup in the index on both users for each of them, however
 * many messages there are. Compares and orders by whole pairs, because only that index serves this.
 */
const partners = (name: string, own: string, other: string): string =>
  `${name} (partner) AS (
     SELECT '${NIL}'::uuid
     UNION ALL
     SELECT n.partner FROM ${name} CROSS JOIN LATERAL (
       SELECT ${own} AS own, ${other} AS partner FROM messages WHERE (${own}, ${other}) > ($1, ${name}.partner)
       ORDER BY ${own}, ${other} LIMIT 1
     ) n WHERE n.own = $1
   )`;

/** A range of one pair, for the same reason. */
const newestMessage = (from: string, to: string): string =>
  `(SELECT * FROM messages WHERE (sender_id, recipient_id) >= (${from}, ${to}) AND (sender_id, recipient_id) <= (${from}, ${to})
    ORDER BY sender_id, recipient_id, created_at DESC, id LIMIT 1)`;

/** The newest message of each conversation of the user. */
export async function listConversations(
  q: Queryable,
  userId: string,
  most: number,
): Promise<ConversationRow[]> {
  const rows = await q.rows<MessageRow & Pick<ConversationRow, 'with' | 'unread'>>(
    `WITH RECURSIVE ${partners('written', 'sender_id', 'recipient_id')}, ${partners('received', 'recipient_id', 'sender_id')},
     latest AS (
       SELECT p.partner, m.* FROM (SELECT partner FROM written UNION SELECT partner FROM received) p
         CROSS JOIN LATERAL (
           SELECT * FROM (${newestMessage('$1', 'p.partner')} UNION ALL ${newestMessage('p.partner', '$1')}) two
           ORDER BY created_at DESC, id LIMIT 1
         ) m
       ORDER BY m.created_at DESC, m.id LIMIT $2
     ),
     unread AS (SELECT sender_id, count(*)::int AS total FROM (${UNREAD}) newest GROUP BY sender_id)
     SELECT l.id, l.sender_id AS "senderId", l.recipient_id AS "recipientId", content, type, read_at IS NOT NULL AS read,
       l.created_at AS "createdAt", coalesce(n.total, 0) AS unread,
       json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name, 'role', u.role) AS with
     FROM latest l JOIN people_public u ON u.id = l.partner
       LEFT JOIN unread n ON n.sender_id = l.partner
     ORDER BY l.created_at DESC, l.id`,
    [userId, most],
  );
  return rows.map(({ with: partner, unread, id, senderId, recipientId, content, type, read, createdAt }) => ({
    with: partner,
    lastMessage: { id, senderId, recipientId, content, type, read, createdAt },
    unread,
  }));
}

/** Marks all messages from the partner as read; returns how many were unread. */
export const markConversationRead = async (q: Queryable, userId: string, partnerId: string, now: Date) =>
  (
    await q.rows(
      `UPDATE messages SET read_at = $3 WHERE recipient_id = $1 AND sender_id = $2 AND read_at IS NULL
       RETURNING id`,
      [userId, partnerId, now],
    )
  ).length;

/**
 * Deletes messages sent before this time, read or not: at most `most`, skipping rows that another instance is
 * deleting; returns the count.
 */
export const purgeMessages = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM messages WHERE id IN (
       SELECT id FROM messages WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );

export const countMessagesBefore = (q: Queryable, before: Date) =>
  countRows(q, 'messages WHERE created_at < $1', [before]);
