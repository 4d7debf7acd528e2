import type { User } from '../accounts/index.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Principal, Role } from '../platform/http/principal.ts';

/** The broadcast to make after the commit. */
export type Broadcast = () => Promise<void>;

export const nothing: Broadcast = async () => {};

interface Person {
  readonly email: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
}

/** The client that opens a session. */
export interface Opener {
  readonly ip: string;
  readonly userAgent: string;
}

interface Login extends User {
  readonly hasSecondFactor: boolean;
  readonly temporaryUntil: Date | null;
}

/** What single sign-on needs of accounts, which src/app/ passes: src/accounts/login/provider-accounts.ts. */
export interface ProviderAccounts {
  isLastAdmin(q: Queryable, userId: string): Promise<boolean>;
  findByEmail(q: Queryable, email: string): Promise<Login | undefined>;
  findLogin(q: Queryable, userId: string): Promise<Login | undefined>;
  unknownPassword(): Promise<string>;
  insert(q: Queryable, person: Person & { passwordHash: string; role: Role }): Promise<User>;
  voidPassword(q: Queryable, userId: string, hash: string): Promise<void>;
  follow(q: Queryable, user: User, person: Person): Promise<readonly string[]>;
  openSession(
    q: Queryable,
    user: User,
    opener: Opener,
    proof: {
      readonly sessionId: string;
      readonly hasSecondFactor: boolean;
      readonly authenticatedAt: Date | null;
      readonly isRenewable: boolean;
    },
  ): Promise<string>;
  endSessions(q: Queryable, ids: readonly string[]): Promise<Broadcast>;
  endAllOf(q: Queryable, userId: string): Promise<Broadcast>;
  markUnrenewable(q: Queryable, sessionId: string): Promise<unknown>;
  asPrincipal(user: User, sessionId: string): Principal;
}

/** What it needs of people, likewise. */
export interface WardMemberships {
  membershipsOf(q: Queryable, userId: string): Promise<readonly { readonly id: string }[]>;
  wardIdsNamed(q: Queryable, names: readonly string[]): Promise<readonly string[]>;
  changeMemberships(
    deps: { readonly cluster: Pick<Cluster, 'broadcast'>; readonly now: () => number },
    q: Queryable,
    caregiverId: string,
    change: { readonly add: readonly string[]; readonly remove: readonly string[] },
  ): Promise<Broadcast>;
}
