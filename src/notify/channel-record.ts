import { type ChannelKind, TARGET_FIELDS } from './channels/kinds.ts';
import type { FallLevel } from './levels.ts';
import type { QuietHours } from './quiet-hours.ts';

interface StoredChannel {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly target: Readonly<Record<string, unknown>>;
  readonly minSeverity: FallLevel;
  readonly quietHours: QuietHours | null;
  readonly verifiedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
}

const SHOWN = Object.keys(TARGET_FIELDS).filter((name) => TARGET_FIELDS[name]?.isShown);

/** The view of a channel for its owner. Contains only fields marked as shown: never keys, tokens or secrets. */
export const channelOf = ({ target, ...channel }: StoredChannel) => ({
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
