import type { Config } from '../config.ts';
import { type Database, isDuplicate } from '../storage/database.ts';
import { anyUserExists, findUserForLogin, insertUser } from '../storage/users.ts';
import type { Passwords } from './passwords.ts';
import { temporaryPassword } from './temporary-password.ts';

export interface FirstAdmin {
  readonly email: string;
  /** Only where it was made up here, to be shown once. */
  readonly password?: string;
}

const DEVELOPMENT_EMAIL = 'admin@vigil.local';

/** Decisions, Authentication, "First admin". Answers undefined when there was nothing to do. */
export async function ensureFirstAdmin({
  config,
  db,
  passwords,
  now,
}: {
  config: Config;
  db: Database;
  passwords: Passwords;
  now: () => number;
}): Promise<FirstAdmin | undefined> {
  const { adminEmail, adminPassword, environment } = config;
  if (adminEmail !== undefined && adminPassword !== undefined) {
    if ((await findUserForLogin(db, adminEmail)) !== undefined) return undefined;
    await create(adminEmail, adminPassword);
    return { email: adminEmail };
  }
  if (environment === 'production' || (await anyUserExists(db))) return undefined;
  const password = temporaryPassword();
  await create(DEVELOPMENT_EMAIL, password);
  return { email: DEVELOPMENT_EMAIL, password };

  async function create(email: string, password: string): Promise<void> {
    const passwordHash = await passwords.hash(password);
    const names = { firstName: 'First', lastName: 'Admin' };
    await insertUser(db, { email, passwordHash, ...names, role: 'ADMIN', now: new Date(now()) }).catch(
      // Another instance that started at the same moment was quicker.
      (error: unknown) => {
        if (!isDuplicate(error)) throw error;
      },
    );
  }
}
