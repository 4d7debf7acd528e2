import type { Accounts } from '../../accounts/accounts.ts';
import { changesEmail } from '../../accounts/routes/email-rule.ts';
import { removalRoute } from '../../accounts/routes/removal-route.ts';
import { NotFound } from '../../platform/errors.ts';
import { changeOf, recordHealthRead } from '../../platform/http/audit-lines.ts';
import { found } from '../../platform/http/path-id.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import {
  type AcknowledgeDeps,
  acknowledge,
  acknowledgedAuditLine,
  requireOwnAlert,
} from '../../response/acknowledge.ts';
import { AcknowledgeRequest, alertFilter, JudgedAlert } from '../../response/schema/alerts.ts';
import { ALERT_SORTS, alertRecord, findAlert, listAlerts } from '../../response/store/alerts.ts';
import { caregiverOf } from '../records.ts';
import { Caregiver, CaregiverChange, CreatedCaregiver, NewCaregiver } from '../schema/caregivers.ts';
import { CAREGIVER_SORTS, findCaregiver, listCaregivers } from '../store/caregivers.ts';
import { caregiverPaths } from './caregiver-path.ts';

export interface CaregiverRouteDeps extends AcknowledgeDeps {
  readonly accounts: Accounts;
  readonly now: () => number;
}

/** docs/contract.md, "People": caregivers, except whom they look after. */
export function caregiverRoutes(deps: CaregiverRouteDeps): readonly Route[] {
  const { db, accounts, now } = deps;
  const { caregiver, selfOrForAdmin } = caregiverPaths(db);

  async function profile(id: string) {
    const row = await findCaregiver(db, id);
    if (row === undefined) throw new NotFound('Caregiver');
    return caregiverOf(row);
  }

  return [
    route({
      operation: 'listCaregivers',
      method: 'GET',
      path: '/caregivers',
      access: ['ADMIN'],
      limit: 'global',
      summary: 'All caregivers',
      query: pageQuery({}, CAREGIVER_SORTS),
      status: 200,
      reply: page(Caregiver),
      async handle({ query }) {
        const { rows, pagination } = await listCaregivers(db, readPage(query));
        return { data: rows.map(caregiverOf), pagination };
      },
    }),

    route({
      operation: 'createCaregiver',
      method: 'POST',
      path: '/caregivers',
      access: ['ADMIN'],
      limit: 'global',
      summary: 'Open an account for a caregiver',
      body: NewCaregiver,
      status: 201,
      reply: success(CreatedCaregiver),
      async handle({ principal, body, record }) {
        const { invite, ...person } = body;
        const { user, temporaryPassword } = await accounts.open(
          { ...person, role: 'CAREGIVER' },
          { invitedBy: invite ? principal.userId : undefined },
        );
        record({
          action: 'account.created',
          message: 'Opened an account for a caregiver',
          subjectId: user.id,
        });
        return { data: { ...(await profile(user.id)), ...(temporaryPassword && { temporaryPassword }) } };
      },
    }),

    route({
      operation: 'getOwnCaregiverProfile',
      method: 'GET',
      path: '/caregivers/me',
      access: ['CAREGIVER'],
      limit: 'global',
      summary: 'Own profile',
      status: 200,
      reply: success(Caregiver),
      handle: async ({ principal }) => ({ data: await profile(principal.userId) }),
    }),

    route({
      operation: 'getCaregiver',
      method: 'GET',
      path: '/caregivers/:id',
      access: ['CAREGIVER', 'ADMIN'],
      limit: 'global',
      summary: 'A caregiver; for themselves or an admin',
      target: selfOrForAdmin,
      status: 200,
      reply: success(Caregiver),
      handle: ({ target }) => ({ data: caregiverOf(target) }),
    }),

    route({
      operation: 'updateCaregiver',
      method: 'PUT',
      path: '/caregivers/:id',
      access: ['CAREGIVER', 'ADMIN'],
      limit: 'global',
      summary: 'Change a caregiver; null clears what may be empty',
      target: selfOrForAdmin,
      body: CaregiverChange,
      recentAuthentication: changesEmail,
      status: 200,
      reply: success(Caregiver),
      async handle({ target, body, principal, record }) {
        await accounts.change(target.id, body, principal);
        record({ action: 'account.changed', message: changeOf('caregiver', body), subjectId: target.id });
        return { data: await profile(target.id) };
      },
    }),

    removalRoute({
      operation: 'deleteCaregiver',
      path: '/caregivers/:id',
      what: 'caregiver',
      target: caregiver,
      accounts,
    }),

    route({
      operation: 'listAlerts',
      method: 'GET',
      path: '/caregivers/alerts',
      access: ['CAREGIVER'],
      limit: 'global',
      summary: 'Own alerts about assigned patients that are not acknowledged yet; `status` widens it',
      query: pageQuery(alertFilter, ALERT_SORTS),
      status: 200,
      reply: page(JudgedAlert),
      async handle({ principal, query, record }) {
        const { rows, pagination } = await listAlerts(
          db,
          principal.userId,
          readPage(query),
          query.status ?? 'active',
        );
        const shown = rows.map(({ patientId }) => patientId);
        if (shown.length > 0)
          recordHealthRead({ principal, record }, 'the alerts about assigned patients', shown);
        return { data: rows, pagination };
      },
    }),

    route({
      operation: 'acknowledgeAlert',
      method: 'POST',
      path: '/caregivers/alerts/:id/acknowledge',
      access: ['CAREGIVER'],
      limit: 'urgent',
      summary: 'Acknowledge an own alert, with what was found if known; again is harmless and may add it',
      body: AcknowledgeRequest,
      async target({ principal, params }) {
        const alert = await found('Alert', params.id, (id) => findAlert(db, id));
        await requireOwnAlert(db, alert, principal);
        return alert;
      },
      status: 200,
      reply: success(JudgedAlert),
      async handle({ target, principal, body, record }) {
        const at = new Date(now());
        const found = body.outcome ?? undefined;
        const acknowledged = await acknowledge(deps, target, principal.userId, at, found);
        const alert = acknowledged && (await alertRecord(db, acknowledged.id));
        if (alert === undefined) throw new NotFound('Alert');
        record(acknowledgedAuditLine(target));
        return { data: alert };
      },
    }),
  ];
}
