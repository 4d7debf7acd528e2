import type { Coordination } from '../coordination/coordination.ts';
import type { User } from '../domain/people.ts';
import { Conflict, emailTaken, NotFound } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Role } from '../schemas/accounts.ts';
import { endAssignmentsOf } from '../storage/assignments.ts';
import { type Database, isDuplicate, type Queryable } from '../storage/database.ts';
import { countDevicesLocking, devicesOf } from '../storage/devices.ts';
import {
  changeUser,
  deleteUser,
  findUser,
  insertUser,
  lockActiveAdmins,
  type NewUser,
  setPasswordHash,
  setRole,
  type UserChange,
} from '../storage/users.ts';
import type { Passwords } from './passwords.ts';
import type { Broadcast, Sessions } from './sessions.ts';
import { temporaryPassword } from './temporary-password.ts';

/** Accounts as others manage them. The last active admin can be neither deactivated, demoted nor deleted. */
export interface Accounts {
  /** With a password to be shown once; `within` runs in the same transaction. */
  open(
    person: Omit<NewUser, 'passwordHash' | 'now'>,
    within?: (q: Queryable, user: User) => Promise<unknown>,
  ): Promise<{ readonly user: User; readonly temporaryPassword: string }>;
  /** Deactivation ends every session. */
  change(id: string, change: UserChange): Promise<User>;
  /** Ends every session and, since only the old role had them, every assignment. */
  changeRole(id: string, role: Role): Promise<User>;
  /** Ends every session; answers a password to be shown once. */
  resetPassword(id: string): Promise<string>;
  /** With all that is theirs; their open connections end at once. */
  remove(id: string): Promise<void>;
}

export interface AccountsParts {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly coordination: Coordination;
  /** Erases readings of deleted devices; not awaited. */
  readonly eraseReadings: () => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
}

export function createAccounts(parts: AccountsParts): Accounts {
  const { db, passwords, sessions, coordination, now } = parts;

  return {
    async open(person, within) {
      const password = temporaryPassword();
      const passwordHash = await passwords.hash(password);
      const user = await db
        .transaction(async (q) => {
          const opened = await insertUser(q, { ...person, passwordHash, now: new Date(now()) });
          await within?.(q, opened);
          return opened;
        })
        .catch(refuseDuplicate);
      return { user, temporaryPassword: password };
    },

    async change(id, change) {
      const { user, announce } = await db
        .transaction(async (q) => {
          const ends = change.status === 'inactive';
          if (ends) await keepAnAdmin(q, id, 'deactivated');
          const changed = (await changeUser(q, id, change, new Date(now()))) ?? notFound();
          return { user: changed, announce: ends ? await sessions.endAllOf(q, id) : nothing };
        })
        .catch(refuseDuplicate);
      await announce();
      return user;
    },

    async changeRole(id, role) {
      const { user, announce } = await db.transaction(async (q) => {
        if (role !== 'ADMIN') await keepAnAdmin(q, id, 'demoted');
        const before = (await findUser(q, id)) ?? notFound();
        if (before.role === role) return { user: before, announce: nothing };
        const ended = await endAssignmentsOf(q, id);
        const changed = (await setRole(q, id, role, new Date(now()))) ?? notFound();
        const sessionsEnded = await sessions.endAllOf(q, id);
        const announce = async () => {
          await sessionsEnded();
          for (const care of ended) await coordination.broadcast({ type: 'care.ended', ...care });
        };
        return { user: changed, announce };
      });
      await announce();
      return user;
    },

    async resetPassword(id) {
      const password = temporaryPassword();
      const passwordHash = await passwords.hash(password);
      const announce = await db.transaction(async (q) => {
        if (!(await setPasswordHash(q, id, passwordHash, new Date(now())))) notFound();
        return sessions.endAllOf(q, id);
      });
      await announce();
      return password;
    },

    async remove(id) {
      const { announce, devices } = await db.transaction(async (q) => {
        await keepAnAdmin(q, id, 'deleted');
        // Locks the person: no device may be registered between this look-up and the deletion.
        if ((await countDevicesLocking(q, id)) === undefined) notFound();
        const owned = await devicesOf(q, [id]);
        const announce = await sessions.endAllOf(q, id);
        await deleteUser(q, id);
        return { announce, devices: owned };
      });
      await announce();
      for (const { macAddress } of devices)
        await coordination.broadcast({ type: 'device.deleted', macAddress });
      // Of devices that they wore once, too. Housekeeping tries again what fails here.
      parts.eraseReadings().catch((error: unknown) => {
        parts.log.error({ err: error }, 'readings of a deleted account could not be erased yet');
      });
    },
  };
}

/** The lock makes two admins who remove each other at the same moment wait in line, and the second is refused. */
async function keepAnAdmin(q: Queryable, id: string, outcome: string): Promise<void> {
  const admins = await lockActiveAdmins(q);
  if (admins.length === 1 && admins[0] === id)
    throw new Conflict(`The last admin cannot be ${outcome}`, { code: 'LAST_ADMIN' });
}

function refuseDuplicate(error: unknown): never {
  throw isDuplicate(error) ? emailTaken() : error;
}

function notFound(): never {
  throw new NotFound('User');
}

const nothing: Broadcast = async () => {};
