import { createHash } from 'node:crypto';
import { type Channel, type ChannelMessage, httpResult } from './channel.ts';
import { encryptPush } from './push-encryption.ts';
import type { SafeRequest } from './safe-request.ts';
import { createVapidHeader } from './vapid-header.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** A push that waits for a phone longer than this tells of a fall that the ladder has long passed on. */
export const TTL_SECONDS = 600;
/** A message is one record of at most 3993 bytes; a character takes up to 6 in JSON. */
const MAX_TITLE = 150;
const MAX_BODY = 350;

export function createWebPushChannel({
  request,
  vapidKeys,
  now = Date.now,
}: {
  readonly request: SafeRequest;
  readonly vapidKeys: VapidKeys;
  readonly now?: () => number;
}): Channel<'webpush'> {
  const authorization = createVapidHeader(vapidKeys, now);
  return {
    kind: 'webpush',
    async send({ endpoint, keys }, message, signal) {
      const topic = topicOf(message);
      const outcome = await request.post(
        {
          url: endpoint,
          headers: {
            authorization: await authorization(endpoint),
            'content-type': 'application/octet-stream',
            'content-encoding': 'aes128gcm',
            ttl: String(TTL_SECONDS),
            urgency: 'high',
            topic,
          },
          body: encryptPush(Buffer.from(JSON.stringify(payload(message, topic))), keys),
        },
        signal,
      );
      return httpResult('webpush', outcome, now());
    },
  };
}

/**
 * Of one fall, a phone that was off needs the newest message only (RFC 8030, 5.4: at most 32 characters of base64url).
 * Hashed: a push service learns from the ids of falls at most which messages belong together.
 */
const topicOf = ({ fallId, id }: ChannelMessage): string =>
  createHash('sha256')
    .update(fallId ?? id)
    .digest('base64url')
    .slice(0, 32);

/** Declarative Web Push, which Safari shows by itself; elsewhere the service worker reads the same. */
const payload = ({ title, body, link, fallId, level, still, timestamp }: ChannelMessage, tag: string) => ({
  web_push: 8030,
  notification: {
    title: title.slice(0, MAX_TITLE),
    body: body.slice(0, MAX_BODY),
    navigate: link,
    lang: 'en',
    dir: 'ltr',
    tag,
    // The same tag replaces the notification on screen; without this it would do so silently.
    renotify: true,
    requireInteraction: true,
    silent: false,
    timestamp: timestamp.getTime(),
    data: { fallId, level, still },
  },
});
