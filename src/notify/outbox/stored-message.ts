import type { ChannelMessage } from '../channels/channel.ts';
import type { NotificationContent, NotificationText } from '../texts/content.ts';

type AddedWhenSent =
  | 'id'
  | 'about'
  | 'title'
  | 'body'
  | 'brief'
  | 'link'
  | 'claimLink'
  | 'timestamp'
  | 'reader'
  | 'recipient'
  | 'fallIds'
  | 'attempt'
  | 'receipt';

/** A message as stored in the outbox: the other fields are added when it is sent. */
export type StoredMessage = Omit<ChannelMessage, AddedWhenSent> & {
  /** Null for a message that only programs read. */
  readonly content: NotificationContent | null;
  readonly timestamp: Date | string;
};

/** A message that an earlier version stored before an upgrade, with its English text. */
export type FormerMessage = Omit<StoredMessage, 'content'> & NotificationText;
