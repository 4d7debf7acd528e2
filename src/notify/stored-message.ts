import type { ChannelMessage } from './channels/channel.ts';

/** As it lies in the outbox: the rest of a message is known when it is sent. */
export type StoredMessage = Omit<ChannelMessage, 'id' | 'link' | 'claimLink' | 'timestamp'> & {
  readonly timestamp: Date | string;
  /** ntfy and e-mail get a link that claims. */
  readonly claimable: boolean;
};
