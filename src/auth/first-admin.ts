import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { type Database, isDuplicate } from '../storage/database.ts';
import { anyUserExists, findUserForLogin, insertUser } from '../storage/users.ts';
import type { Passwords } from './passwords.ts';
import { temporaryPassword } from './temporary-password.ts';

export interface FirstAdmin {
  readonly email: string;
  /** Only where it is a random one, to be shown once. */
  readonly password?: string;
}

const DEVELOPMENT_EMAIL = 'admin@vigil.local';

/** Decisions, Authentication, "First admin". Answers undefined when there was nothing to do. */
export async function ensureFirstAdmin({
  config,
  db,
  passwords,
  now,
  log,
}: {
  config: Config;
  db: Database;
  passwords: Passwords;
  now: () => number;
  log: Log;
}): Promise<FirstAdmin | undefined> {
  const { adminEmail, adminPassword, environment } = config;
  if (adminEmail !== undefined && adminPassword !== undefined) {
    const existing = await findUserForLogin(db, adminEmail);
    if (existing !== undefined) {
      if (existing.role !== 'ADMIN')
        log.warn({}, 'the account of ADMIN_EMAIL is no admin, and is left as it is');
      return undefined;
    }
    return (await create(adminEmail, adminPassword)) ? { email: adminEmail } : undefined;
  }
  if (environment === 'production' || (await anyUserExists(db))) return undefined;
  const password = temporaryPassword();
  return (await create(DEVELOPMENT_EMAIL, password)) ? { email: DEVELOPMENT_EMAIL, password } : undefined;

  /** False when another instance that starts at the same time has created it. */
  async function create(email: string, password: string): Promise<boolean> {
    const passwordHash = await passwords.hash(password);
    const names = { firstName: 'First', lastName: 'Admin' };
    try {
      await insertUser(db, { email, passwordHash, ...names, role: 'ADMIN', now: new Date(now()) });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}
