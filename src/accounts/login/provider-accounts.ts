import type { Queryable } from '../../platform/database/database.ts';
import { Overtaken } from '../../platform/database/repeated.ts';
import type { Principal, Role } from '../../platform/http/principal.ts';
import { standInAddress } from '../email/no-address.ts';
import { isEmailTaken, lockForEmail, setEmail } from '../email/store.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { createTemporaryPassword } from '../passwords/temporary-password.ts';
import {
  changeUser,
  findLogin,
  findUserForLogin,
  insertUser,
  isLastAdmin,
  setLastLogin,
  setTemporaryPassword,
} from '../store/users.ts';
import type { User } from '../user.ts';
import type { PasswordPolicy } from './password-policy.ts';
import { markUnrenewable, type Opener, type ProviderProof } from './session-store.ts';
import type { Sessions } from './sessions.ts';

/** A person as the provider of single sign-on describes them. */
interface Person {
  /** Undefined unless the provider has verified it. */
  readonly email: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
}

/** `passwordHash` is that of a password which nobody knows. */
interface NewProvided extends Person {
  readonly passwordHash: string;
  readonly role: Role;
}

interface ProviderAccountDeps {
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly sessions: Pick<Sessions, 'open' | 'endAllOf' | 'endAmong'>;
  readonly passwordPolicy: PasswordPolicy;
  readonly now: () => number;
}

/** No user has it. */
const NO_USER = '00000000-0000-0000-0000-000000000000';

/** What single sign-on does with accounts and sessions (docs/single-sign-on.md); each call is in its transaction. */
export function createProviderAccounts({ passwords, sessions, passwordPolicy, now }: ProviderAccountDeps) {
  let unknownPassword: Promise<string> | undefined;
  const isTaken = (q: Queryable, email: string, userId: string) =>
    isEmailTaken(q, { email, userId, now: new Date(now()) });

  return {
    isLastAdmin: (q: Queryable, userId: string) => isLastAdmin(q, userId, passwordPolicy.mayLogIn),
    findByEmail: findUserForLogin,
    findLogin,
    markUnrenewable,

    /** Slow, so before the transaction, and once: nobody knows it. */
    unknownPassword(): Promise<string> {
      unknownPassword ??= passwords.hash(createTemporaryPassword()).catch((error: unknown) => {
        unknownPassword = undefined;
        throw error;
      });
      return unknownPassword;
    },

    /** An account without a password. If another one has the address, it begins without an address. */
    async insert(q: Queryable, { email, ...person }: NewProvided): Promise<User> {
      const isFree = email !== undefined && !(await isTaken(q, email, NO_USER));
      return insertUser(q, {
        ...person,
        email: isFree ? email : standInAddress(),
        givenPassword: { until: null, forDevices: false },
        now: new Date(now()),
      });
    },

    /** Whoever made the account knows its first password, and may have the link of its invitation. */
    async voidPassword(q: Queryable, userId: string, hash: string): Promise<void> {
      await setTemporaryPassword(q, userId, hash, { until: null, now: new Date(now()) });
    },

    /** Names and address follow the provider; an address that another account has is left out. Returns what has changed. */
    async follow(
      q: Queryable,
      user: Pick<User, 'id' | 'email' | 'role' | 'firstName' | 'lastName'>,
      { email, firstName, lastName }: Person,
    ): Promise<readonly ('name' | 'email')[]> {
      const { id: userId } = user;
      const changed: ('name' | 'email')[] = [];
      if (firstName !== user.firstName || lastName !== user.lastName) {
        await changeUser(q, userId, { firstName, lastName }, new Date(now()));
        changed.push('name');
      }
      // An emergency admin is one by their address.
      if (email !== undefined && email !== user.email && !passwordPolicy.isBreakGlass(user)) {
        await lockForEmail(q, userId);
        if (!(await isTaken(q, email, userId))) {
          await setEmail(q, { userId, email, now: new Date(now()) });
          changed.push('email');
        }
      }
      return changed;
    },

    /** Opens a session, and notes the login. */
    async openSession(q: Queryable, user: User, opener: Opener, provider: ProviderProof): Promise<string> {
      if (!(await setLastLogin(q, user.id, new Date(now())))) throw new Overtaken();
      return sessions.open(q, user, opener, { provider });
    },

    endSessions: (q: Queryable, ids: readonly string[]) => sessions.endAmong(q, ids),

    /** Access tokens, too. */
    endAllOf: (q: Queryable, userId: string) => sessions.endAllOf(q, userId, undefined, 'deleted'),

    /** The person behind a session that has just been opened, as routes know them. */
    asPrincipal: ({ id, role }: User, sessionId: string): Principal => ({
      userId: id,
      role,
      sessionId,
      expiresAt: now(),
      lacksSecondFactor: false,
      passwordChange: 'none',
    }),
  };
}
