import type { Database } from '../platform/database/database.ts';
import { Forbidden, NotFound } from '../platform/errors.ts';
import { found } from '../platform/http/path-id.ts';
import type { Principal } from '../platform/http/principal.ts';
import {
  type Conditions,
  openProtocolRoute,
  type Params,
  type ProtocolReply,
  protocolChangeRoute,
  type Route,
} from '../platform/http/route.ts';
import { type Described, refuseFilter, resourceTypes, schemas, serviceProviderConfig } from './discovery.ts';
import type { Groups } from './groups.ts';
import { readChanges } from './protocol/patch.ts';
import { SCIM } from './protocol/protocol.ts';
import {
  isSelected,
  listResponse,
  readList,
  readSelection,
  type Selection,
  selected,
} from './protocol/query.ts';
import { readObject } from './protocol/values.ts';
import { matches } from './protocol/versions.ts';
import { groupJson, type Member, userJson } from './resources/json.ts';
import * as store from './store.ts';
import type { Users } from './users.ts';

export interface DirectoryRouteDeps {
  readonly db: Database;
  readonly users: Users;
  readonly groups: Groups;
  readonly base: () => string;
}

/** A group with some thousand members. */
const GROUP_BYTES = 1024 * 1024;

const COMMON = { protocol: SCIM, access: ['ADMIN'], scope: 'directory' } as const;

/**
 * docs/directory.md. A session or a personal token is refused: the directory acts for the home, and its accounts must
 * outlive the admin who has set it up.
 */
async function requireDirectory({ principal }: { readonly principal: Principal }): Promise<void> {
  if (principal.service === undefined)
    throw new Forbidden('Only a service account with the scope `directory` may do this');
}

export const directoryRoutes = (deps: DirectoryRouteDeps): readonly Route[] => [
  ...discoveryRoutes(deps),
  ...userRoutes(deps),
  ...groupRoutes(deps),
];

function discoveryRoutes({ base }: DirectoryRouteDeps): readonly Route[] {
  const list = (
    operation: string,
    path: `/${string}`,
    summary: string,
    all: (base: string) => readonly Described[],
  ) => [
    protocolChangeRoute({
      ...COMMON,
      method: 'GET',
      operation: `${operation}s`,
      path,
      summary: `List ${summary}`,
      target: requireDirectory,
      query: refuseFilter,
      body: () => undefined,
      handle: async () => {
        const resources = all(base());
        const content = listResponse(readList(new URLSearchParams()), resources.length, resources);
        return { content };
      },
    }),
    protocolChangeRoute({
      ...COMMON,
      method: 'GET',
      operation,
      path: `${path}/:id`,
      summary: `Get one of ${summary}`,
      async target({ principal, params: { id } }) {
        await requireDirectory({ principal });
        const one = all(base()).find((each) => each.id.toLowerCase() === id?.toLowerCase());
        if (one === undefined) throw new NotFound();
        return one;
      },
      query: refuseFilter,
      body: () => undefined,
      handle: async ({ target }) => ({ content: target }),
    }),
  ];

  return [
    // RFC 7643, section 5: how to authenticate is said before.
    openProtocolRoute({
      protocol: SCIM,
      operation: 'scimServiceProviderConfig',
      path: '/ServiceProviderConfig',
      summary: 'What the SCIM interface offers',
      target: async () => undefined,
      query: refuseFilter,
      handle: () => serviceProviderConfig(base()),
    }),
    ...list('scimResourceType', '/ResourceTypes', 'the types of resources', resourceTypes),
    ...list('scimSchema', '/Schemas', 'the schemas', schemas),
  ];
}

interface Resource {
  readonly [attribute: string]: unknown;
  readonly meta: { readonly location: string; readonly version: string };
}

/** 304 where the caller has this version. */
function reply(
  resource: Resource,
  selection: Selection,
  { status, ifNoneMatch = '' }: { readonly status?: 200 | 201; readonly ifNoneMatch?: string } = {},
): ProtocolReply {
  const { location, version } = resource.meta;
  const headers = [['ETag', version] as const, ...(status === 201 ? [['Location', location] as const] : [])];
  if (ifNoneMatch !== '' && matches(ifNoneMatch, version)) return { status: 304, headers };
  return { ...(status && { status }), headers, content: selected(resource, selection) };
}

const targetOf = ({ target, conditions }: { readonly target: string; readonly conditions: Conditions }) => ({
  id: target,
  ifMatch: conditions.ifMatch,
});

/** The id of a user or group that exists; 404 before the body is read. */
const idOf =
  (what: string, find: (id: string) => Promise<unknown>) =>
  async ({
    principal,
    params,
  }: {
    readonly principal: Principal;
    readonly params: Params;
  }): Promise<string> => {
    await requireDirectory({ principal });
    await found(what, params.id, find);
    return (params.id ?? '').toLowerCase();
  };

function userRoutes({ db, users, base }: DirectoryRouteDeps): readonly Route[] {
  const target = idOf('User', (id) => store.findUser(db, id));
  const at = { ...COMMON, path: '/Users/:id', target, query: readSelection } as const;
  const shown = (row: store.UserRow) => userJson(base(), row);

  return [
    protocolChangeRoute({
      ...COMMON,
      method: 'GET',
      operation: 'scimListUsers',
      path: '/Users',
      summary: 'List users of the directory',
      target: requireDirectory,
      query: readList,
      body: () => undefined,
      async handle({ query }) {
        const { total, rows } = await store.listUsers(db, query);
        return {
          content: listResponse(
            query,
            total,
            rows.map((row) => selected(shown(row), query)),
          ),
        };
      },
    }),
    protocolChangeRoute({
      ...COMMON,
      method: 'POST',
      operation: 'scimCreateUser',
      path: '/Users',
      summary: 'Create a user of the directory',
      target: requireDirectory,
      query: readSelection,
      body: readObject,
      handle: async ({ body, query, record }) =>
        reply(shown(await users.create(body, record)), query, { status: 201 }),
    }),
    protocolChangeRoute({
      ...at,
      method: 'GET',
      operation: 'scimReadUser',
      summary: 'Read a user of the directory',
      body: () => undefined,
      async handle({ target: id, query, conditions: { ifNoneMatch } }) {
        const row = await found('User', id, (one) => store.findUser(db, one));
        return reply(shown(row), query, { ifNoneMatch });
      },
    }),
    protocolChangeRoute({
      ...at,
      method: 'PUT',
      operation: 'scimReplaceUser',
      summary: 'Replace a user of the directory',
      body: readObject,
      handle: async (call) =>
        reply(shown(await users.replace(targetOf(call), call.body, call.record)), call.query),
    }),
    protocolChangeRoute({
      ...at,
      method: 'PATCH',
      operation: 'scimPatchUser',
      summary: 'Change a user of the directory',
      body: (bytes) => readChanges(readObject(bytes)),
      handle: async (call) =>
        reply(shown(await users.patch(targetOf(call), call.body, call.record)), call.query),
    }),
    protocolChangeRoute({
      ...at,
      method: 'DELETE',
      operation: 'scimDeleteUser',
      summary: 'Delete a user of the directory. The account is deactivated and keeps its history.',
      body: () => undefined,
      async handle(call) {
        await users.remove(targetOf(call), call.record);
        return { status: 204 };
      },
    }),
  ];
}

function groupRoutes({ db, groups, base }: DirectoryRouteDeps): readonly Route[] {
  const target = idOf('Group', (id) => store.findGroup(db, id));
  const at = { ...COMMON, path: '/Groups/:id', target, query: readSelection } as const;

  /** Members are read only where the caller wants them: a group has some thousand. */
  async function shown(rows: readonly store.GroupRow[], selection: Selection): Promise<readonly Resource[]> {
    if (!isSelected(selection, 'members')) return rows.map((row) => groupJson(base(), row, undefined));
    const membersOf = new Map<string, Member[]>(rows.map(({ id }) => [id, []]));
    for (const { groupId, ...member } of await store.membersOf(db, [...membersOf.keys()]))
      membersOf.get(groupId)?.push(member);
    return rows.map((row) => groupJson(base(), row, membersOf.get(row.id)));
  }

  async function replyWith(row: store.GroupRow, query: Selection, options: Parameters<typeof reply>[2] = {}) {
    const [resource] = await shown([row], query);
    if (resource === undefined) throw new NotFound('Group');
    return reply(resource, query, options);
  }

  return [
    protocolChangeRoute({
      ...COMMON,
      method: 'GET',
      operation: 'scimListGroups',
      path: '/Groups',
      summary: 'List groups of the directory',
      target: requireDirectory,
      query: readList,
      body: () => undefined,
      async handle({ query }) {
        const { total, rows } = await store.listGroups(db, query);
        const resources = await shown(rows, query);
        return {
          content: listResponse(
            query,
            total,
            resources.map((one) => selected(one, query)),
          ),
        };
      },
    }),
    protocolChangeRoute({
      ...COMMON,
      method: 'POST',
      operation: 'scimCreateGroup',
      path: '/Groups',
      summary: 'Create a group of the directory',
      bodyBytes: GROUP_BYTES,
      target: requireDirectory,
      query: readSelection,
      body: readObject,
      handle: async ({ body, query, record }) =>
        replyWith(await groups.create(body, record), query, { status: 201 }),
    }),
    protocolChangeRoute({
      ...at,
      method: 'GET',
      operation: 'scimReadGroup',
      summary: 'Read a group of the directory',
      body: () => undefined,
      async handle({ target: id, query, conditions: { ifNoneMatch } }) {
        const row = await found('Group', id, (one) => store.findGroup(db, one));
        return replyWith(row, query, { ifNoneMatch });
      },
    }),
    protocolChangeRoute({
      ...at,
      method: 'PUT',
      operation: 'scimReplaceGroup',
      summary: 'Replace a group of the directory',
      bodyBytes: GROUP_BYTES,
      body: readObject,
      handle: async (call) =>
        replyWith(await groups.replace(targetOf(call), call.body, call.record), call.query),
    }),
    protocolChangeRoute({
      ...at,
      method: 'PATCH',
      operation: 'scimPatchGroup',
      summary: 'Change a group of the directory. The reply has no body unless `attributes` asks for one.',
      bodyBytes: GROUP_BYTES,
      body: (bytes) => readChanges(readObject(bytes)),
      async handle(call) {
        const row = await groups.patch(targetOf(call), call.body, call.record);
        const wantsBody = call.query.attributes.length > 0;
        const changed = await replyWith(row, wantsBody ? call.query : { attributes: ['id'], excluded: [] });
        return wantsBody ? changed : { status: 204, ...(changed.headers && { headers: changed.headers }) };
      },
    }),
    protocolChangeRoute({
      ...at,
      method: 'DELETE',
      operation: 'scimDeleteGroup',
      summary: 'Delete a group of the directory. Its members lose what it gave them.',
      body: () => undefined,
      async handle(call) {
        await groups.remove(targetOf(call), call.record);
        return { status: 204 };
      },
    }),
  ];
}
