import type { Database, Queryable } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { isUuid } from '../../platform/http/path-id.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { Confirmation, page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import type { Person } from '../person.ts';
import * as schema from '../schema/wards.ts';
import { requireLeadOf, requireMemberOf } from './access.ts';
import * as store from './store.ts';
import type { Wards } from './wards.ts';

interface OnDuty extends Person {
  readonly until: Date;
}

interface WardRouteDeps {
  readonly db: Database;
  readonly wards: Wards;
  /** The caregivers on duty; this module must not import the one that knows them. */
  readonly onDuty: (q: Queryable, at: Date) => Promise<readonly OnDuty[]>;
  readonly now: () => number;
}

/** docs/home.md, "Wards": wards and their members. */
export const wardRoutes = (deps: WardRouteDeps): readonly Route[] => [
  ...recordRoutes(deps),
  ...memberRoutes(deps),
];

function recordRoutes({ db, wards, onDuty, now }: WardRouteDeps): readonly Route[] {
  async function shown(rows: readonly store.ListedWard[]) {
    const working = await onDuty(db, new Date(now()));
    const members = await store.membershipsAmong(
      db,
      rows.map(({ id }) => id),
      working.map(({ id }) => id),
    );
    const inWard = new Set(members.map(({ wardId, caregiverId }) => `${wardId} ${caregiverId}`));
    return rows.map((ward) => ({
      ...ward,
      onDuty: working
        .filter(({ id }) => inWard.has(`${ward.id} ${id}`))
        .map(({ id, name, until }) => ({ id, name, until })),
    }));
  }

  async function one(id: string) {
    const ward = await store.findListedWard(db, id);
    if (ward === undefined) throw new NotFound('Ward');
    return (await shown([ward]))[0];
  }

  return [
    route({
      operation: 'listWards',
      at: 'GET /wards',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'List wards, with their leads and the members on duty',
      query: pageQuery({}, store.WARD_SORTS),
      reply: page(schema.Ward),
      async handle({ query }) {
        const { rows, pagination } = await store.listWards(db, readPage(query));
        return { data: await shown(rows), pagination };
      },
    }),

    route({
      operation: 'createWard',
      at: 'POST /wards',
      access: ['ADMIN'],
      scope: 'manage',
      summary: 'Create a ward',
      body: schema.NewWard,
      status: 201,
      reply: success(schema.Ward),
      async handle({ body, record }) {
        const id = await wards.create(body.name);
        record({ action: 'ward.created', message: `Created the ward ${body.name}` });
        return { data: await one(id) };
      },
    }),

    route({
      operation: 'updateWard',
      at: 'PUT /wards/:id',
      access: ['ADMIN'],
      scope: 'manage',
      summary: 'Rename a ward',
      target: ({ principal, params }) => requireLeadOf(db, principal, params.id),
      body: schema.WardChange,
      reply: success(schema.Ward),
      async handle({ target, body, record }) {
        await wards.rename(target.id, body.name);
        record({ action: 'ward.changed', message: `Renamed the ward ${target.name} to ${body.name}` });
        return { data: await one(target.id) };
      },
    }),

    route({
      operation: 'deleteWard',
      at: 'DELETE /wards/:id',
      access: ['ADMIN'],
      scope: 'manage',
      summary: 'Delete a ward. 409 while patients are in it.',
      target: ({ principal, params }) => requireLeadOf(db, principal, params.id),
      reply: success(Confirmation),
      async handle({ target, record }) {
        await wards.remove(target.id);
        record({ action: 'ward.deleted', message: `Deleted the ward ${target.name}` });
        return { data: { message: 'The ward is deleted' } };
      },
    }),
  ];
}

function memberRoutes({ db, wards, now }: WardRouteDeps): readonly Route[] {
  const caregiverIn = ({ caregiverId = '' }: Readonly<Record<string, string>>, what: string): string => {
    if (!isUuid(caregiverId)) throw new NotFound(what);
    return caregiverId.toLowerCase();
  };

  return [
    route({
      operation: 'listWardMembers',
      at: 'GET /wards/:id/caregivers',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'List members of a ward. For members and admins.',
      target: ({ principal, params }) => requireMemberOf(db, principal, params.id),
      query: pageQuery({}, store.MEMBER_SORTS),
      reply: page(schema.Member),
      async handle({ target, query }) {
        const { rows, pagination } = await store.listMembers(db, target.id, readPage(query));
        return { data: rows, pagination };
      },
    }),

    route({
      operation: 'listWardCandidates',
      at: 'GET /wards/:id/candidates',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'List caregivers who can be added to a ward. For admins and leads.',
      target: ({ principal, params }) => requireLeadOf(db, principal, params.id),
      query: pageQuery(schema.candidateFilter, store.CANDIDATE_SORTS),
      reply: page(schema.Candidate),
      async handle({ target, query }) {
        const { rows, pagination } = await store.listCandidates(db, target.id, query.search, readPage(query));
        return { data: rows, pagination };
      },
    }),

    route({
      operation: 'putWardMember',
      at: 'PUT /wards/:id/caregivers/:caregiverId',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary:
        'Add a caregiver to a ward, or change the membership. For admins and leads; only admins make or remove leads.',
      target: ({ principal, params }) => requireLeadOf(db, principal, params.id),
      body: schema.MemberChange,
      rules: ({ until }) => (until && Date.parse(until) <= now() ? { until: 'must be in the future' } : {}),
      reply: success(schema.Membership),
      async handle({ target, params, principal, body: { lead, until }, record }) {
        const caregiverId = caregiverIn(params, 'Caregiver');
        const change = { lead, until: until == null ? until : new Date(until) };
        const member = await wards.put(principal, target.id, caregiverId, change);
        const terms = `${member.lead ? 'lead' : 'member'}${member.until ? ` until ${member.until.toISOString()}` : ''}`;
        record({
          action: 'ward.member',
          message: `Made a caregiver ${terms} of the ward ${target.name}`,
          subjectId: caregiverId,
        });
        return { data: member };
      },
    }),

    route({
      operation: 'deleteWardMember',
      at: 'DELETE /wards/:id/caregivers/:caregiverId',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary: 'Remove a caregiver from a ward. For admins and leads; only admins remove leads.',
      target: ({ principal, params }) => requireLeadOf(db, principal, params.id),
      reply: success(Confirmation),
      async handle({ target, params, principal, record }) {
        const caregiverId = caregiverIn(params, 'Member');
        await wards.end(principal, target.id, caregiverId);
        record({
          action: 'ward.left',
          message: `Removed a caregiver from the ward ${target.name}`,
          subjectId: caregiverId,
        });
        return { data: { message: 'The caregiver is no longer a member of the ward' } };
      },
    }),
  ];
}
