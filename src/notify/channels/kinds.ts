export const CHANNEL_KINDS = ['webpush', 'email', 'ntfy', 'webhook'] as const;

export type ChannelKind = (typeof CHANNEL_KINDS)[number];
