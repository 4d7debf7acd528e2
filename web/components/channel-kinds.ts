import type { ChannelKind, ChannelKindState } from '../api/records.ts';
import { type Loaded, useLoad } from './load.ts';

/** The kinds of notification channels, and whether the service can send them. */
export const useChannelKinds = (): Loaded<readonly ChannelKindState[]> => useLoad('/profile/channel-kinds');

export const isOffered = (kinds: readonly ChannelKindState[], kind: ChannelKind): boolean =>
  kinds.some((one) => one.kind === kind && one.offered);
