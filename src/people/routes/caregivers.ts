import { type Accounts, changesEmail, removalRoute } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { changeOf } from '../../platform/http/audit-lines.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import { caregiverOf } from '../records.ts';
import { Caregiver, CaregiverChange, CreatedCaregiver, NewCaregiver } from '../schema/caregivers.ts';
import { CAREGIVER_SORTS, type CountAlerts, caregiverProfile, listCaregivers } from '../store/caregivers.ts';
import { caregiverPaths } from './caregiver-path.ts';

interface CaregiverRouteDeps {
  readonly db: Database;
  readonly accounts: Accounts;
  readonly countAlerts: CountAlerts;
}

/** docs/contract.md, "People": caregivers, without their assignments. */
export function caregiverRoutes({ db, accounts, countAlerts }: CaregiverRouteDeps): readonly Route[] {
  const { caregiver, selfOrForAdmin } = caregiverPaths(db);

  async function profile(id: string) {
    const row = await caregiverProfile(db, countAlerts, id);
    if (row === undefined) throw new NotFound('Caregiver');
    return caregiverOf(row);
  }

  return [
    route({
      operation: 'listCaregivers',
      at: 'GET /caregivers',
      access: ['ADMIN'],
      summary: 'List caregivers',
      query: pageQuery({}, CAREGIVER_SORTS),
      reply: page(Caregiver),
      async handle({ query }) {
        const { rows, pagination } = await listCaregivers(db, countAlerts, readPage(query));
        return { data: rows.map(caregiverOf), pagination };
      },
    }),

    route({
      operation: 'createCaregiver',
      at: 'POST /caregivers',
      access: ['ADMIN'],
      summary: 'Create a caregiver account',
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
      at: 'GET /caregivers/me',
      access: ['CAREGIVER'],
      summary: 'Get your profile',
      reply: success(Caregiver),
      handle: async ({ principal }) => ({ data: await profile(principal.userId) }),
    }),

    route({
      operation: 'getCaregiver',
      at: 'GET /caregivers/:id',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'Get a caregiver. For that caregiver or an admin.',
      target: selfOrForAdmin,
      reply: success(Caregiver),
      handle: async ({ target }) => ({ data: await profile(target.id) }),
    }),

    route({
      operation: 'updateCaregiver',
      at: 'PUT /caregivers/:id',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'Update a caregiver. Null clears optional fields.',
      target: selfOrForAdmin,
      body: CaregiverChange,
      recentAuthentication: changesEmail,
      reply: success(Caregiver),
      async handle({ target, body, principal, record }) {
        await accounts.change(target.id, body, principal);
        record({ action: 'account.changed', message: changeOf('a caregiver', body), subjectId: target.id });
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
  ];
}
