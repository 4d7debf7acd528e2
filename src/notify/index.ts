export { fallMessage, floodMessage, helpMessage } from './alert-texts.ts';
export type { ChannelMessage } from './channels/channel.ts';
export type { Channels } from './channels/channels.ts';
export { CHANNEL_KINDS, type ChannelKind, kindOf, kindsWhere, ROUTINE_KINDS } from './channels/kinds.ts';
export type { FeedEvent } from './feed-events.ts';
export { laneOf } from './lanes.ts';
export type { ClaimableMessage } from './outbox.ts';
export { isMuted } from './quiet-hours.ts';
export { dropMessagesOf, enqueue, type OutboxMessage, outboxBacklog } from './store/outbox.ts';
export { IS_WORKING, type NotificationChannel, workingChannels } from './store/personal-channels.ts';
export { webhooksFor } from './store/webhooks.ts';
export type { StoredMessage } from './stored-message.ts';
export {
  fallNotification,
  floodNotification,
  handOffNotification,
  type NotificationText,
  nobodyReachableNotification,
  shiftEndedNotification,
} from './texts.ts';
