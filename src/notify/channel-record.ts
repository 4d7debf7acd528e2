import { TARGET_FIELDS } from './channels/kinds.ts';
import type { NotificationChannel } from './store/personal-channels.ts';

const SHOWN = Object.keys(TARGET_FIELDS).filter((name) => TARGET_FIELDS[name]?.isShown);

/** The view of a channel for its owner. Contains only fields marked as shown: never keys, tokens or secrets. */
export const channelOf = ({ target, ...channel }: Omit<NotificationChannel, 'userId'>) => ({
  id: channel.id,
  kind: channel.kind,
  ...Object.fromEntries(SHOWN.map((name) => [name, target[name] ?? null])),
  minSeverity: channel.minSeverity,
  quietHours: channel.quietHours,
  verifiedAt: channel.verifiedAt,
  disabledAt: channel.disabledAt,
  lastError: channel.lastError,
  createdAt: channel.createdAt,
});
