import { type Accounts, findUser, lockUser } from '../accounts/index.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { AuditEntry, AuditTrail } from '../platform/http/audit.ts';
import { type Broadcast, nothing, type ProviderAccounts, type WardMemberships } from './core.ts';
import type { Grants } from './groups.ts';
import * as store from './store.ts';

export interface GrantDeps extends WardMemberships {
  readonly accounts: Pick<Accounts, 'takeRole'>;
  readonly providerAccounts: Pick<ProviderAccounts, 'isLastAdmin'>;
  readonly cluster: Pick<Cluster, 'broadcast'>;
  readonly audit: Pick<AuditTrail, 'recordAuditLine'>;
  readonly now: () => number;
}

interface GrantOptions {
  /** OIDC_ROLES=additive: who was made an admin by hand stays one. */
  readonly additive: boolean;
}

export interface GrantRules {
  /** The role of the account after `apply`; undefined if the groups give none. */
  roleOf(
    q: Queryable,
    userId: string,
    grants: Grants,
    options: GrantOptions,
  ): Promise<'ADMIN' | 'CAREGIVER' | undefined>;
  /**
   * Gives an account the role and the wards of its groups, in the transaction of the change. What an admin gave by hand stays
   * apart. Without a role in the groups, the account keeps its own and loses the wards: the caller ends what it must.
   */
  apply(q: Queryable, userId: string, grants: Grants, options: GrantOptions): Promise<Broadcast>;
}

/** docs/single-sign-on.md, "Groups". Logins, renewals and a directory use the same rules. */
export function createGrantRules(deps: GrantDeps): GrantRules {
  const { accounts, providerAccounts, cluster, audit, now } = deps;
  const note = (line: AuditEntry) => void audit.recordAuditLine(line);

  async function roleOf(q: Queryable, userId: string, { role }: Grants, { additive }: GrantOptions) {
    const user = await findUser(q, userId);
    if (user === undefined || user.role === 'PATIENT') return undefined;
    if (user.role !== 'ADMIN' || role === 'ADMIN') return role;
    if (additive && (await store.givenRole(q, userId)) !== 'ADMIN') return 'ADMIN';
    return role !== undefined && (await providerAccounts.isLastAdmin(q, userId)) ? 'ADMIN' : role;
  }

  async function applyRole(q: Queryable, userId: string, grants: Grants, options: GrantOptions) {
    const role = await roleOf(q, userId, grants, options);
    await lockUser(q, userId);
    const user = await findUser(q, userId);
    await store.putGivenRole(q, userId, grants.role);
    if (user === undefined || role === undefined || user.role === role) return { role, announce: nothing };
    const ended = await accounts.takeRole(q, userId, role);
    const announce = async () => {
      const message = `Changed the role of a user from ${user.role} to ${role}, by their groups`;
      note({ level: 'warning', action: 'role.changed', message, subjectId: userId });
      await ended();
    };
    return { role, announce };
  }

  return {
    roleOf,
    async apply(q, userId, grants, options) {
      const { role, announce } = await applyRole(q, userId, grants, options);
      // Only caregivers are members of wards.
      const names = role === 'CAREGIVER' ? grants.wards : [];
      const [wanted, given, members] = await Promise.all([
        deps.wardIdsNamed(q, names),
        store.givenWards(q, userId),
        deps.membershipsOf(q, userId),
      ]);
      const isMember = new Set(members.map(({ id }) => id));
      const add = wanted.filter((id) => !isMember.has(id));
      const remove = given.filter((id) => !wanted.includes(id) && isMember.has(id));
      // A membership made by hand stays by hand, also while a group gives it.
      await store.putGivenWards(q, userId, [...add, ...wanted.filter((id) => given.includes(id))]);
      if (add.length + remove.length === 0) return announce;
      const ended = await deps.changeMemberships({ cluster, now }, q, userId, { add, remove });
      return async () => {
        await announce();
        const message = `Changed the wards of a caregiver by their groups: ${add.length} added, ${remove.length} removed`;
        note({ action: 'ward.member.changed', message, subjectId: userId });
        await ended();
      };
    },
  };
}
