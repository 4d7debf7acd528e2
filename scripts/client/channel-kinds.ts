import { CHANNEL_KINDS, isRequired, kindOf } from '../../src/notify/channels/kinds.ts';

/**
 * The part of the table of kinds that a client needs to add and to list channels: names, the fields that a person fills
 * in, and the fields that tell channels of one kind apart.
 */
export const channelKindForms = () =>
  Object.fromEntries(
    CHANNEL_KINDS.map((kind) => {
      const { label, target } = kindOf(kind);
      const fields = Object.entries(target).flatMap(([name, { schema, input }]) =>
        input === undefined ? [] : [{ name, ...input, required: isRequired(schema) }],
      );
      const shown = Object.keys(target).filter((name) => target[name]?.isShown);
      return [kind, { label, fields, shown }];
    }),
  );

/** client/channel-kinds.ts, before it is formatted. */
export const channelKindsModule =
  (): string => `// Made by \`npm run client\` from src/notify/channels/kinds.ts; not to be edited.
import type { components } from './api.ts';

export type ChannelKind = components['schemas']['ChannelKind'];

/** A field of a new channel that a person fills in. */
export interface ChannelField {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'url' | 'email' | 'tel';
  readonly initial?: string;
  readonly required: boolean;
}

export interface ChannelKindForm {
  readonly label: string;
  readonly fields: readonly ChannelField[];
  /** The target's fields in a listed channel. */
  readonly shown: readonly string[];
}

/** The kinds of channels, in the order in which to offer them. */
export const CHANNEL_KINDS: Readonly<Record<ChannelKind, ChannelKindForm>> = ${JSON.stringify(channelKindForms(), null, 2)};
`;
