import type { Queryable } from '../platform/database/database.ts';

/** Call it after the commit. */
export type Broadcast = () => Promise<void>;

export interface AccountChange {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly status?: 'active' | 'inactive';
}

/** What a directory does with accounts, within its transaction; src/app/ passes it. */
export interface ManagedAccounts {
  lockAdmins(q: Queryable): Promise<unknown>;
  /** An inactive caregiver without a password. Without an address the account gets no mail. */
  open(
    q: Queryable,
    person: { readonly email: string | undefined; readonly firstName: string; readonly lastName: string },
  ): Promise<string>;
  /** The address is free for another account. */
  giveUpAddress(q: Queryable, userId: string): Promise<unknown>;
  /** Deactivation ends sessions and tokens. Throws 409 for the last admin. */
  change(q: Queryable, userId: string, change: AccountChange): Promise<Broadcast>;
  /** Whether another account has the address. */
  isEmailTaken(q: Queryable, email: string, userId: string | undefined): Promise<boolean>;
  /** Throws 409 if these leave no admin, or none with a password. */
  requireAdminsWithout(q: Queryable, userIds: readonly string[]): Promise<void>;
}
