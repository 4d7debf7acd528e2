import type { Queryable } from '../../platform/database/database.ts';
import { type Condition, given, type ListSource, list } from '../../platform/database/list.ts';
import { countRowsIn } from '../../platform/database/row-counts.ts';
import { ROLES, type Role } from '../../platform/http/principal.ts';
import type { Page } from '../../platform/schema/paging.ts';
import { realAddressSql } from '../email/no-address.ts';
import { columnsOf, ROLE_FIELDS } from '../role-fields.ts';
import type { User } from '../user.ts';
import { USER_COLUMNS } from '../vocabulary.ts';

interface UserFilter {
  readonly role?: Role | null | undefined;
  readonly status?: 'active' | 'inactive' | null | undefined;
  /** Part of a name, an e-mail address or a room. */
  readonly search?: string | null | undefined;
}

const SOURCE: ListSource = {
  columns: USER_COLUMNS,
  from: 'users',
  sortable: {
    email: 'email',
    firstName: 'first_name',
    lastName: 'last_name',
    role: 'role',
    status: 'status',
    phone: 'phone',
    dateOfBirth: 'date_of_birth',
    avatar: 'avatar',
    language: 'language',
    ...columnsOf(ROLE_FIELDS),
    updatedAt: 'updated_at',
    lastLogin: 'last_login',
  },
  time: 'created_at',
  id: 'id',
};
export const USER_SORTS = Object.keys(SOURCE.sortable);

/** Service accounts have a list of their own. */
const PEOPLE: Condition = [`role <> 'SERVICE'`];

/** A stand-in for a missing address is random: part of a room would match it by chance. */
const SEARCHED = `first_name || ' ' || last_name || ' ' ||
  ${realAddressSql('email')} || ' ' || coalesce(room, '')`;

/** `narrowedBy` holds conditions that hide users from the caller. */
export const listUsers = (
  q: Queryable,
  page: Page,
  filter: UserFilter,
  narrowedBy: readonly Condition[] = [],
) =>
  list<User>(
    q,
    SOURCE,
    page,
    [
      ...(filter.role ? [['role = $?', filter.role] as const] : [PEOPLE]),
      ...given(filter.status, (status) => ['status = $?', status]),
      ...narrowedBy,
      ...given(filter.search, (search) => [`strpos(lower(${SEARCHED}), lower($?)) > 0`, search]),
    ],
    // The total must not reveal more than the list does.
    filter.search || narrowedBy.length > 0 ? undefined : () => countUsers(q, filter),
  );

const COUNTED = { list: 'users', label: `role || '/' || status`, time: 'created_at' } as const;

export function countUsers(
  q: Queryable,
  { role, status }: Pick<UserFilter, 'role' | 'status'>,
): Promise<number> {
  const roles = role ? [role] : ROLES;
  const statuses = status ? [status] : ['active', 'inactive'];
  return countRowsIn(
    q,
    COUNTED,
    roles.flatMap((r) => statuses.map((s) => `${r}/${s}`)),
  );
}
