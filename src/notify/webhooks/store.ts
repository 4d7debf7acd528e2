import type { Queryable } from '../../platform/database/database.ts';
import { TEST_RESULT, type TestOutcome } from '../personal-channels/store.ts';
import type { FeedEvent } from './feed-events.ts';
import type { WebhookFormat } from './formats.ts';

interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly FeedEvent[];
  /** Null: Vigil's own JSON. */
  readonly format: WebhookFormat | null;
  readonly disabledAt: Date | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
}

const COLUMNS = `id, url, events, format, disabled_at AS "disabledAt", last_error AS "lastError", created_at AS "createdAt"`;

export const listWebhooks = (q: Queryable) =>
  q.rows<Webhook>(`SELECT ${COLUMNS} FROM webhooks ORDER BY created_at, id`);

/** Includes the sealed secret. A client sees the secret once, when it creates the webhook. */
export const findWebhook = (q: Queryable, id: string) =>
  q.row<Webhook & { secret: string }>(`SELECT ${COLUMNS}, secret FROM webhooks WHERE id = $1`, [id]);

export const insertWebhook = async (
  q: Queryable,
  webhook: Pick<Webhook, 'id' | 'url' | 'events' | 'format'> & { readonly secret: string },
  at: Date,
): Promise<Webhook> =>
  (await q.row<Webhook>(
    `INSERT INTO webhooks (id, url, secret, events, format, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${COLUMNS}`,
    [webhook.id, webhook.url, webhook.secret, webhook.events, webhook.format, at],
  )) as Webhook;

export const deleteWebhook = async (q: Queryable, id: string): Promise<boolean> =>
  (await q.run('DELETE FROM webhooks WHERE id = $1', [id])) === 1;

/** The webhooks that subscribe to each event, unless their receiver reported that it is gone. */
export async function webhooksByEvent(
  q: Queryable,
): Promise<(event: FeedEvent) => readonly Pick<Webhook, 'id' | 'url'>[]> {
  const rows = await q.rows<Pick<Webhook, 'id' | 'url' | 'events'>>(
    'SELECT id, url, events FROM webhooks WHERE disabled_at IS NULL',
  );
  return (event) => rows.filter(({ events }) => events.includes(event));
}

/**
 * The number of an event among those of its webhook, given when it is first sent. A gap in the numbers is an event that
 * never arrived.
 */
export async function numberEvent(q: Queryable, messageId: string): Promise<number> {
  return (
    (await q.value<number>(
      `WITH unnumbered AS (
       SELECT webhook_id FROM outbox WHERE id = $1 AND event_number IS NULL
     ), counted AS (
       UPDATE webhooks SET event_count = event_count + 1 WHERE id IN (SELECT webhook_id FROM unnumbered)
       RETURNING event_count
     )
     UPDATE outbox SET event_number = coalesce(event_number, (SELECT event_count FROM counted)) WHERE id = $1
     RETURNING event_number AS number`,
      [messageId],
    )) ?? 0
  );
}

/** Records the result of a test: a successful one enables the webhook again. */
export const noteWebhookTest = (q: Queryable, id: string, result: TestOutcome, at: Date) =>
  q.run(
    `UPDATE webhooks SET ${TEST_RESULT}
     WHERE id = $1`,
    [id, result.error, result.gone === true, at],
  );
