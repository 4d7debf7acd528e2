import type { NotificationText, StaffContent } from '../../notify/texts/content.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Language } from '../../platform/languages.ts';
import type { StaffNoticeKind } from '../vocabulary.ts';

export interface StaffNoticeRow {
  readonly id: string;
  readonly kind: StaffNoticeKind;
  readonly subject: string;
  readonly wardId: string | null;
  /** Null for a notice of an earlier version, which has its text instead. */
  readonly content: StaffContent | null;
  readonly formerText: NotificationText | null;
  readonly timestamp: Date;
  readonly shownUntil: Date;
  /** Of the recipient; null for that of the organisation. */
  readonly language: Language | null;
}

const COLUMNS = `id, kind, subject, ward_id AS "wardId", content,
  CASE WHEN content IS NULL THEN jsonb_build_object('title', title, 'body', body) END AS "formerText",
  created_at AS "timestamp", shown_until AS "shownUntil",
  (SELECT u.language FROM people_public u WHERE u.id = recipient_id) AS language`;

/** A notice with the same subject replaces the earlier one. Returns one row per recipient. */
export const putStaffNotice = (
  q: Queryable,
  recipientIds: readonly string[],
  {
    kind,
    subject,
    wardId,
    content,
    timestamp,
    shownUntil,
  }: Omit<StaffNoticeRow, 'id' | 'formerText' | 'language'>,
) =>
  q.rows<StaffNoticeRow & { recipientId: string }>(
    `INSERT INTO staff_notices (recipient_id, kind, subject, ward_id, content, created_at, shown_until)
     SELECT r.id, $2, $3, $4, $5, $6, $7 FROM unnest($1::uuid[]) AS r (id) ORDER BY r.id
     ON CONFLICT (recipient_id, subject) DO UPDATE SET kind = excluded.kind, ward_id = excluded.ward_id,
       content = excluded.content, title = NULL, body = NULL, created_at = excluded.created_at,
       shown_until = excluded.shown_until
     RETURNING recipient_id AS "recipientId", ${COLUMNS}`,
    [recipientIds, kind, subject, wardId, JSON.stringify(content), timestamp, shownUntil],
  );

/** The lines on a person's board, newest first. */
export const staffNoticesOf = (q: Queryable, recipientId: string, at: Date, most: number) =>
  q.rows<StaffNoticeRow>(
    `SELECT ${COLUMNS} FROM staff_notices WHERE recipient_id = $1 AND shown_until > $2
     ORDER BY created_at DESC, id LIMIT $3`,
    [recipientId, at, most],
  );

/** Whether anybody's board shows a notice with this subject. */
export const isNoticeShown = async (q: Queryable, subject: string, at: Date): Promise<boolean> =>
  (await q.row('SELECT FROM staff_notices WHERE subject = $1 AND shown_until > $2 LIMIT 1', [
    subject,
    at,
  ])) !== undefined;

export const deleteStaffNotices = (q: Queryable, subjects: readonly string[]) =>
  q.run('DELETE FROM staff_notices WHERE subject = ANY($1)', [subjects]);

export const deleteOtherNotices = (q: Queryable, kind: StaffNoticeKind, subjects: readonly string[]) =>
  q.run('DELETE FROM staff_notices WHERE kind = $1 AND subject <> ALL($2)', [kind, subjects]);

/** Deletes at most `most` notices whose time on the board was over before a time. */
export const purgeStaffNotices = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM staff_notices WHERE id IN
       (SELECT id FROM staff_notices WHERE shown_until < $1 ORDER BY shown_until LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );

/**
 * Which of these people have an active account; none of them is deleted before the transaction ends. Without waiting,
 * to keep the lock order of the caller: an account that is being deleted needs no notice.
 */
export const lockActive = (q: Queryable, ids: readonly string[]) =>
  q.column<string>(
    `SELECT id FROM people_public WHERE id = ANY($1) AND status = 'active' ORDER BY id FOR KEY SHARE SKIP LOCKED`,
    [ids],
  );

/** The active admins: they get what concerns no ward, or a ward without a lead. */
export const activeAdmins = (q: Queryable) =>
  q.column<string>(`SELECT id FROM people_public WHERE role = 'ADMIN' AND status = 'active' ORDER BY id`);
