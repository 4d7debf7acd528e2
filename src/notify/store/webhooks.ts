import type { Queryable } from '../../platform/database/database.ts';
import type { FeedEvent } from '../feed-events.ts';
import { TEST_RESULT, type TestOutcome } from './personal-channels.ts';

interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly FeedEvent[];
  readonly disabledAt: Date | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
}

const COLUMNS = `id, url, events, disabled_at AS "disabledAt", last_error AS "lastError", created_at AS "createdAt"`;

export const listWebhooks = (q: Queryable) =>
  q.rows<Webhook>(`SELECT ${COLUMNS} FROM webhooks ORDER BY created_at, id`);

/** Includes the sealed secret. A client sees the secret once, when it creates the webhook. */
export const findWebhook = (q: Queryable, id: string) =>
  q.row<Webhook & { secret: string }>(`SELECT ${COLUMNS}, secret FROM webhooks WHERE id = $1`, [id]);

export const insertWebhook = async (
  q: Queryable,
  webhook: Pick<Webhook, 'id' | 'url' | 'events'> & { readonly secret: string },
  at: Date,
): Promise<Webhook> =>
  (await q.row<Webhook>(
    `INSERT INTO webhooks (id, url, secret, events, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING ${COLUMNS}`,
    [webhook.id, webhook.url, webhook.secret, webhook.events, at],
  )) as Webhook;

export const deleteWebhook = async (q: Queryable, id: string): Promise<boolean> =>
  (await q.run('DELETE FROM webhooks WHERE id = $1', [id])) === 1;

/** Webhooks that subscribe to an event, unless their receiver reported that it is gone. */
export const webhooksFor = (q: Queryable, event: FeedEvent) =>
  q.rows<Pick<Webhook, 'id' | 'url'>>(
    'SELECT id, url FROM webhooks WHERE $1 = ANY(events) AND disabled_at IS NULL',
    [event],
  );

/** Records the result of a test: a successful one enables the webhook again. */
export const noteWebhookTest = (q: Queryable, id: string, result: TestOutcome, at: Date) =>
  q.run(
    `UPDATE webhooks SET ${TEST_RESULT}
     WHERE id = $1`,
    [id, result.error, result.gone === true, at],
  );
