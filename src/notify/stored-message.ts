import type { ChannelMessage } from './channels/channel.ts';

/** A message as stored in the outbox: the other fields are added when it is sent. */
export type StoredMessage = Omit<ChannelMessage, 'id' | 'link' | 'claimLink' | 'timestamp' | 'reader'> & {
  readonly timestamp: Date | string;
  /** It asks the person to respond: kinds with claim links add one. */
  readonly claimable: boolean;
};
