import { CHANNEL_KINDS, type ChannelField } from '../../client/channel-kinds.ts';
import type { ChannelKind } from './records.ts';

export const KINDS = Object.keys(CHANNEL_KINDS) as readonly ChannelKind[];

export const fieldsOf = (kind: ChannelKind): readonly ChannelField[] => CHANNEL_KINDS[kind].fields;

/** The target's fields in a listed channel. */
export const shownFieldsOf = (kind: ChannelKind): readonly string[] => CHANNEL_KINDS[kind].shown;

/** The page's own word for a kind, or else the label that the service has for it. */
export const wordFor = (kind: ChannelKind, words: Readonly<Partial<Record<ChannelKind, string>>>): string =>
  words[kind] ?? CHANNEL_KINDS[kind].label;
