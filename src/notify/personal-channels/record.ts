import { TARGET_FIELDS } from '../channels/kinds.ts';
import type { NotificationChannel } from './store.ts';

const SHOWN = Object.keys(TARGET_FIELDS).filter((name) => TARGET_FIELDS[name]?.isShown);

/** The view of a channel for its owner. Contains only fields marked as shown: never keys, tokens or secrets. */
export const channelOf = ({ target, ...channel }: Omit<NotificationChannel, 'userId'>) => ({
  id: channel.id,
  kind: channel.kind,
  ...Object.fromEntries(SHOWN.map((name) => [name, target[name] ?? null])),
  minSeverity: channel.minSeverity,
  quietHours: channel.quietHours,
  closing: channel.closing,
  ringsOnSilent: channel.ringsOnSilent,
  verifiedAt: channel.verifiedAt,
  disabledAt: channel.disabledAt,
  lastError: channel.lastError,
  createdAt: channel.createdAt,
});

/**
 * The view for a program. Whoever knows the topic of an ntfy server or the URL of a chat room can read or write there
 * without Vigil, also after the program's access token has ended.
 */
export const channelForProgram = (channel: Omit<NotificationChannel, 'userId'>) => ({
  ...channelOf(channel),
  url: null,
  topic: null,
  endpoint: null,
});
