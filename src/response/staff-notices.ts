import type { NewEvent } from '../live/index.ts';
import { enqueue, isMuted, laneOf, ROUTINE_KINDS, workingChannels } from '../notify/index.ts';
import type { NotificationText } from '../notify/texts.ts';
import type { Queryable } from '../platform/database/database.ts';
import { staffMessage } from './messages.ts';
import { deleteStaffNotices, lockActive, putStaffNotice } from './store/staff-notices.ts';
import type { StaffNoticeKind } from './vocabulary.ts';

interface StaffNotice {
  /** Inactive accounts are left out; a person named twice hears it once. */
  readonly recipients: readonly string[];
  readonly kind: StaffNoticeKind;
  /** What it is about, such as one slot or one station: a later notice with the same subject replaces it on the board. */
  readonly subject: string;
  readonly wardId?: string | null;
  readonly text: NotificationText;
  /** When the board stops showing it. */
  readonly shownUntil: Date;
}

/**
 * Tells leads, admins or colleagues what needs their attention and is no alert (docs/home.md, "Notices to leads and
 * admins"): a line on the board, and a push by their routine channels. Runs in the transaction of the change; the
 * caller appends the returned events with its own, all at once (see EventLog), and broadcasts them after the commit.
 */
export async function tellStaff(
  q: Queryable,
  { recipients, kind, subject, wardId = null, text, shownUntil }: StaffNotice,
  at: Date,
): Promise<readonly NewEvent[]> {
  const people = await lockActive(q, [...new Set(recipients)]);
  if (people.length === 0) return [];
  const notices = await putStaffNotice(q, people, {
    kind,
    subject,
    wardId,
    ...text,
    timestamp: at,
    shownUntil,
  });
  const channels = (await workingChannels(q, people, ROUTINE_KINDS)).filter(
    (channel) => !isMuted(channel, null, at),
  );
  const messages = channels.map((channel) => ({
    fallId: null,
    to: { channelId: channel.id, personId: channel.userId },
    lane: laneOf(channel.kind, channel.target),
    message: staffMessage(text, { kind, wardId }, at),
  }));
  await enqueue(q, messages, at);
  return notices.map(
    ({ recipientId, ...data }): NewEvent => ({ recipientId, aboutId: recipientId, type: 'notice', data }),
  );
}

/** Takes notices from the boards: what they were about is over. */
export const endStaffNotices = async (q: Queryable, subjects: readonly string[]): Promise<void> => {
  if (subjects.length > 0) await deleteStaffNotices(q, subjects);
};
