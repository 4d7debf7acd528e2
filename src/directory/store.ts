import type { Queryable } from '../platform/database/database.ts';
import { isUuid } from '../platform/schema/primitives.ts';
import type { Condition } from './protocol/paths.ts';
import { refused } from './protocol/protocol.ts';
import { booleanOf } from './protocol/values.ts';
import { type GroupDraft, keyOfGroup } from './resources/group.ts';
import { keyOf, type UserDraft } from './resources/user.ts';

interface Reference {
  readonly id: string;
  readonly name: string;
}

export interface UserRow {
  readonly id: string;
  readonly userName: string;
  readonly externalId: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly active: boolean;
  readonly groups: readonly Reference[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface GroupRow {
  readonly id: string;
  readonly displayName: string;
  readonly externalId: string | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A directory sees neither patients nor service accounts, whatever an account once was. */
const STAFF = `u.role IN ('CAREGIVER', 'ADMIN')`;

const USERS = `directory_users d JOIN people_public u ON u.id = d.user_id AND ${STAFF} WHERE NOT d.absent`;

const USER_COLUMNS = `d.user_id AS id, d.user_name AS "userName", d.external_id AS "externalId", d.given_name AS "givenName",
  d.family_name AS "familyName", d.display_name AS "displayName", d.email, d.active,
  (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.display_name) ORDER BY g.group_key), '[]')
   FROM directory_members m JOIN directory_groups g ON g.id = m.group_id WHERE m.user_id = d.user_id) AS groups,
  d.created_at AS "createdAt", d.updated_at AS "updatedAt"`;

const GROUP_COLUMNS = `g.id, g.display_name AS "displayName", g.external_id AS "externalId", g.revision,
  g.created_at AS "createdAt", g.updated_at AS "updatedAt"`;

export const draftOf = (row: UserRow): UserDraft => ({
  userName: row.userName,
  active: row.active,
  externalId: row.externalId ?? undefined,
  givenName: row.givenName ?? undefined,
  familyName: row.familyName ?? undefined,
  displayName: row.displayName ?? undefined,
  email: row.email ?? undefined,
});

export const findUser = (q: Queryable, id: string) =>
  q.row<UserRow>(`SELECT ${USER_COLUMNS} FROM ${USERS} AND d.user_id = $1`, [id]);

export const findGroup = (q: Queryable, id: string) =>
  q.row<GroupRow>(`SELECT ${GROUP_COLUMNS} FROM directory_groups g WHERE g.id = $1`, [id]);

type Comparison = (value: string | boolean) => readonly [sql: string, value: unknown];

const text = (value: string | boolean): string => {
  if (typeof value !== 'string') throw refused('invalidFilter', 'The filter needs a value in double quotes');
  return value;
};
const id =
  (column: string): Comparison =>
  (value) => {
    const given = text(value);
    return isUuid(given) ? [`${column} = $?`, given] : ['$?::text IS NULL', given];
  };
const same =
  (column: string): Comparison =>
  (value) => [`${column} = $?`, text(value)];
const anyCase =
  (column: string): Comparison =>
  (value) => [`lower(${column}) = lower($?)`, text(value)];
const address: Comparison = (value) => [`coalesce(d.email, d.user_key) = $?`, text(value).toLowerCase()];
const member: Comparison = (value) => {
  const [sql, given] = id('m.user_id')(value);
  return [`EXISTS (SELECT FROM directory_members m WHERE m.group_id = g.id AND ${sql})`, given];
};

/** By the attributes of a filter: docs/directory.md, "Filters". */
const USER_FILTERS: Readonly<Record<string, Comparison>> = {
  id: id('d.user_id'),
  username: (value) => ['d.user_key = $?', keyOf(text(value))],
  externalid: same('d.external_id'),
  displayname: anyCase('d.display_name'),
  emails: address,
  'emails.value': address,
  active: (value) => ['d.active = $?', booleanOf('active', value)],
};

const GROUP_FILTERS: Readonly<Record<string, Comparison>> = {
  id: id('g.id'),
  displayname: (value) => ['g.group_key = $?', keyOfGroup(text(value))],
  externalid: same('g.external_id'),
  members: member,
  'members.value': member,
};

export interface Page {
  readonly where: readonly Condition[];
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
}

interface Found<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

export const listUsers = (q: Queryable, page: Page): Promise<Found<UserRow>> =>
  list(q, page, USER_FILTERS, { columns: USER_COLUMNS, from: USERS, order: 'd.created_at, d.user_id' });

export const listGroups = (q: Queryable, page: Page): Promise<Found<GroupRow>> =>
  list(q, page, GROUP_FILTERS, {
    columns: GROUP_COLUMNS,
    from: 'directory_groups g WHERE true',
    order: 'g.created_at, g.id',
  });

async function list<Row>(
  q: Queryable,
  { where, startIndex, count }: Page,
  filters: Readonly<Record<string, Comparison>>,
  { columns, from, order }: { readonly columns: string; readonly from: string; readonly order: string },
): Promise<Found<Row>> {
  const values: unknown[] = [];
  const conditions = where.map(({ attribute, value }) => {
    const compare = Object.hasOwn(filters, attribute) ? filters[attribute] : undefined;
    if (compare === undefined)
      throw refused('invalidFilter', `The filter can compare ${Object.keys(filters).join(', ')}`);
    const [sql, given] = compare(value);
    values.push(given);
    return ` AND ${sql.replace('$?', () => `$${values.length}`)}`;
  });
  const found = `${from}${conditions.join('')}`;
  const total = (await q.value<number>(`SELECT count(*)::int FROM ${found}`, values)) ?? 0;
  if (count === 0 || startIndex > total) return { total, rows: [] };
  const n = values.length;
  const rows = await q.rows<Row>(
    `SELECT ${columns} FROM ${found} ORDER BY ${order} LIMIT $${n + 1} OFFSET $${n + 2}`,
    [...values, count, startIndex - 1],
  );
  return { total, rows };
}

/** Members by group, with their userName. */
export const membersOf = (q: Queryable, groupIds: readonly string[]) =>
  q.rows<Reference & { readonly groupId: string }>(
    `SELECT m.group_id AS "groupId", d.user_id AS id, coalesce(d.display_name, d.user_name) AS name
     FROM directory_members m JOIN ${USERS.replace('WHERE', 'ON d.user_id = m.user_id WHERE')} AND m.group_id = ANY($1)
     ORDER BY d.created_at, d.user_id`,
    [groupIds],
  );

export const memberIdsOf = (q: Queryable, groupId: string) =>
  q.column<string>('SELECT user_id FROM directory_members WHERE group_id = $1', [groupId]);

/** The given users that the directory has. */
export const usersAmong = async (q: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    await q.column<string>(`SELECT d.user_id FROM ${USERS} AND d.user_id = ANY($1)`, [ids.filter(isUuid)]),
  );

export interface Holder {
  readonly id: string;
  /** The next user of this name gets the account. */
  readonly isFree: boolean;
  readonly externalId: string | null;
  readonly status: 'active' | 'inactive';
}

/** Who has or had this userName, also an account that the directory does not see. */
export const holderOf = (q: Queryable, userName: string) =>
  q.row<Holder>(
    `SELECT d.user_id AS id, d.absent AND ${STAFF} AS "isFree", d.external_id AS "externalId", u.status
     FROM directory_users d JOIN people_public u ON u.id = d.user_id WHERE d.user_key = $1`,
    [keyOf(userName)],
  );

const valuesOf = (userId: string, draft: UserDraft, at: Date): readonly unknown[] => [
  userId,
  draft.userName,
  keyOf(draft.userName),
  draft.externalId ?? null,
  draft.givenName ?? null,
  draft.familyName ?? null,
  draft.displayName ?? null,
  draft.email ?? null,
  draft.active,
  at,
];

/** A new user, or one who comes back. `endsAt`: when the account ends unless a group gives it a role. */
export const putUser = (q: Queryable, userId: string, draft: UserDraft, at: Date, endsAt: Date | null) =>
  q.run(
    `INSERT INTO directory_users (user_id, user_name, user_key, external_id, given_name, family_name, display_name, email,
                                  active, created_at, updated_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)
     ON CONFLICT (user_id) DO UPDATE SET user_name = excluded.user_name, user_key = excluded.user_key,
       external_id = excluded.external_id, given_name = excluded.given_name, family_name = excluded.family_name,
       display_name = excluded.display_name, email = excluded.email, active = excluded.active, absent = false,
       updated_at = excluded.updated_at, ends_at = excluded.ends_at`,
    [...valuesOf(userId, draft, at), endsAt],
  );

/** Throws a unique violation when another user has the userName. */
export const saveUser = (q: Queryable, userId: string, draft: UserDraft, at: Date) =>
  q.run(
    `UPDATE directory_users SET user_name = $2, user_key = $3, external_id = $4, given_name = $5, family_name = $6,
       display_name = $7, email = $8, active = $9, updated_at = $10 WHERE user_id = $1`,
    valuesOf(userId, draft, at),
  );

/** By hand: without it, the next change of the directory would undo what an admin has done. */
export const setActive = (q: Queryable, userId: string, active: boolean, at: Date) =>
  q.run(
    'UPDATE directory_users SET active = $2, updated_at = $3 WHERE user_id = $1 AND active <> $2 AND NOT absent',
    [userId, active, at],
  );

/** The directory has deleted the user: the account stays, in no group. Returns the groups that have changed. */
export async function leaveDirectory(q: Queryable, userId: string, at: Date): Promise<void> {
  await q.run(
    `WITH gone AS (DELETE FROM directory_members WHERE user_id = $1 RETURNING group_id)
     UPDATE directory_groups SET revision = revision + 1, updated_at = $2 WHERE id IN (SELECT group_id FROM gone)`,
    [userId, at],
  );
  await q.run(
    `UPDATE directory_users SET active = false, absent = true, updated_at = $2, settle_at = NULL, ends_at = NULL
     WHERE user_id = $1`,
    [userId, at],
  );
}

/** Throws a unique violation when another group has the name. */
export const insertGroup = async (q: Queryable, { displayName, externalId }: GroupDraft, at: Date) =>
  (await q.value<string>(
    `INSERT INTO directory_groups (display_name, group_key, external_id, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $4) RETURNING id`,
    [displayName, keyOfGroup(displayName), externalId ?? null, at],
  )) ?? '';

/** Throws a unique violation when another group has the name. */
export const saveGroup = (q: Queryable, groupId: string, { displayName, externalId }: GroupDraft, at: Date) =>
  q.run(
    `UPDATE directory_groups SET display_name = $2, group_key = $3, external_id = $4, revision = revision + 1,
       updated_at = $5 WHERE id = $1`,
    [groupId, displayName, keyOfGroup(displayName), externalId ?? null, at],
  );

export const deleteGroup = (q: Queryable, groupId: string) =>
  q.run('DELETE FROM directory_groups WHERE id = $1', [groupId]);

export const addMembers = (q: Queryable, groupId: string, userIds: readonly string[]) =>
  q.run('INSERT INTO directory_members (group_id, user_id) SELECT $1, unnest($2::uuid[])', [
    groupId,
    userIds,
  ]);

export const removeMembers = (q: Queryable, groupId: string, userIds: readonly string[]) =>
  q.run('DELETE FROM directory_members WHERE group_id = $1 AND user_id = ANY($2)', [groupId, userIds]);

/** Their accounts are compared with their groups. */
export const markUnsettled = (q: Queryable, userIds: readonly string[], at: Date) =>
  q.run('UPDATE directory_users SET settle_at = $2 WHERE user_id = ANY($1)', [userIds, at]);

/** When the service starts: the settings may map other groups now. */
export const markAllUnsettled = (q: Queryable, at: Date) =>
  q.run('UPDATE directory_users SET settle_at = coalesce(settle_at, $1) WHERE NOT absent', [at]);

export const unsettledUsers = (q: Queryable, at: Date, most: number) =>
  q.column<string>(
    'SELECT user_id FROM directory_users WHERE settle_at <= $1 ORDER BY settle_at, user_id LIMIT $2',
    [at, most],
  );

export const setSettled = (
  q: Queryable,
  userId: string,
  { settleAt, endsAt }: { readonly settleAt: Date | null; readonly endsAt: Date | null },
) =>
  q.run('UPDATE directory_users SET settle_at = $2, ends_at = $3 WHERE user_id = $1', [
    userId,
    settleAt,
    endsAt,
  ]);

export const postpone = (q: Queryable, userId: string, until: Date) =>
  q.run('UPDATE directory_users SET settle_at = $2 WHERE user_id = $1', [userId, until]);

export interface Standing {
  readonly id: string;
  /** What the directory says. */
  readonly active: boolean;
  readonly endsAt: Date | null;
  /** Of the account. */
  readonly status: 'active' | 'inactive';
  readonly role: 'CAREGIVER' | 'ADMIN';
  /** Names and external ids of the groups. */
  readonly groups: readonly string[];
}

/** Without those who are no users of the directory. */
export const standingsOf = (q: Queryable, userIds: readonly string[]) =>
  q.rows<Standing>(
    `SELECT d.user_id AS id, d.active, d.ends_at AS "endsAt", u.status, u.role,
       array(SELECT name FROM directory_members m JOIN directory_groups g ON g.id = m.group_id,
               unnest(array[g.display_name, g.external_id]) AS name
             WHERE m.user_id = d.user_id AND name IS NOT NULL ORDER BY name) AS groups
     FROM ${USERS} AND d.user_id = ANY($1) ORDER BY d.user_id`,
    [userIds],
  );

/** Whether the directory has created the account, so that its address says whose it is. */
export const isFromDirectory = async (q: Queryable, userId: string): Promise<boolean> =>
  (await q.row('SELECT FROM directory_users WHERE user_id = $1 AND NOT absent AND NOT handed_over', [
    userId,
  ])) !== undefined;

/** Whether the directory manages the account. */
export const isManaged = async (q: Queryable, userId: string): Promise<boolean> =>
  (await q.row('SELECT FROM directory_users WHERE user_id = $1 AND NOT absent', [userId])) !== undefined;

/** For admins: also an account that waits for the directory. */
export const findEntry = (q: Queryable, userId: string) =>
  q.row<object>(
    `SELECT d.user_name AS "userName", d.external_id AS "externalId", d.absent AS "isWaiting", d.active,
       array(SELECT g.display_name FROM directory_members m JOIN directory_groups g ON g.id = m.group_id
             WHERE m.user_id = d.user_id ORDER BY g.group_key) AS groups, d.updated_at AS "updatedAt"
     FROM directory_users d WHERE d.user_id = $1`,
    [userId],
  );

/** False if there is an entry already. Throws a unique violation when another account has the userName. */
export const awaitUser = async (q: Queryable, userId: string, userName: string, at: Date): Promise<boolean> =>
  (await q.run(
    `INSERT INTO directory_users (user_id, user_name, user_key, active, absent, handed_over, created_at, updated_at)
     VALUES ($1, $2, $3, true, true, true, $4, $4) ON CONFLICT (user_id) DO NOTHING`,
    [userId, userName, keyOf(userName), at],
  )) === 1;

export const forgetUser = async (q: Queryable, userId: string): Promise<boolean> =>
  (await q.run('DELETE FROM directory_users WHERE user_id = $1', [userId])) === 1;

/** For admins. `isWaiting`: handed over, or deleted by the directory. */
export const countUsers = (q: Queryable) =>
  q.row<{ readonly active: number; readonly inactive: number; readonly waiting: number }>(
    `SELECT count(*) FILTER (WHERE NOT d.absent AND u.status = 'active')::int AS active,
       count(*) FILTER (WHERE NOT d.absent AND u.status <> 'active')::int AS inactive,
       count(*) FILTER (WHERE d.absent AND d.active)::int AS waiting
     FROM directory_users d JOIN people_public u ON u.id = d.user_id AND ${STAFF}`,
  );

export const countGroups = (q: Queryable) => q.value<number>('SELECT count(*)::int FROM directory_groups');

/** Groups that no setting names, by name; at most so many. */
export const groupsOutside = (q: Queryable, names: readonly string[], most: number) =>
  q.rows<{ readonly name: string; readonly total: number }>(
    `SELECT display_name AS name, count(*) OVER ()::int AS total FROM directory_groups
     WHERE display_name <> ALL($1) AND (external_id IS NULL OR external_id <> ALL($1))
     ORDER BY group_key LIMIT $2`,
    [names, most],
  );

/** Which of these names or external ids are those of groups of the directory. */
export const groupsNamed = (q: Queryable, names: readonly string[]) =>
  q.column<string>(
    `SELECT n AS name FROM unnest($1::text[]) AS n
     WHERE EXISTS (SELECT FROM directory_groups WHERE display_name = n OR external_id = n)`,
    [names],
  );
