import type { Organisation } from '../../accounts/index.ts';
import type { NewEvent } from '../../live/index.ts';
import {
  CHANNEL_KINDS,
  enqueue,
  isMuted,
  laneOf,
  ROUTINE_KINDS,
  workingChannels,
} from '../../notify/index.ts';
import type { StaffContent } from '../../notify/texts/content.ts';
import { notificationText } from '../../notify/texts/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Reader } from '../../platform/languages.ts';
import { staffMessage } from '../messages.ts';
import type { StaffNoticeKind } from '../vocabulary.ts';
import * as store from './store.ts';

interface StaffNotice {
  /** Inactive accounts are left out; a person named twice is notified once. */
  readonly recipients: readonly string[];
  /** Have it on their boards, and get no message. */
  readonly shownTo?: readonly string[];
  /** What it is about, such as one slot or one station: a later notice with the same subject replaces it on the board. */
  readonly subject: string;
  readonly wardId?: string | null;
  readonly content: StaffContent;
  /** When the board stops showing it. */
  readonly shownUntil: Date;
}

/** Knows how each recipient reads. */
type Readers = Pick<Organisation, 'readerOf'>;

const KINDS: Readonly<Record<StaffContent['about'], StaffNoticeKind>> = {
  'roster-gap': 'ROSTER_GAP',
  'swap-asked': 'ROSTER_SWAP',
  'swap-accepted': 'ROSTER_SWAP',
  'swap-declined': 'ROSTER_SWAP',
  'station-offline': 'STATION_OFFLINE',
  'pager-offline': 'PAGER_OFFLINE',
  'pin-locked': 'PIN_LOCKED',
  'clock-doubt': 'CLOCK_IN_DOUBT',
  'path-failed': 'PATH_FAILED',
  'path-restored': 'PATH_RESTORED',
  'neighbour-down': 'NEIGHBOUR_DOWN',
  'neighbour-back': 'NEIGHBOUR_BACK',
  'firmware-stopped': 'FIRMWARE_STOPPED',
  'sign-on-away': 'SIGN_ON_AWAY',
  'password-used': 'PASSWORD_USED',
};

/** docs/operations.md, "Path test": alerts may not arrive, so these go out by every channel, also in quiet hours. */
const URGENT: ReadonlySet<StaffNoticeKind> = new Set([
  'PATH_FAILED',
  'PATH_RESTORED',
  'NEIGHBOUR_DOWN',
  'NEIGHBOUR_BACK',
  // docs/single-sign-on.md, "Without passwords": somebody may have found the password of the day when all else fails.
  'PASSWORD_USED',
]);

/** The notice as its recipient reads it. */
function noticeOf({ content, formerText, language: _, ...notice }: store.StaffNoticeRow, reader: Reader) {
  const text = content === null ? formerText : notificationText(content, reader);
  return { ...notice, title: text?.title ?? '', body: text?.body ?? '' };
}

/**
 * Tells leads, admins or colleagues what needs their attention and is no alert (docs/home.md, "Notices to leads and
 * admins"): a line on the board, and a push by their routine channels. Runs in the transaction of the change; the
 * caller appends the returned events with its own, all at once (see EventLog), and broadcasts them after the commit.
 */
export async function notifyStaff(
  q: Queryable,
  { recipients, shownTo = [], subject, wardId = null, content, shownUntil }: StaffNotice,
  organisation: Readers,
  at: Date,
): Promise<readonly NewEvent[]> {
  const people = await store.lockActive(q, [...new Set([...recipients, ...shownTo])]);
  if (people.length === 0) return [];
  const messaged = people.filter((id) => recipients.includes(id));
  const kind = KINDS[content.about];
  const notices = await store.putStaffNotice(q, people, {
    kind,
    subject,
    wardId,
    content,
    timestamp: at,
    shownUntil,
  });
  const channels = URGENT.has(kind)
    ? await workingChannels(q, messaged, CHANNEL_KINDS)
    : (await workingChannels(q, messaged, ROUTINE_KINDS)).filter((channel) => !isMuted(channel, null, at));
  const messages = channels.map((channel) => ({
    fallId: null,
    to: { channelId: channel.id, personId: channel.userId },
    lane: laneOf(channel.kind, channel.target),
    message: staffMessage(content, { kind, wardId }, at),
  }));
  await enqueue(q, messages, at);
  return notices.map(({ recipientId, ...row }): NewEvent => {
    const data = noticeOf(row, organisation.readerOf(row.language));
    return { recipientId, aboutId: recipientId, type: 'notice', data };
  });
}

/** The lines on a person's board, newest first, in their language. */
export async function boardNoticesOf(
  q: Queryable,
  recipientId: string,
  organisation: Readers,
  at: Date,
  most: number,
) {
  const rows = await store.staffNoticesOf(q, recipientId, at, most);
  return rows.map((row) => noticeOf(row, organisation.readerOf(row.language)));
}

/** Takes notices from the boards: what they were about is over. */
export const endStaffNotices = async (q: Queryable, subjects: readonly string[]): Promise<void> => {
  if (subjects.length > 0) await store.deleteStaffNotices(q, subjects);
};
