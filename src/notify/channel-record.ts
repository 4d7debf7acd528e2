import type { ChannelKind } from './channels/kinds.ts';
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

/** What its owner sees of a channel. Keys, tokens and secrets are named nowhere here, so none is ever shown. */
export const channelOf = ({ target, ...channel }: StoredChannel) => ({
  id: channel.id,
  kind: channel.kind,
  endpoint: target.endpoint ?? null,
  address: target.address ?? null,
  url: target.url ?? null,
  topic: target.topic ?? null,
  minSeverity: channel.minSeverity,
  quietHours: channel.quietHours,
  verifiedAt: channel.verifiedAt,
  disabledAt: channel.disabledAt,
  lastError: channel.lastError,
  createdAt: channel.createdAt,
});
