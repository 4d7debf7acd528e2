import type { Database } from '../../platform/database/database.ts';
import { found } from '../../platform/http/path-id.ts';
import { type Params, type Route, route } from '../../platform/http/route.ts';
import { Confirmation, page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import { NewServiceAccount, ServiceAccount, ServiceAccountWithToken, tokenRemoval } from './schema.ts';
import { findServiceAccount, listServiceAccounts, SERVICE_ACCOUNT_SORTS } from './service-account-store.ts';
import type { ServiceAccounts } from './service-accounts.ts';

interface ServiceAccountRouteDeps {
  readonly db: Database;
  readonly serviceAccounts: ServiceAccounts;
}

/** docs/tokens.md, "Service accounts". */
export function serviceAccountRoutes({ db, serviceAccounts }: ServiceAccountRouteDeps): readonly Route[] {
  const target = ({ params }: { params: Params }) =>
    found('Service account', params.id, (id) => findServiceAccount(db, id));

  return [
    route({
      operation: 'listServiceAccounts',
      at: 'GET /admin/service-accounts',
      access: ['ADMIN'],
      summary: 'List service accounts',
      query: pageQuery({}, SERVICE_ACCOUNT_SORTS),
      reply: page(ServiceAccount),
      async handle({ principal, query }) {
        const { rows, pagination } = await listServiceAccounts(db, readPage(query));
        return { data: await serviceAccounts.withCreated(principal, rows), pagination };
      },
    }),

    route({
      operation: 'createServiceAccount',
      at: 'POST /admin/service-accounts',
      access: ['ADMIN'],
      summary: 'Create a service account for a program. The response shows its token once.',
      body: NewServiceAccount,
      status: 201,
      reply: success(ServiceAccountWithToken),
      async handle({ body: { name, scopes, wardIds }, record }) {
        const data = await serviceAccounts.create({ name, scopes, wardIds: wardIds ?? null });
        record({
          level: 'warning',
          action: 'service_account.created',
          message: `Created the service account "${name}" (${scopes.join(', ')})`,
          subjectId: data.id,
        });
        return { data };
      },
    }),

    route({
      operation: 'renewServiceAccountToken',
      at: 'POST /admin/service-accounts/:id/token',
      access: ['ADMIN'],
      summary:
        'Replace the token of a service account. The old one ends at once; the response shows the new one once.',
      target,
      reply: success(ServiceAccountWithToken),
      async handle({ principal, target: { id, name }, record }) {
        const data = await serviceAccounts.renew(principal, id);
        record({
          level: 'warning',
          action: 'service_account.renewed',
          message: `Renewed the token of the service account "${name}"`,
          subjectId: id,
        });
        return { data };
      },
    }),

    route({
      operation: 'deleteServiceAccount',
      at: 'DELETE /admin/service-accounts/:id',
      access: ['ADMIN'],
      summary: 'Delete a service account. Its token, live sockets and MQTT connections end at once.',
      target,
      query: tokenRemoval,
      reply: success(Confirmation),
      async handle({ principal, target: { id, name }, query, record }) {
        const ended = await serviceAccounts.remove(principal, id, query.endCreated ?? false);
        for (const line of ended) record(line);
        record({
          level: 'warning',
          action: 'service_account.deleted',
          message: `Deleted the service account "${name}"`,
          subjectId: id,
        });
        return { data: { message: 'The service account is deleted' } };
      },
    }),
  ];
}
