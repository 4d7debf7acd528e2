import type { ChannelMessage } from '../notify/channels/index.ts';
import {
  type ChannelKind,
  enqueue,
  enqueueClosings,
  type FeedEvent,
  isMuted,
  kindOf,
  laneOf,
  type NotificationChannel,
  type OutboxMessage,
  type StoredMessage,
  type webhooksByEvent,
  workingChannels,
} from '../notify/index.ts';
import type { NotificationContent, StaffContent } from '../notify/texts/content.ts';
import type { Queryable } from '../platform/database/database.ts';
import { responseOf } from './shown-response.ts';
import type { FallResponse } from './store/responses.ts';
import type { ResponseOutcome } from './vocabulary.ts';

/** docs/response.md, "Grouped notifications": programs and pagers get each fall separately. */
const isGathered = ({ kind }: NotificationChannel): boolean => {
  const { reader, isPerFall = false } = kindOf(kind);
  return reader === 'person' && !isPerFall;
};

/** What a message says about a fall. */
interface FallMessage {
  readonly type: ChannelMessage['type'];
  /** Null for programs. */
  readonly content: NotificationContent | null;
  readonly isReminder?: boolean;
  /** It asks the recipient to respond: it has a claim link. */
  readonly claimable?: boolean;
  /** It is grouped with others of its kind: docs/response.md, "Grouped notifications". */
  readonly gathers?: boolean;
}

const messageAbout = (
  fall: FallResponse,
  { type, content, isReminder = false, claimable = false }: FallMessage,
  at: Date,
): StoredMessage => ({
  type,
  fallId: fall.fallId,
  patientId: fall.patientId,
  patientName: fall.patientName,
  patientRoom: fall.patientRoom,
  level: fall.level,
  content,
  isReminder,
  response: responseOf(fall.response),
  ...extraOf(fall),
  timestamp: at,
  claimable,
});

/** Fields of webhooks that only some falls have. */
function extraOf({ isTest, response: { verification } }: FallResponse): Pick<StoredMessage, 'extra'> {
  if (!isTest && verification === null) return {};
  return {
    extra: { ...(isTest && { isTest }), ...(verification && { verification: verification.status }) },
  };
}

/** docs/response.md, "Closing messages". The title has the room, so that the message does not add it. */
const closingOf = (fall: FallResponse, outcome: ResponseOutcome, at: Date) => {
  const { fallId, patientName, patientRoom, isTest, response } = fall;
  const { resolvedBy } = response;
  const resolverName = resolvedBy?.name ?? null;
  const content = { about: 'closing', outcome, resolverName, isTest, patientName, patientRoom } as const;
  const message = { ...messageAbout(fall, { type: 'fall.alert', content }, at), patientRoom: null };
  return { fallId, message, exceptFor: resolvedBy?.id ?? null };
};

/** Tells those who were notified of these falls that they are resolved. */
export const sendClosings = (q: Queryable, falls: readonly FallResponse[], at: Date): Promise<void> =>
  enqueueClosings(
    q,
    falls.flatMap((fall) =>
      fall.response.outcome === null ? [] : [closingOf(fall, fall.response.outcome, at)],
    ),
    at,
  );

/** A message about a person or their wearable: not a fall, so without level and response. `extra` is for webhooks. */
export const messageAboutPerson = (
  type: 'device.status' | 'report.flood' | 'sensor.event' | 'morning.question',
  person: Pick<FallResponse, 'patientId' | 'patientName' | 'patientRoom'>,
  content: NotificationContent | null,
  at: Date,
  extra?: ChannelMessage['extra'],
): StoredMessage => ({
  type,
  fallId: null,
  ...person,
  level: null,
  content,
  isReminder: false,
  response: null,
  ...(extra && { extra }),
  timestamp: at,
  claimable: false,
});

/** A notice to a lead or an admin: about no patient. `extra` is for webhooks. */
export const staffMessage = (
  content: StaffContent,
  extra: ChannelMessage['extra'],
  at: Date,
): StoredMessage => ({
  type: 'staff.notice',
  fallId: null,
  patientId: null,
  patientName: null,
  patientRoom: null,
  level: null,
  content,
  isReminder: false,
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
  message: FallMessage,
  at: Date,
): OutboxMessage[] =>
  channels.map((channel) => ({
    fallId: fall.fallId,
    to: { channelId: channel.id, personId: channel.userId },
    lane: laneOf(channel.kind, channel.target),
    message: messageAbout(fall, message, at),
    ...(message.gathers && isGathered(channel) && { gatheredLevel: fall.level }),
  }));

/**
 * Tells people what concerns them in a response, at once and by all their channels: docs/response.md, "Hand-offs".
 * `kinds` are the configured ones.
 */
export async function notifyPeople(
  q: Queryable,
  fall: FallResponse,
  people: readonly string[],
  message: Pick<FallMessage, 'content' | 'claimable'>,
  { kinds, at }: { readonly kinds: readonly ChannelKind[]; readonly at: Date },
): Promise<void> {
  const channels = unmutedChannels(await workingChannels(q, people, kinds), fall, at);
  await enqueue(q, toChannels(fall, channels, { type: 'fall.alert', ...message }, at), at);
}

export type WebhooksByEvent = Awaited<ReturnType<typeof webhooksByEvent>>;

/** Sends to the organisation's event feeds at once, whatever the state of the fall; none of a test. */
export async function feed(
  q: Queryable,
  webhooksOf: WebhooksByEvent,
  type: FeedEvent,
  falls: readonly FallResponse[],
  at: Date,
): Promise<void> {
  const webhooks = webhooksOf(type);
  const real = falls.filter(({ isTest }) => !isTest);
  const messages = real.flatMap((fall) =>
    webhooks.map(({ id, url }) => ({
      fallId: fall.fallId,
      to: { webhookId: id },
      lane: laneOf('webhook', { url }),
      message: messageAbout(fall, { type, content: null }, at),
    })),
  );
  await enqueue(q, messages, at);
}
