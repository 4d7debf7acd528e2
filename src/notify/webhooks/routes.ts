import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import type { Organisation } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { found } from '../../platform/http/path-id.ts';
import { type Params, type Route, route } from '../../platform/http/route.ts';
import { Confirmation, success } from '../../platform/schema/envelope.ts';
import { targetComplaints } from '../channels/channels.ts';
import type { ChannelKind } from '../channels/kinds.ts';
import { sendTest, type TestDeps } from '../channels/test-message.ts';
import { newWebhookSecret } from '../channels/webhook.ts';
import { testResultOf } from '../personal-channels/routes.ts';
import { TestResult } from '../personal-channels/schema.ts';
import type { NotifyConfig } from '../settings.ts';
import { CreatedWebhook, NewWebhook, Webhook } from './schema.ts';
import { deleteWebhook, findWebhook, insertWebhook, listWebhooks, noteWebhookTest } from './store.ts';

interface WebhookRouteDeps extends TestDeps {
  readonly db: Database;
  readonly organisation: Pick<Organisation, 'readerOf'>;
  readonly config: Pick<NotifyConfig, 'allowPrivateTargets'>;
  readonly requireConfigured: (kind: ChannelKind) => void;
}

/** docs/response.md, "Notification channels": event feeds for the organisation's own systems. */
export function webhookRoutes(deps: WebhookRouteDeps): readonly Route[] {
  const { db, organisation, secretBox, requireConfigured, now } = deps;
  const { allowPrivateTargets } = deps.config;
  const webhook = ({ params }: { readonly params: Params }) =>
    found('Webhook', params.id, (id) => findWebhook(db, id));

  return [
    route({
      operation: 'listWebhooks',
      at: 'GET /admin/webhooks',
      access: ['ADMIN'],
      summary: "List the organisation's webhooks, without secrets",
      reply: success(Type.Array(Webhook)),
      handle: async () => ({ data: await listWebhooks(db) }),
    }),

    route({
      operation: 'addWebhook',
      at: 'POST /admin/webhooks',
      access: ['ADMIN'],
      summary: 'Add a webhook for the organisation. The response shows its secret once.',
      body: NewWebhook,
      rules: ({ url }) => targetComplaints('webhook', { url }, allowPrivateTargets),
      status: 201,
      reply: success(CreatedWebhook),
      async handle({ body: { url, events, format = null }, record }) {
        requireConfigured('webhook');
        const id = randomUUID();
        const secret = newWebhookSecret();
        const sealed = secretBox.seal(secret, `webhooks/${id}/secret`);
        const added = await insertWebhook(db, { id, url, events, format, secret: sealed }, new Date(now()));
        record({ action: 'webhook.added', message: `Added webhook ${added.id} for ${events.join(', ')}` });
        return { data: { ...added, secret } };
      },
    }),

    route({
      operation: 'deleteWebhook',
      at: 'DELETE /admin/webhooks/:id',
      access: ['ADMIN'],
      summary: "Delete one of the organisation's webhooks",
      target: webhook,
      reply: success(Confirmation),
      async handle({ target: { id }, record }) {
        if (!(await deleteWebhook(db, id))) throw new NotFound('Webhook');
        record({ action: 'webhook.deleted', message: `Deleted webhook ${id}` });
        return { data: { message: 'The webhook is deleted' } };
      },
    }),

    route({
      operation: 'testWebhook',
      at: 'POST /admin/webhooks/:id/test',
      access: ['ADMIN'],
      summary: 'Send a test message and wait up to 10 s. Success re-enables the webhook.',
      target: webhook,
      reply: success(TestResult),
      async handle({ target: { id, url, secret, format } }) {
        const row = `webhooks/${id}` as const;
        const result = await sendTest(
          deps,
          { kind: 'webhook', row, target: { id, url, secret, format } },
          organisation.readerOf(null),
        );
        await noteWebhookTest(db, id, result, new Date(now()));
        return { data: testResultOf(result) };
      },
    }),
  ];
}
