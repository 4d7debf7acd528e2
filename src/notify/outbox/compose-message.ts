import { groupedBy } from '../../platform/batching/group-by.ts';
import type { Reader } from '../../platform/languages.ts';
import type { ChannelMessage, Recipient } from '../channels/channel.ts';
import { kindOf } from '../channels/kinds.ts';
import { receiptOf } from '../receipts/receipt.ts';
import { briefText } from '../texts/brief.ts';
import type { NotificationText } from '../texts/content.ts';
import { gatheredNotification, MAX_LISTED_FALLS, notificationText } from '../texts/index.ts';
import { worstFirst } from './gathering.ts';
import type { LeasedMessage } from './store.ts';
import type { FormerMessage, StoredMessage } from './stored-message.ts';

/** Rows sent as one message: alerts of one channel, the worst fall first, or a single row. */
export type MessageBatch = readonly [LeasedMessage, ...LeasedMessage[]];

const storedOf = ({ message }: LeasedMessage): StoredMessage | FormerMessage =>
  message as StoredMessage | FormerMessage;

const FOR_PROGRAMS: NotificationText = { title: '', body: '' };

function textOf(stored: StoredMessage | FormerMessage, reader: Reader): NotificationText {
  if (!('content' in stored)) return stored;
  return stored.content === null ? FOR_PROGRAMS : notificationText(stored.content, reader);
}

const aboutOf = (stored: StoredMessage | FormerMessage): ChannelMessage['about'] =>
  'content' in stored ? (stored.content?.about ?? null) : null;

function briefOf(stored: StoredMessage | FormerMessage, reader: Reader): string {
  if (!('content' in stored)) return stored.title;
  return stored.content === null ? '' : briefText(stored.content, reader);
}

const byLevelAndTime = (a: LeasedMessage, b: LeasedMessage): number => {
  const [one, other] = [storedOf(a), storedOf(b)];
  return worstFirst(one, other) || Date.parse(String(one.timestamp)) - Date.parse(String(other.timestamp));
};

export function batchesOf(leased: readonly LeasedMessage[]): readonly MessageBatch[] {
  const keyOf = ({ batch, id }: LeasedMessage): string => batch ?? id;
  const rowsOf = groupedBy(leased, keyOf);
  return [...new Set(leased.map(keyOf))].flatMap((key) => {
    const [worst, ...others] = [...rowsOf(key)].sort(byLevelAndTime);
    return worst === undefined ? [] : [[worst, ...others] as const];
  });
}

/** The rows with a line of their own in the message, and therefore with a claim link. */
export const listedOf = (batch: MessageBatch): readonly LeasedMessage[] => batch.slice(0, MAX_LISTED_FALLS);

const recipientOf = ({ personId, channelId }: LeasedMessage): Recipient | null =>
  personId === null || channelId === null ? null : { personId, channelId };

/** The message for a batch: about its one fall, or a list of falls with their number. */
export function composeMessage(
  batch: MessageBatch,
  claimLinks: ReadonlyMap<string, string>,
  publicUrl: string,
  reader: Reader,
  receiptKey: Buffer,
): ChannelMessage {
  const [worst, ...others] = batch;
  const stored = storedOf(worst);
  const { type, fallId, patientId, patientName, patientRoom, level, isReminder, response, extra } = stored;
  const linkOf = (row: LeasedMessage): string =>
    row.fallId === null ? `${publicUrl}/` : `${publicUrl}/falls/${row.fallId}`;
  const id = worst.batch ?? worst.id;
  const one: ChannelMessage = {
    type,
    about: aboutOf(stored),
    fallId,
    patientId,
    patientName,
    patientRoom,
    level,
    isReminder,
    response,
    ...(extra && { extra }),
    ...textOf(stored, reader),
    brief: briefOf(stored, reader),
    id,
    link: linkOf(worst),
    claimable: stored.claimable,
    claimLink: claimLinks.get(worst.id) ?? null,
    timestamp: new Date(stored.timestamp),
    reader,
    recipient: recipientOf(worst),
    fallIds: batch.flatMap(({ fallId: id }) => (id === null ? [] : [id])),
    attempt: worst.attempts + 1,
    receipt: kindOf(worst.kind).carriesReceipt ? receiptOf(receiptKey, id) : null,
  };
  if (others.length === 0) return one;
  const written = (row: LeasedMessage) => ({ ...storedOf(row), ...textOf(storedOf(row), reader) });
  return {
    ...one,
    ...gatheredNotification(written(worst), others.map(written), reader.language),
    fallId: null,
    patientId: null,
    patientName: null,
    patientRoom: null,
    isReminder: batch.every((row) => storedOf(row).isReminder),
    response: null,
    link: `${publicUrl}/`,
    claimLink: null,
    gathered: {
      count: batch.length,
      falls: listedOf(batch).map((row) => ({
        title: written(row).title,
        patientName: storedOf(row).patientName ?? '',
        patientRoom: storedOf(row).patientRoom,
        link: linkOf(row),
        claimLink: claimLinks.get(row.id) ?? null,
      })),
    },
  };
}
