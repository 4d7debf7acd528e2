/** What a module needs that sends messages of its own kinds. */

export { fallsSentTo, peopleWithNumber } from '../outbox/notified-numbers-store.ts';
export { answeredPages, findPage, ownersOfPager, type SentPage, settlePage } from '../outbox/pages-store.ts';
export { noteChannelError } from '../personal-channels/store.ts';
export { CODE_LIFETIME_MS } from '../personal-channels/verification-code.ts';
export { recordReceipts } from '../receipts/store.ts';
export { numberEvent } from '../webhooks/store.ts';
export { type Channel, type ChannelMessage, type DeliveryResult, httpResult } from './channel.ts';
export type { ModuleChannels } from './kinds.ts';
export { E164, type NumberTarget } from './number-targets.ts';
export type { PostOutcome, SafeRequest } from './safe-request.ts';
