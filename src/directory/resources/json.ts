import { tagOf, versionOf } from '../protocol/versions.ts';
import type { GroupRow, UserRow } from '../store.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

interface Resource {
  readonly [attribute: string]: unknown;
  readonly meta: { readonly location: string; readonly version: string };
}

export interface Member {
  readonly id: string;
  readonly name: string;
}

/** A user as the directory wrote it; `active` is what the directory says. */
export function userJson(base: string, row: UserRow): Resource {
  const content = {
    schemas: [USER_SCHEMA],
    id: row.id,
    ...(row.externalId !== null && { externalId: row.externalId }),
    userName: row.userName,
    ...nameOf(row),
    ...(row.displayName !== null && { displayName: row.displayName }),
    ...(row.email !== null && { emails: [{ value: row.email, type: 'work', primary: true }] }),
    active: row.active,
    groups: row.groups.map(({ id, name }) => ({
      value: id,
      $ref: `${base}/Groups/${id}`,
      display: name,
      type: 'direct',
    })),
  };
  return { ...content, meta: metaOf('User', `${base}/Users/${row.id}`, row, versionOf(content)) };
}

function nameOf({ givenName, familyName }: UserRow): object {
  if (givenName === null && familyName === null) return {};
  return {
    name: {
      formatted: [givenName, familyName].filter(Boolean).join(' '),
      ...(givenName !== null && { givenName }),
      ...(familyName !== null && { familyName }),
    },
  };
}

/** `members`: undefined if the caller does not want them. */
export const groupJson = (base: string, row: GroupRow, members: readonly Member[] | undefined): Resource => ({
  schemas: [GROUP_SCHEMA],
  id: row.id,
  ...(row.externalId !== null && { externalId: row.externalId }),
  displayName: row.displayName,
  ...(members && {
    members: members.map(({ id, name }) => ({
      value: id,
      $ref: `${base}/Users/${id}`,
      display: name,
      type: 'User',
    })),
  }),
  meta: metaOf('Group', `${base}/Groups/${row.id}`, row, String(row.revision)),
});

export const groupTag = ({ revision }: Pick<GroupRow, 'revision'>): string => tagOf(String(revision));

const metaOf = (
  resourceType: 'User' | 'Group',
  location: string,
  { createdAt, updatedAt }: { readonly createdAt: Date; readonly updatedAt: Date },
  version: string,
) => ({
  resourceType,
  created: createdAt.toISOString(),
  lastModified: updatedAt.toISOString(),
  location,
  version: tagOf(version),
});
