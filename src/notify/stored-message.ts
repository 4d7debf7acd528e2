import type { ChannelMessage } from './channels/channel.ts';

/** As it lies in the outbox: the rest of a message is known when it is sent. */
export type StoredMessage = Omit<ChannelMessage, 'id' | 'link' | 'claimLink' | 'timestamp'> & {
  readonly timestamp: Date | string;
  /** It asks the person to go: kinds with claim links add one. */
  readonly claimable: boolean;
};
