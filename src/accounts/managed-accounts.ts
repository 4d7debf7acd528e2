import type { Queryable } from '../platform/database/database.ts';
import { Conflict, emailTaken, NotFound } from '../platform/errors.ts';
import { standInAddress } from './email/no-address.ts';
import { isEmailTaken, setEmail } from './email/store.ts';
import type { PasswordPolicy } from './login/password-policy.ts';
import type { Broadcast, Sessions } from './login/sessions.ts';
import type { Passwords } from './passwords/passwords.ts';
import { createTemporaryPassword } from './passwords/temporary-password.ts';
import * as users from './store/users.ts';

interface ManagedAccountDeps {
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly sessions: Pick<Sessions, 'endAllOf'>;
  readonly passwordPolicy: Pick<PasswordPolicy, 'mayLogIn'>;
  readonly now: () => number;
}

interface Change {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly status?: 'active' | 'inactive';
}

/** Accounts of the home's directory: changed within its transaction, and without a password of their own. */
export function createManagedAccounts({ passwords, sessions, passwordPolicy, now }: ManagedAccountDeps) {
  /** Of a password that nobody knows. A hash takes long: a directory may open thousands of accounts at once. */
  let unknownPassword: Promise<string> | undefined;

  async function requireAdminsWithout(q: Queryable, userIds: readonly string[]): Promise<void> {
    const admins = await users.lockActiveAdmins(q);
    const withPassword = admins.filter((admin) => admin.hasPassword && passwordPolicy.mayLogIn(admin));
    for (const set of [admins, withPassword])
      if (set.length > 0 && set.every(({ id }) => userIds.includes(id)))
        throw new Conflict('The last admin, or the last one with a password, cannot be lost', {
          code: 'LAST_ADMIN',
        });
  }

  return {
    lockAdmins: users.lockActiveAdmins,
    requireAdminsWithout,

    /** An inactive caregiver. */
    async open(
      q: Queryable,
      {
        email = standInAddress(),
        ...names
      }: Required<Pick<Change, 'firstName' | 'lastName'>> & {
        readonly email: string | undefined;
      },
    ): Promise<string> {
      unknownPassword ??= passwords.hash(createTemporaryPassword()).catch((error: unknown) => {
        unknownPassword = undefined;
        throw error;
      });
      const at = new Date(now());
      const { id } = await users.insertUser(q, {
        ...names,
        email,
        role: 'CAREGIVER',
        passwordHash: await unknownPassword,
        givenPassword: { until: null, forDevices: false },
        now: at,
      });
      await users.changeUser(q, id, { status: 'inactive' }, at);
      return id;
    },

    /** The directory is believed about the address: no mail confirms it. Sessions stay unless the account is deactivated. */
    async change(q: Queryable, id: string, { email, ...change }: Change): Promise<Broadcast> {
      const ends = change.status === 'inactive';
      if (ends) await requireAdminsWithout(q, [id]);
      const at = new Date(now());
      if ((await users.changeUser(q, id, change, at)) === undefined) throw new NotFound('User');
      if (email !== undefined) {
        if (await isEmailTaken(q, { email, userId: id, now: at })) throw emailTaken();
        await setEmail(q, { userId: id, email, now: at });
      }
      return ends ? sessions.endAllOf(q, id, undefined, 'deleted') : async () => {};
    },

    giveUpAddress: (q: Queryable, userId: string): Promise<unknown> =>
      setEmail(q, { userId, email: standInAddress(), now: new Date(now()) }),

    isEmailTaken: (q: Queryable, email: string, userId: string | undefined): Promise<boolean> =>
      isEmailTaken(q, { email, userId: userId ?? NOBODY, now: new Date(now()) }),
  };
}

const NOBODY = '00000000-0000-0000-0000-000000000000';
