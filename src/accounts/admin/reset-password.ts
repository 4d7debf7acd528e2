import type { Database } from '../../platform/database/database.ts';
import { TEMPORARY_PASSWORD_MS } from '../link-lifetimes.ts';
import { revokeSessionsOf } from '../login/session-store.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { createTemporaryPassword } from '../passwords/temporary-password.ts';
import { deleteSecondFactor } from '../second-factor/store.ts';
import { findUserForLogin, setTemporaryPassword } from '../store/users.ts';
import type { User } from '../user.ts';

interface ResetDeps {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly now: () => number;
}

/**
 * Password reset for an operator with access to the server, as an admin does it over HTTP; undefined for an unknown
 * e-mail.
 */
export async function resetPasswordOf(
  { db, passwords, now }: ResetDeps,
  email: string,
  { removeTotp = false }: { readonly removeTotp?: boolean } = {},
): Promise<{ readonly user: User; readonly temporaryPassword: string } | undefined> {
  const user = await findUserForLogin(db, email);
  if (user === undefined) return undefined;
  const password = createTemporaryPassword();
  const passwordHash = await passwords.hash(password);
  await db.transaction(async (q) => {
    const at = new Date(now());
    const until = new Date(at.getTime() + TEMPORARY_PASSWORD_MS);
    await setTemporaryPassword(q, user.id, passwordHash, { until, now: at });
    await revokeSessionsOf(q, user.id, at);
    if (removeTotp) await deleteSecondFactor(q, user.id);
    // Running instances cache sessions; this notifies them at the commit.
    await q.run(`SELECT pg_notify('vigil_revoked', $1)`, [user.id]);
  });
  return { user, temporaryPassword: password };
}
