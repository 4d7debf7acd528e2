import type { Database } from '../../platform/database/database.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { TEMPORARY_PASSWORD_MS } from '../link-lifetimes.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { createTemporaryPassword } from '../passwords/temporary-password.ts';
import { insertUser } from '../store/users.ts';
import type { User } from '../user.ts';

interface CreateDeps {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly now: () => number;
}

/** For an operator with access to the server; undefined if the e-mail is taken. */
export async function createAdminAccount(
  { db, passwords, now }: CreateDeps,
  email: string,
): Promise<{ readonly user: User; readonly temporaryPassword: string } | undefined> {
  const password = createTemporaryPassword();
  const passwordHash = await passwords.hash(password);
  const at = new Date(now());
  const until = new Date(at.getTime() + TEMPORARY_PASSWORD_MS);
  try {
    const user = await insertUser(db, {
      email,
      passwordHash,
      givenPassword: { until, forDevices: false },
      firstName: 'First',
      lastName: 'Admin',
      role: 'ADMIN',
      now: at,
    });
    return { user, temporaryPassword: password };
  } catch (error) {
    if (isDuplicate(error)) return undefined;
    throw error;
  }
}
