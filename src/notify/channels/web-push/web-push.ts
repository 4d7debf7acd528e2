import { createHash } from 'node:crypto';
import Type from 'typebox';
import { record } from '../../../platform/schema/primitives.ts';
import { type Channel, type ChannelMessage, httpResult, isQuiet } from '../channel.ts';
import type { SafeRequest } from '../safe-request.ts';
import { type TargetFields, urlField } from '../target-field.ts';
import { areSubscriptionKeys, encryptPush } from './encryption.ts';
import { createVapidHeader } from './vapid-header.ts';
import type { VapidKeys } from './vapid-keys.ts';

export interface WebPushTarget {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** The browser has a service worker that reports receipts; unknown in a test. */
  readonly givesReceipts?: boolean;
}

const MAX_KEY_LENGTH = 200;
const KEYS_MESSAGE = 'must be the p256dh and auth of a push subscription';

/** `areSubscriptionKeys` checks the value. */
function subscriptionKey(description: string, example: string, pattern: string) {
  const given = {
    maxLength: MAX_KEY_LENGTH,
    description,
    examples: [example],
    'x-message': 'must be as the browser gave it, in base64url',
  };
  return Type.String({ ...given, 'x-shown': Type.String({ ...given, pattern }) });
}

const SubscriptionKeys = record(
  'SubscriptionKeys',
  "Keys from the browser's push subscription",
  {
    p256dh: subscriptionKey(
      'Public key, 65 bytes in base64url',
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      '^B[\\w-]{86}=?$',
    ),
    auth: subscriptionKey('Secret, 16 bytes in base64url', 'BTBZMqHH6r4Tts7J_aSIgg', '^[\\w-]{22}(?:==)?$'),
  },
  { 'x-message': KEYS_MESSAGE },
);

export const WEB_PUSH_TARGET = {
  endpoint: urlField("Endpoint from the browser's push subscription", 'https://push.example.org/v2/abc'),
  keys: {
    schema: SubscriptionKeys,
    complaint: (keys) => (areSubscriptionKeys(keys as WebPushTarget['keys']) ? undefined : KEYS_MESSAGE),
    sealed: ['auth'],
  },
} as const satisfies TargetFields;

/** RFC 8030, 7.3 and 8.3: a push service replies with either status for a subscription that has ended. */
export const SUBSCRIPTION_GONE: ReadonlySet<number> = new Set([404, 410]);

/** A push that waits longer than this for a phone is about a fall whose escalation has long moved on. */
export const TTL_SECONDS = 600;
/** A message is one record of at most 3993 bytes; a character takes up to 6 bytes in JSON. */
export const MAX_TITLE = 150;
export const MAX_BODY = 350;

export function createWebPushChannel({
  request,
  vapidKeys,
  now = Date.now,
}: {
  readonly request: SafeRequest;
  readonly vapidKeys: VapidKeys;
  readonly now?: () => number;
}): Channel<WebPushTarget> {
  const authorization = createVapidHeader(vapidKeys, now);
  return {
    givesReceipts: true,
    async send({ endpoint, keys, givesReceipts = false }, message, signal) {
      const topic = topicOf(message);
      const outcome = await request.post(
        {
          url: endpoint,
          headers: {
            authorization: await authorization(endpoint),
            'content-type': 'application/octet-stream',
            'content-encoding': 'aes128gcm',
            ttl: String(TTL_SECONDS),
            urgency: isQuiet(message) ? 'normal' : 'high',
            topic,
          },
          body: encryptPush(
            Buffer.from(JSON.stringify({ ...display(endpoint, givesReceipts), ...payload(message, topic) })),
            keys,
          ),
        },
        signal,
      );
      return httpResult(outcome, now(), SUBSCRIPTION_GONE);
    },
  };
}

/**
 * A phone that was off needs only the newest message about a fall (RFC 8030, 5.4: at most 32 characters of base64url).
 * The fall's id is hashed: a push service learns at most which messages belong together.
 */
const topicOf = ({ fallId, id }: ChannelMessage): string =>
  createHash('sha256')
    .update(fallId ?? id)
    .digest('base64url')
    .slice(0, 32);

/** Firefox shows a declarative message without a service worker, also a mutable one: there would be no receipt. */
const FIREFOX_SERVICE = /(?:^|\.)push\.services\.mozilla\.com$/;

/**
 * Declarative Web Push (https://www.w3.org/TR/push-api/): Safari shows it by itself where the service worker is gone. A
 * mutable one goes to the service worker first, as `event.notification`, which an earlier version of it does not know.
 */
const display = (endpoint: string, givesReceipts: boolean) =>
  FIREFOX_SERVICE.test(new URL(endpoint).hostname)
    ? {}
    : { web_push: 8030, ...(givesReceipts && { mutable: true }) };

/** In all browsers but Safari, the service worker reads it from `event.data`. */
const payload = (message: ChannelMessage, tag: string) => {
  const { title, body, link, fallId, level, isReminder, timestamp, reader, receipt } = message;
  return {
    ...(receipt !== null && { receipt }),
    notification: {
      title: title.slice(0, MAX_TITLE),
      body: body.slice(0, MAX_BODY),
      navigate: link,
      lang: reader.language,
      dir: 'ltr',
      tag,
      // The same tag replaces the notification on screen; without `renotify` the replacement would be silent.
      renotify: !isQuiet(message),
      requireInteraction: !isQuiet(message),
      silent: isQuiet(message),
      timestamp: timestamp.getTime(),
      data: { fallId, level, still: isReminder, ...(receipt !== null && { receipt }) },
    },
  };
};
