import {
  type ChannelMessage,
  enqueue,
  type FeedEvent,
  isMuted,
  kindOf,
  laneOf,
  type NotificationChannel,
  type OutboxMessage,
  type StoredMessage,
  webhooksFor,
} from '../notify/index.ts';
import type { NotificationText } from '../notify/texts.ts';
import type { Queryable } from '../platform/database/database.ts';
import { responseOf } from './states.ts';
import type { FallResponse } from './store/responses.ts';

/** docs/response.md, "Grouped notifications": programs get each fall separately. */
const isGathered = ({ kind }: NotificationChannel): boolean => kindOf(kind).reader === 'person';

/** The text about a fall, worded for the occasion. */
interface FallText extends NotificationText {
  readonly type: ChannelMessage['type'];
  readonly still?: boolean;
  /** It asks the recipient to respond: it has a claim link and is grouped with others of its kind. */
  readonly claimable?: boolean;
}

const messageAbout = (
  fall: FallResponse,
  { type, title, body, still = false, claimable = false }: FallText,
  at: Date,
): StoredMessage => ({
  type,
  fallId: fall.fallId,
  patientId: fall.patientId,
  patientName: fall.patientName,
  patientRoom: fall.patientRoom,
  level: fall.level,
  title,
  body,
  still,
  response: responseOf(fall.response),
  timestamp: at,
  claimable,
});

/** A message about a person or their wearable: not a fall, so without level and response. `extra` is for webhooks. */
export const messageAboutPerson = (
  type: 'device.status' | 'report.flood',
  person: Pick<FallResponse, 'patientId' | 'patientName' | 'patientRoom'>,
  { title, body }: NotificationText,
  at: Date,
  extra?: ChannelMessage['extra'],
): StoredMessage => ({
  type,
  fallId: null,
  ...person,
  level: null,
  title,
  body,
  still: false,
  response: null,
  ...(extra && { extra }),
  timestamp: at,
  claimable: false,
});

/** A notice to a lead or an admin: about no patient. `extra` is for webhooks. */
export const staffMessage = (
  { title, body }: NotificationText,
  extra: ChannelMessage['extra'],
  at: Date,
): StoredMessage => ({
  type: 'staff.notice',
  fallId: null,
  patientId: null,
  patientName: null,
  patientRoom: null,
  level: null,
  title,
  body,
  still: false,
  response: null,
  ...(extra && { extra }),
  timestamp: at,
  claimable: false,
});

/** A person's channels that are not muted for this fall now. */
export const unmutedChannels = (
  channels: readonly NotificationChannel[],
  fall: FallResponse,
  at: Date,
): readonly NotificationChannel[] => channels.filter((channel) => !isMuted(channel, fall.level, at));

export const toChannels = (
  fall: FallResponse,
  channels: readonly NotificationChannel[],
  text: FallText,
  at: Date,
): OutboxMessage[] =>
  channels.map((channel) => ({
    fallId: fall.fallId,
    to: { channelId: channel.id, personId: channel.userId },
    lane: laneOf(channel.kind, channel.target),
    message: messageAbout(fall, text, at),
    ...(text.claimable && isGathered(channel) && { gatheredLevel: fall.level }),
  }));

/** Sends to the organisation's event feeds at once, whatever the state of the fall. */
export async function feed(
  q: Queryable,
  type: FeedEvent,
  falls: readonly FallResponse[],
  text: (fall: FallResponse) => NotificationText,
  at: Date,
): Promise<void> {
  if (falls.length === 0) return;
  const webhooks = await webhooksFor(q, type);
  const messages = falls.flatMap((fall) =>
    webhooks.map(({ id, url }) => ({
      fallId: fall.fallId,
      to: { webhookId: id },
      lane: laneOf('webhook', { url }),
      message: messageAbout(fall, { type, ...text(fall) }, at),
    })),
  );
  await enqueue(q, messages, at);
}
