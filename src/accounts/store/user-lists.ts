import { type PatientsOf, shownAmong } from '../../people/care-team.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { given, type ListSource, list } from '../../platform/database/list.ts';
import { countRowsIn } from '../../platform/database/row-counts.ts';
import { ROLES, type Role } from '../../platform/http/principal.ts';
import type { Page } from '../../platform/schema/paging.ts';
import type { User } from '../user.ts';
import { USER_COLUMNS } from './users.ts';

export interface UserFilter {
  readonly role?: Role | null | undefined;
  readonly status?: 'active' | 'inactive' | null | undefined;
  /** A part of a name, an address or a room. */
  readonly search?: string | null | undefined;
  /** Of patients: whose; everybody's if it is not said. */
  readonly of?: PatientsOf | undefined;
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
    emergencyContact: 'emergency_contact',
    room: 'room',
    specialization: 'specialization',
    organization: 'organization',
    updatedAt: 'updated_at',
    lastLogin: 'last_login',
  },
  time: 'created_at',
  id: 'id',
};
export const USER_SORTS = Object.keys(SOURCE.sortable);
/** Not by fields that only some callers may see: the order would reveal them. */
export const PATIENT_SORTS = ['email', 'firstName', 'lastName', 'status'];

const SEARCHED = `first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(room, '')`;

export const listUsers = (q: Queryable, page: Page, filter: UserFilter) =>
  list<User>(
    q,
    SOURCE,
    page,
    [
      ...given(filter.role, (role) => ['role = $?', role]),
      ...given(filter.status, (status) => ['status = $?', status]),
      ...shownAmong(filter.of ?? 'everybody', 'id'),
      ...given(filter.search, (search) => [`strpos(lower(${SEARCHED}), lower($?)) > 0`, search]),
    ],
    // The total must not tell more than the list does.
    filter.search || isSome(filter.of) ? undefined : () => countUsers(q, filter),
  );

const isSome = (of: PatientsOf | undefined): boolean => of !== undefined && of !== 'everybody';

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
