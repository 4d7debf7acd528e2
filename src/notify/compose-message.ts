import { groupedBy } from '../platform/batching/group-by.ts';
import type { Reader } from '../platform/languages.ts';
import type { ChannelMessage } from './channels/channel.ts';
import { worstFirst } from './gathering.ts';
import type { LeasedMessage } from './store/outbox.ts';
import type { StoredMessage } from './stored-message.ts';
import { gatheredNotification, MAX_LISTED_FALLS } from './texts.ts';

/** Rows sent as one message: alerts of one channel, the worst fall first, or a single row. */
export type MessageBatch = readonly [LeasedMessage, ...LeasedMessage[]];

const storedOf = ({ message }: LeasedMessage): StoredMessage => message as StoredMessage;

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

/** The message for a batch: about its one fall, or a list of falls with their number. */
export function composeMessage(
  batch: MessageBatch,
  claimLinks: ReadonlyMap<string, string>,
  publicUrl: string,
  reader: Reader,
): ChannelMessage {
  const [worst, ...others] = batch;
  const { timestamp, ...said } = storedOf(worst);
  const linkOf = ({ fallId }: LeasedMessage): string =>
    fallId === null ? `${publicUrl}/` : `${publicUrl}/falls/${fallId}`;
  const one: ChannelMessage = {
    ...said,
    id: worst.batch ?? worst.id,
    link: linkOf(worst),
    claimLink: claimLinks.get(worst.id) ?? null,
    timestamp: new Date(timestamp),
    reader,
  };
  if (others.length === 0) return one;
  const falls = batch.map(storedOf);
  return {
    ...one,
    ...gatheredNotification(storedOf(worst), others.map(storedOf)),
    fallId: null,
    patientId: null,
    patientName: null,
    patientRoom: null,
    still: falls.every(({ still }) => still),
    response: null,
    link: `${publicUrl}/`,
    claimLink: null,
    gathered: {
      count: batch.length,
      falls: listedOf(batch).map((row) => ({
        title: storedOf(row).title,
        patientName: storedOf(row).patientName ?? '',
        link: linkOf(row),
        claimLink: claimLinks.get(row.id) ?? null,
      })),
    },
  };
}
