import type { Database, Queryable } from '../../platform/database/database.ts';
import { InvalidInput } from '../../platform/errors.ts';
import { hashOfSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import type { AccountMail, Addressee } from '../email/account-mail.ts';
import { INVITATION_LIFETIME_MS, RESET_LIFETIME_MS } from '../link-lifetimes.ts';
import type { LoginHooks } from '../login/login-hooks.ts';
import type { PasswordPolicy } from '../login/password-policy.ts';
import type { Sessions } from '../login/sessions.ts';
import { findUserForLogin, setOwnPassword } from '../store/users.ts';
import type { Passwords } from './passwords.ts';
import { findPasswordReset, insertPasswordReset, lockPasswordReset } from './reset-store.ts';

interface Invited extends Addressee {
  readonly id: string;
}

/** docs/contract.md, "Forgotten passwords": by e-mail. */
export interface PasswordResets {
  /**
   * Returns at once, so that the response time does not reveal whether the account exists. `asked` is called with the
   * id of the account that gets a link.
   */
  ask(email: string, asked: (userId: string) => void): void;
  /**
   * Creates a link to choose the first password of an account. Call the returned function after the commit to send
   * the mail.
   */
  invite(q: Queryable, user: Invited): Promise<() => void>;
  /** Ends every session; returns the user's id. Throws 400 when the token was used or has expired. */
  reset(token: string, newPassword: string): Promise<string>;
}

interface PasswordResetDeps {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly mail: AccountMail;
  readonly passwordPolicy: Pick<PasswordPolicy, 'mayLogIn'>;
  readonly loginHooks: Pick<LoginHooks, 'mayChoosePassword'>;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

/** Usable links per user: repeated requests for another user's account must not fill the user's mailbox. */
const MAX_USABLE = 3;

export function createPasswordResets(deps: PasswordResetDeps): PasswordResets {
  const { db, passwords, sessions, mail, passwordPolicy, loginHooks, publicUrl, now } = deps;

  /** Returns undefined when the user already has MAX_USABLE usable links. */
  async function issue(q: Queryable, { id: userId, email }: Invited, isInvitation: boolean) {
    const token = newSecretToken();
    const tokenHash = hashOfSecretToken(token);
    const at = now();
    const expiresAt = new Date(at + (isInvitation ? INVITATION_LIFETIME_MS : RESET_LIFETIME_MS));
    const reset = { tokenHash, userId, email, isInvitation, expiresAt, now: new Date(at) };
    return (await insertPasswordReset(q, reset, MAX_USABLE)) ? token : undefined;
  }

  // The token is in the fragment (#), so it appears in no server or proxy log.
  const linkTo = (name: 'token' | 'invitation', token: string) => `${publicUrl()}/login#${name}=${token}`;

  return {
    ask(email, asked) {
      mail.behind(async () => {
        const user = await findUserForLogin(db, email);
        if (user === undefined || user.status !== 'active' || !passwordPolicy.mayLogIn(user)) return;
        if (!(await loginHooks.mayChoosePassword(db, user.id))) return;
        const token = await issue(db, user, false);
        if (token === undefined) return;
        asked(user.id);
        mail.send(user, 'passwordReset', linkTo('token', token));
      });
    },

    async invite(q, user) {
      const token = await issue(q, user, true);
      return () => {
        if (token !== undefined) mail.send(user, 'invitation', linkTo('invitation', token));
      };
    },

    async reset(token, newPassword) {
      const tokenHash = hashOfSecretToken(token);
      // Looked up before hashing, because hashing is slow and the endpoint is public.
      const found = await findPasswordReset(db, tokenHash, new Date(now()));
      if (found === undefined) throw unusable();
      const { userId } = found;
      const passwordHash = await passwords.hash(newPassword);
      const announce = await db.transaction(async (q) => {
        const at = new Date(now());
        if (!(await lockPasswordReset(q, { tokenHash, userId, now: at }))) throw unusable();
        await setOwnPassword(q, userId, passwordHash, { now: at });
        return sessions.endAllOf(q, userId);
      });
      await announce();
      return userId;
    },
  };
}

const unusable = () =>
  new InvalidInput(
    { token: 'was used, has expired or is not ours; ask for a new one' },
    'The link is void',
    'LINK_VOID',
  );
