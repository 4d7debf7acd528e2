import type { Queryable } from '../../platform/database/database.ts';
import { passkeysOf } from '../passkeys/store.ts';
import { findLogin } from '../store/users.ts';
import type { PasswordPolicy } from './password-policy.ts';

/** Whether the person can log in with a password of their own or a passkey, not only at a provider. */
export async function hasOwnLogin(
  q: Queryable,
  passwordPolicy: Pick<PasswordPolicy, 'mayLogIn'>,
  userId: string,
): Promise<boolean> {
  const login = await findLogin(q, userId);
  if (login === undefined || !passwordPolicy.mayLogIn(login)) return false;
  return login.hasOwnPassword || (await passkeysOf(q, userId)).length > 0;
}

/** Whether the person may log in with a password, and whether they have chosen it themselves. */
export async function passwordOf(
  q: Queryable,
  passwordPolicy: Pick<PasswordPolicy, 'mayLogIn'>,
  userId: string,
): Promise<{ readonly mayUse: boolean; readonly isOwn: boolean }> {
  const login = await findLogin(q, userId);
  return {
    mayUse: login !== undefined && passwordPolicy.mayLogIn(login),
    isOwn: login?.hasOwnPassword ?? false,
  };
}
