import type { Cluster } from '../platform/cluster/cluster.ts';
import { countUse, type UseLimit } from '../platform/cluster/count-use.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { isDuplicate } from '../platform/database/errors.ts';
import { repeated } from '../platform/database/repeated.ts';
import { Conflict, emailTaken, externalIdTaken, NotFound } from '../platform/errors.ts';
import type { Principal, Role } from '../platform/http/principal.ts';
import type { Log } from '../platform/log.ts';
import { HOUR_MS } from '../platform/time.ts';
import { ROLE_CHANGED } from './cluster-events.ts';
import type { EmailChanges } from './email/email-changes.ts';
import { standInAddress } from './email/no-address.ts';
import { TEMPORARY_PASSWORD_MS } from './link-lifetimes.ts';
import type { PasswordPolicy } from './login/password-policy.ts';
import type { Broadcast, Sessions } from './login/sessions.ts';
import type { PasswordResets } from './passwords/password-resets.ts';
import type { Passwords } from './passwords/passwords.ts';
import { createTemporaryPassword } from './passwords/temporary-password.ts';
import * as users from './store/users.ts';
import type { User } from './user.ts';

/** Account management. The last active admin cannot be deactivated, demoted or deleted. */
export interface Accounts {
  /**
   * Creates the account with a temporary password, which is shown once. With `invitedBy`, the owner gets a mail with
   * a link to choose a password instead; throws 409 when mail is not configured. Without an e-mail address there is
   * neither: nobody can log in until the account has one. `within` runs in the same transaction.
   */
  open(
    person: Omit<users.NewUser, 'email' | 'passwordHash' | 'givenPassword' | 'now'> & {
      readonly email?: string | null | undefined;
    },
    options: {
      /** The user who sends the invitation; invitations are rate limited per inviter. */
      readonly invitedBy?: string | undefined;
      readonly within?: (q: Queryable, user: User) => Promise<unknown>;
    },
  ): Promise<{ readonly user: User; readonly temporaryPassword?: string }>;
  /** Deactivation ends every session; a new e-mail address has its own rules (email-changes.ts). */
  change(
    id: string,
    change: AccountChange,
    by: Principal,
    /** Runs in the same transaction, before the change. */
    within?: (q: Queryable) => Promise<Broadcast | undefined>,
  ): Promise<User>;
  /** Ends every session, assignment and ward membership, because they belong to the old role. */
  changeRole(id: string, role: Role): Promise<User>;
  /**
   * The same within a transaction, but the sessions stay and get the new role. The caller asks `isLastAdmin` before it
   * takes the role of an admin.
   */
  takeRole(q: Queryable, id: string, role: Role): Promise<Broadcast>;
  /** Ends every session; returns a temporary password, which is shown once. */
  resetPassword(id: string): Promise<string>;
  /** Deletes the account with all its data and closes its open connections. */
  remove(id: string): Promise<void>;
}

type AccountChange = users.UserChange & { readonly email?: string | undefined };

/** Runs in the transaction that changes an account, before the change; returns the broadcast to make after the commit. */
type AccountListener = (q: Queryable, userId: string) => Promise<Broadcast>;

interface AccountsDeps {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly passwordPolicy: Pick<PasswordPolicy, 'mayLogIn'>;
  readonly cluster: Pick<Cluster, 'hit' | 'broadcast'>;
  readonly emailChanges: EmailChanges;
  /** Undefined when mail is not configured. */
  readonly resets: PasswordResets | undefined;
  /** Erases readings of deleted devices; not awaited. */
  readonly eraseReadings: () => Promise<void>;
  readonly onRoleChange: AccountListener;
  /** An account was activated or deactivated by hand, in this transaction; called before the user's row is locked. */
  readonly onStatus: (q: Queryable, userId: string, active: boolean) => Promise<unknown>;
  /** Called while the user's row is locked. */
  readonly onRemove: AccountListener;
  readonly now: () => number;
  readonly log: Log;
}

/** Per inviter: open signup must not become a way to mail strangers. */
const INVITATIONS: UseLimit = {
  most: 60,
  windowMs: HOUR_MS,
  message: 'Too many invitations were sent',
};

export function createAccounts(deps: AccountsDeps): Accounts {
  const { db, passwords, sessions, emailChanges, resets, now } = deps;
  const temporaryUntil = () => new Date(now() + TEMPORARY_PASSWORD_MS);

  async function requireInvitations(inviterId: string): Promise<PasswordResets> {
    if (resets === undefined)
      throw new Conflict('E-mail is not configured, so invitations cannot be sent', {
        code: 'NOT_CONFIGURED',
      });
    await countUse(deps, `invitation:${inviterId}`, INVITATIONS);
    return resets;
  }

  return {
    async open(person, { invitedBy, within }) {
      const hasAddress = typeof person.email === 'string';
      const invitations =
        invitedBy === undefined || !hasAddress ? undefined : await requireInvitations(invitedBy);
      const isShown = hasAddress && invitations === undefined;
      // The password of an invited user, or of one without an address, is never shown.
      const password = createTemporaryPassword();
      const passwordHash = await passwords.hash(password);
      const email = person.email ?? standInAddress();
      const givenPassword = isShown
        ? { until: temporaryUntil(), forDevices: person.role === 'PATIENT' }
        : { until: null, forDevices: false };
      const { user, sendInvitation } = await db
        .transaction(async (q) => {
          const at = new Date(now());
          const opened = await users.insertUser(q, {
            ...person,
            email,
            passwordHash,
            givenPassword,
            now: at,
          });
          await within?.(q, opened);
          return { user: opened, sendInvitation: await invitations?.invite(q, opened) };
        })
        .catch(refuseDuplicate);
      sendInvitation?.();
      return isShown ? { user, temporaryPassword: password } : { user };
    },

    async change(id, { email, ...change }, by, within) {
      // Two who get each other's external ID at the same moment deadlock; the one that runs again is refused.
      const { user, announce } = await repeated(() =>
        db.transaction(async (q) => {
          const ends = change.status === 'inactive';
          if (ends) await keepAnAdmin(deps, q, id, 'deactivated');
          // A directory that has read the account would otherwise write over it.
          else if (change.status) await users.lockActiveAdmins(q);
          if (change.status) await deps.onStatus(q, id, change.status === 'active');
          const moved = (await within?.(q)) ?? nothing;
          const addressed = email === undefined ? nothing : await emailChanges.request(q, id, email, by);
          const changed = (await users.changeUser(q, id, change, new Date(now()))) ?? notFound();
          const ended = ends ? await sessions.endAllOf(q, id, undefined, 'deleted') : nothing;
          return { user: changed, announce: () => Promise.all([addressed(), ended(), moved()]) };
        }),
      ).catch(refuseDuplicate);
      await announce();
      return user;
    },

    async changeRole(id, role) {
      const { user, announce } = await db.transaction(async (q) => {
        if (role !== 'ADMIN') await keepAnAdmin(deps, q, id, 'demoted');
        const before = (await users.findUser(q, id)) ?? notFound();
        if (before.role === role) return { user: before, announce: nothing };
        const careEnded = await deps.onRoleChange(q, id);
        const changed = (await users.setRole(q, id, role, new Date(now()))) ?? notFound();
        const sessionsEnded = await sessions.endAllOf(q, id, undefined, 'reconnected');
        const announce = async () => {
          await sessionsEnded();
          await careEnded();
        };
        return { user: changed, announce };
      });
      await announce();
      return user;
    },

    async takeRole(q, id, role) {
      const careEnded = await deps.onRoleChange(q, id);
      await users.setRole(q, id, role, new Date(now()));
      return async () => {
        await deps.cluster.broadcast(ROLE_CHANGED, { userId: id });
        await careEnded();
      };
    },

    async resetPassword(id) {
      const password = createTemporaryPassword();
      const passwordHash = await passwords.hash(password);
      const announce = await db.transaction(async (q) => {
        const given = { until: temporaryUntil(), now: new Date(now()) };
        if (!(await users.setTemporaryPassword(q, id, passwordHash, given))) notFound();
        return sessions.endAllOf(q, id);
      });
      await announce();
      return password;
    },

    async remove(id) {
      const announce = await db.transaction(async (q) => {
        await keepAnAdmin(deps, q, id, 'deleted');
        // The lock keeps a device from being registered between onRemove, which looks devices up, and the deletion.
        if (!(await users.lockUser(q, id))) notFound();
        const removed = await deps.onRemove(q, id);
        const sessionsEnded = await sessions.endAllOf(q, id, undefined, 'deleted');
        await users.deleteUser(q, id);
        return async () => {
          await sessionsEnded();
          await removed();
        };
      });
      await announce();
      // Includes devices that the user wore in the past. Housekeeping retries a failed erasure.
      deps.eraseReadings().catch((error: unknown) => {
        deps.log.error(
          { err: error },
          'accounts: erasing readings of a deleted account failed, retrying later',
        );
      });
    },
  };
}

/** The lock serializes two admins who remove each other at the same time; the second one is refused. */
async function keepAnAdmin(
  { passwordPolicy }: Pick<AccountsDeps, 'passwordPolicy'>,
  q: Queryable,
  id: string,
  outcome: string,
): Promise<void> {
  if (await users.isLastAdmin(q, id, passwordPolicy.mayLogIn))
    throw new Conflict(`The last admin cannot be ${outcome}`, { code: 'LAST_ADMIN' });
}

function refuseDuplicate(error: unknown): never {
  if (isDuplicate(error, 'users_external_id')) throw externalIdTaken();
  throw isDuplicate(error) ? emailTaken() : error;
}

function notFound(): never {
  throw new NotFound('User');
}

const nothing: Broadcast = async () => {};
