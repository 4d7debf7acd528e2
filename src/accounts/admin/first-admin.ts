import { commandLine } from '../../platform/command-line.ts';
import type { PlatformConfig } from '../../platform/config/settings.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { createTemporaryPassword } from '../passwords/temporary-password.ts';
import type { AccountsConfig } from '../settings.ts';
import { adminsAmong, anyUserExists, findUserForLogin, insertUser } from '../store/users.ts';

export interface FirstAdmin {
  readonly email: string;
  /** Only set for a random password, which is shown once. */
  readonly password?: string;
}

interface FirstAdminDeps {
  readonly config: Pick<AccountsConfig, 'adminEmail' | 'adminPassword'> & Pick<PlatformConfig, 'environment'>;
  readonly db: Database;
  readonly passwords: Passwords;
  /** False: there is no safe place to show a random password. */
  readonly showsPassword: boolean;
  readonly now: () => number;
  readonly log: Log;
}

/** Call it when the service is listening, and show the password it returns; undefined when there is none to show. */
type FinishFirstAdmin = () => Promise<FirstAdmin | undefined>;

const DEVELOPMENT_EMAIL = 'admin@vigil.local';
const NAMES = { firstName: 'First', lastName: 'Admin' };

/**
 * docs/contract.md, "Accounts". Run it before the ports open: no user can have signed up yet, and an admin from the
 * configuration can log in at once. An admin with a random password is stored only when the service is listening,
 * because a start that fails later would use up the password without showing it.
 */
export async function prepareFirstAdmin({
  config: { adminEmail, adminPassword, environment },
  db,
  passwords,
  showsPassword,
  now,
  log,
}: FirstAdminDeps): Promise<FinishFirstAdmin> {
  if (adminEmail !== undefined && adminPassword !== undefined) {
    const existing = await findUserForLogin(db, adminEmail);
    if (existing !== undefined && existing.role !== 'ADMIN')
      log.warn({}, 'accounts: the account of ADMIN_EMAIL is not an admin, leaving it unchanged');
    const isNew = existing === undefined && (await insert(adminEmail, await passwords.hash(adminPassword)));
    return async () => (isNew ? { email: adminEmail } : undefined);
  }
  if (environment === 'production' || (await anyUserExists(db))) return async () => undefined;
  if (!showsPassword) {
    log.warn(
      {},
      `accounts: there is no admin; create one: ${commandLine('create-admin', 'name@example.org')}`,
    );
    return async () => undefined;
  }
  const password = createTemporaryPassword();
  const passwordHash = await passwords.hash(password);
  return async () =>
    (await insert(DEVELOPMENT_EMAIL, passwordHash)) ? { email: DEVELOPMENT_EMAIL, password } : undefined;

  /** False when another instance that starts at the same time has created the admin. */
  async function insert(email: string, hash: string): Promise<boolean> {
    try {
      await insertUser(db, { email, passwordHash: hash, ...NAMES, role: 'ADMIN', now: new Date(now()) });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}

/** With PASSWORD_LOGIN=off: the addresses of emergency admins who could not log in. */
export async function breakGlassWarnings(
  { passwordLogin, breakGlassAdmins }: Pick<AccountsConfig, 'passwordLogin' | 'breakGlassAdmins'>,
  db: Queryable,
): Promise<readonly string[]> {
  if (passwordLogin === 'on') return [];
  const known = new Set(await adminsAmong(db, breakGlassAdmins));
  const unknown = breakGlassAdmins.filter((email) => !known.has(email)).length;
  return unknown === 0
    ? []
    : [
        `BREAK_GLASS_ADMINS names ${unknown} of ${breakGlassAdmins.length} addresses that no active admin has: those cannot log in while the provider is away`,
      ];
}

/** For the log at start. */
export const adminWarnings = (
  { environment }: Pick<PlatformConfig, 'environment'>,
  hasAdmin: boolean,
): readonly string[] =>
  environment !== 'production' || hasAdmin
    ? []
    : [
        `There is no admin: create one with ${commandLine('create-admin', 'name@example.org')}, or set ADMIN_EMAIL and ADMIN_PASSWORD`,
      ];
