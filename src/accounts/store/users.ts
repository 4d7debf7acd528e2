import type { Queryable } from '../../platform/database/database.ts';
import type { Role } from '../../platform/http/principal.ts';
import type { Language } from '../../platform/languages.ts';
import { dropPendingEmailOfOthers } from '../email/store.ts';
import { columnsOf, ROLE_FIELDS, type RoleFieldName } from '../role-fields.ts';
import { HAS_SECOND_FACTOR } from '../second-factor/store.ts';
import { type Account, identityOf, type User } from '../user.ts';
import { USER_COLUMNS } from '../vocabulary.ts';

/** A password set by another user. */
interface GivenPassword {
  /** When it expires; null for the unknown password of an invited account whose owner has not chosen one yet. */
  readonly until: Date | null;
  /** The owner's wearables may use it without expiry. */
  readonly forDevices: boolean;
}

export interface NewUser extends Readonly<Partial<Record<RoleFieldName, string | null | undefined>>> {
  readonly email: string;
  readonly passwordHash: string;
  /** Set when the owner has not chosen the password. */
  readonly givenPassword?: GivenPassword | undefined;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly phone?: string | null | undefined;
  readonly dateOfBirth?: string | null | undefined;
  readonly now: Date;
}

const ROLE_COLUMNS = columnsOf(ROLE_FIELDS);
const ROLE_FIELD_NAMES = Object.keys(ROLE_FIELDS) as RoleFieldName[];

/** The changeable columns, by their names in the API; the e-mail address has its own rules (email-changes.ts). */
const CHANGEABLE = {
  firstName: 'first_name',
  lastName: 'last_name',
  phone: 'phone',
  dateOfBirth: 'date_of_birth',
  language: 'language',
  status: 'status',
  ...ROLE_COLUMNS,
} as const;

export type UserChange = { readonly [Field in keyof typeof CHANGEABLE]?: string | null | undefined };

/** Throws a unique violation when the e-mail or the external ID is taken (see isDuplicate). */
export async function insertUser(q: Queryable, user: NewUser): Promise<User> {
  const [row] = await q.rows<User>(
    `INSERT INTO users (email, password_hash, first_name, last_name, role, created_at, updated_at,
                        phone, date_of_birth, has_own_password, password_temporary_until, password_for_devices,
                        ${Object.values(ROLE_COLUMNS).join(', ')})
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11,
             ${ROLE_FIELD_NAMES.map((_, index) => `$${index + 12}`).join(', ')}) RETURNING ${USER_COLUMNS}`,
    [
      user.email,
      user.passwordHash,
      user.firstName,
      user.lastName,
      user.role,
      user.now,
      user.phone ?? null,
      user.dateOfBirth ?? null,
      user.givenPassword === undefined,
      user.givenPassword?.until ?? null,
      user.givenPassword?.forDevices ?? false,
      ...ROLE_FIELD_NAMES.map((name) => user[name] ?? null),
    ],
  );
  return row as User;
}

/** People only: a service account has no profile and is no recipient. */
const IS_PERSON = `role <> 'SERVICE'`;

export const findUser = (q: Queryable, id: string) =>
  q.row<User>(`SELECT ${USER_COLUMNS} FROM users WHERE id = $1 AND ${IS_PERSON}`, [id]);

/** By id; service accounts, too, whose role is then SERVICE. */
export async function findAccounts(
  q: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Account>> {
  const users = await q.rows<Account>(`SELECT ${USER_COLUMNS} FROM users WHERE id = ANY($1)`, [ids]);
  return new Map(users.map((user) => [user.id, user]));
}

/** A user or a service account. */
export const findAccount = async (q: Queryable, id: string): Promise<Account | undefined> =>
  (await findAccounts(q, [id])).get(id);

/** The users and service accounts as a login response shows them, by id. */
export async function findIdentities(q: Queryable, ids: readonly string[]) {
  const users = await findAccounts(q, ids);
  return new Map([...users].map(([id, user]) => [id, identityOf(user)]));
}

/** Names and rooms by id, as alerts show them; deleted users are missing. */
export async function namesAndRooms(q: Queryable, ids: readonly string[]) {
  const rows = await q.rows<{ id: string; patientName: string; patientRoom: string | null }>(
    `SELECT id, first_name || ' ' || last_name AS "patientName", room AS "patientRoom" FROM users WHERE id = ANY($1)`,
    [ids],
  );
  const named = new Map(rows.map(({ id, ...patient }) => [id, patient]));
  return (id: string) => named.get(id) ?? { patientName: '', patientRoom: null };
}

/** Null for that of the organisation, and for an account that does not exist. */
export const findLanguage = async (q: Queryable, id: string): Promise<Language | null> =>
  (await q.value<Language | null>('SELECT language FROM users WHERE id = $1', [id])) ?? null;

/** An account with its credentials. */
export interface LoginRow extends User {
  readonly passwordHash: string;
  readonly hasSecondFactor: boolean;
  /** When a temporary password expires; null for a password that the owner has chosen. */
  readonly temporaryUntil: Date | null;
  readonly passwordForDevices: boolean;
  /** The owner has chosen the password. */
  readonly hasOwnPassword: boolean;
}

const LOGIN = `SELECT ${USER_COLUMNS}, password_hash AS "passwordHash", ${HAS_SECOND_FACTOR} AS "hasSecondFactor",
    password_temporary_until AS "temporaryUntil", password_for_devices AS "passwordForDevices",
    has_own_password AS "hasOwnPassword"
  FROM users u`;

export const findUserForLogin = (q: Queryable, email: string) =>
  q.row<LoginRow>(`${LOGIN} WHERE email = $1 AND ${IS_PERSON}`, [email]);

/** The same, by id, for a logged-in user. */
export const findLogin = (q: Queryable, id: string) => q.row<LoginRow>(`${LOGIN} WHERE id = $1`, [id]);

/**
 * Voids earlier password reset links, and a pending e-mail address, unless an admin or `session` requested it. False
 * when there is no such user.
 */
async function setPassword(
  q: Queryable,
  id: string,
  columns: string,
  values: readonly unknown[],
  session?: string,
) {
  const found = await q.run(
    `UPDATE users SET password_hash = $2, updated_at = $3, ${columns} WHERE id = $1`,
    [id, ...values],
  );
  await q.run('DELETE FROM password_resets WHERE user_id = $1', [id]);
  await dropPendingEmailOfOthers(q, id, session);
  return found === 1;
}

/** Sets a password that the owner has chosen; `session` is the session that changes it. */
export const setOwnPassword = (
  q: Queryable,
  id: string,
  hash: string,
  { now, session }: { readonly now: Date; readonly session?: string },
): Promise<boolean> =>
  setPassword(
    q,
    id,
    'has_own_password = true, password_temporary_until = NULL, password_for_devices = false',
    [hash, now],
    session,
  );

/** Sets a password that another user hands out; without an end, one that nobody knows. */
export const setTemporaryPassword = (
  q: Queryable,
  id: string,
  hash: string,
  { until, now }: { readonly until: Date | null; readonly now: Date },
): Promise<boolean> =>
  setPassword(q, id, 'password_temporary_until = $4, password_for_devices = false', [hash, now, until]);

/** False if the account has been deactivated. A deactivation that comes later waits, and finds the session. */
export const setLastLogin = async (q: Queryable, id: string, now: Date): Promise<boolean> =>
  (await q.run(`UPDATE users SET last_login = $2 WHERE id = $1 AND status = 'active'`, [id, now])) === 1;

/**
 * Sets the last login, if the account has not changed since its password was checked. Locks the row, so that a
 * concurrent password change waits and then finds the session that this transaction opens.
 */
export const confirmLogin = async (
  q: Queryable,
  { id, passwordHash }: { readonly id: string; readonly passwordHash: string },
  now: Date,
): Promise<boolean> =>
  (await q.run(
    `UPDATE users SET last_login = $3 WHERE id = $1 AND password_hash = $2 AND status = 'active'`,
    [id, passwordHash, now],
  )) === 1;

/** Whether the account is unchanged since its password was checked; concurrent changes wait for this transaction. */
export const lockLogin = async (
  q: Queryable,
  { id, passwordHash }: { readonly id: string; readonly passwordHash: string },
): Promise<boolean> =>
  (await q.row(
    `SELECT FROM users WHERE id = $1 AND password_hash = $2 AND status = 'active' FOR NO KEY UPDATE`,
    [id, passwordHash],
  )) !== undefined;

/** Undefined fields stay unchanged; `null` clears a field. */
export function changeUser(
  q: Queryable,
  id: string,
  change: UserChange,
  now: Date,
): Promise<User | undefined> {
  const fields = (Object.keys(CHANGEABLE) as (keyof UserChange)[]).filter(
    (field) => change[field] !== undefined,
  );
  const assignments = fields.map((field, index) => `${CHANGEABLE[field]} = $${index + 3}`);
  return q.row<User>(
    `UPDATE users SET ${['updated_at = $2', ...assignments].join(', ')} WHERE id = $1 RETURNING ${USER_COLUMNS}`,
    [id, now, ...fields.map((field) => change[field])],
  );
}

export const setRole = (q: Queryable, id: string, role: Role, now: Date) =>
  q.row<User>(`UPDATE users SET role = $2, updated_at = $3 WHERE id = $1 RETURNING ${USER_COLUMNS}`, [
    id,
    role,
    now,
  ]);

/**
 * Locks a user's row until the transaction ends; false when there is none. Rows that refer to the user, such as a
 * message, can still be inserted: their transactions lock two users and would deadlock.
 */
export const lockUser = async (q: Queryable, id: string): Promise<boolean> =>
  (await q.row('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [id])) !== undefined;

/** Where a patient lives; people/ locks the wards before. */
export const setWard = (q: Queryable, patientId: string, wardId: string | null) =>
  q.run('UPDATE users SET ward_id = $2 WHERE id = $1 AND ward_id IS DISTINCT FROM $2', [patientId, wardId]);

/** The change of the account reads the row afterwards. */
export const setShareWithHome = (q: Queryable, patientId: string, share: boolean): Promise<number> =>
  q.run('UPDATE users SET share_with_home = $2 WHERE id = $1', [patientId, share]);

export const deleteUser = (q: Queryable, id: string) => q.run('DELETE FROM users WHERE id = $1', [id]);

export const anyUserExists = async (q: Queryable): Promise<boolean> =>
  (await q.row('SELECT 1 FROM users LIMIT 1')) !== undefined;

export const activeAdminExists = async (q: Queryable): Promise<boolean> =>
  (await q.row(`SELECT 1 FROM users WHERE role = 'ADMIN' AND status = 'active' LIMIT 1`)) !== undefined;

/** Of these addresses, those of active admins. */
export const adminsAmong = (q: Queryable, emails: readonly string[]) =>
  q.column<string>(`SELECT email FROM users WHERE email = ANY($1) AND role = 'ADMIN' AND status = 'active'`, [
    emails,
  ]);

/** Arbitrary key of the advisory lock; see lockActiveAdmins. */
const ADMINS_LOCK = 0x61646d69;

/**
 * Locks the set of active admins until the transaction ends. Changes to the set take an advisory lock: row locks would
 * deadlock with transactions that refer to two admins, such as a message. `hasPassword`: not of those who log in at the
 * provider alone, or have not followed their invitation yet.
 */
export async function lockActiveAdmins(q: Queryable) {
  await q.run('SELECT pg_advisory_xact_lock($1)', [ADMINS_LOCK]);
  return q.rows<{
    readonly id: string;
    readonly email: string;
    readonly role: 'ADMIN';
    readonly hasPassword: boolean;
  }>(
    `SELECT id, email, role, has_own_password OR password_temporary_until IS NOT NULL AS "hasPassword"
     FROM users WHERE role = 'ADMIN' AND status = 'active' ORDER BY id`,
  );
}

/**
 * Whether the service would have no admin without this one, or none with a password that PASSWORD_LOGIN lets in: nobody
 * could then log in while the provider is away. Locks the set of admins.
 */
export async function isLastAdmin(
  q: Queryable,
  id: string,
  mayLogIn: (admin: { readonly role: Role; readonly email: string }) => boolean,
): Promise<boolean> {
  const admins = await lockActiveAdmins(q);
  const isIn = (set: typeof admins) => set.some((admin) => admin.id === id);
  const withPassword = admins.filter((admin) => admin.hasPassword && mayLogIn(admin));
  return [admins, withPassword].some((set) => isIn(set) && set.length === 1);
}

/** The given users whose account exists and is active. */
export async function activeUsersAmong(q: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const sql = `SELECT id FROM users WHERE id = ANY($1) AND status = 'active'`;
  return new Set((await q.rows<{ id: string }>(sql, [ids])).map((user) => user.id));
}

export const patientsAmong = async (q: Queryable, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const sql = `SELECT id FROM users WHERE id = ANY($1) AND role = 'PATIENT'`;
  return (await q.rows<{ id: string }>(sql, [ids])).map((user) => user.id);
};
