import { createHmac, randomBytes } from 'node:crypto';
import { SECOND_MS } from '../../platform/time.ts';
import type { WebhookFormat } from '../webhooks/formats.ts';
import { type Channel, type ChannelMessage, type DeliveryResult, httpResult } from './channel.ts';
import type { SafeRequest } from './safe-request.ts';
import { type TargetFields, urlField } from './target-field.ts';

export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
  /** Of a webhook of the organisation. */
  readonly id?: string;
  /** Null or missing: JSON of Vigil's own. */
  readonly format?: WebhookFormat | null;
}

/** Writes the body of an event. */
export type WriteEvent = (webhookId: string, message: ChannelMessage) => Promise<object>;

/** Undefined for a format that no module writes, and when it cannot be written now. */
export type WriteAs = (
  format: WebhookFormat,
  webhookId: string,
  message: ChannelMessage,
) => Promise<object | undefined>;

export const WEBHOOK_TARGET = {
  url: {
    ...urlField('Target URL', 'https://example.org/hooks/vigil'),
    input: { label: 'URL', type: 'url' },
  },
} as const satisfies TargetFields;

/** The receiver replies that it is gone for good. */
export const WEBHOOK_GONE: ReadonlySet<number> = new Set([410]);

/** Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
const SECRET_PREFIX = 'whsec_';
/** The specification allows 24 to 64. */
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');

export function createWebhookChannel({
  request,
  writeAs,
  now = Date.now,
}: {
  readonly request: SafeRequest;
  readonly writeAs: WriteAs;
  readonly now?: () => number;
}): Channel<WebhookTarget> {
  async function contentOf({ id, format = null }: WebhookTarget, message: ChannelMessage) {
    if (format === null) return { type: 'application/json', body: JSON.stringify(event(message)) };
    const body = await writeAs(format, id ?? '', message);
    return body && { type: CONTENT_TYPES[format], body: JSON.stringify(body) };
  }

  return {
    givesReceipts: true,
    async send(target, message, signal) {
      const { url, secret } = target;
      const content = await contentOf(target, message);
      if (content === undefined) return UNWRITTEN;
      const { type, body } = content;
      // Time of this attempt, not of the event: receivers reject timestamps older than a few minutes as a replay.
      const seconds = Math.floor(now() / SECOND_MS);
      const outcome = await request.post(
        {
          url,
          headers: {
            'content-type': type,
            'user-agent': 'Vigil',
            'webhook-id': message.id,
            'webhook-timestamp': String(seconds),
            'webhook-signature': signature(secret, `${message.id}.${seconds}.${body}`),
          },
          body,
        },
        signal,
      );
      return httpResult(outcome, now(), WEBHOOK_GONE);
    },
  };
}

const CONTENT_TYPES: Readonly<Record<WebhookFormat, string>> = { fhir: 'application/fhir+json' };

/** Retried as any other failure. */
const UNWRITTEN: DeliveryResult = {
  delivered: false,
  status: null,
  error: 'the fall could not be read from the database',
};

function signature(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** A person's own webhook has no text that says that a message about a fall is no alert. */
const isNotice = ({ type, about }: ChannelMessage): boolean =>
  type === 'fall.alert' && about !== null && about !== 'fall';

const event = (message: ChannelMessage) => ({
  type: message.type,
  timestamp: message.timestamp.toISOString(),
  data: {
    fallId: message.fallId,
    patientId: message.patientId,
    patientName: message.patientName,
    patientRoom: message.patientRoom,
    level: message.level,
    link: message.link,
    response: message.response,
    ...(isNotice(message) && { about: message.about }),
    ...message.extra,
  },
});
