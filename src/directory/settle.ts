import type { Queryable } from '../platform/database/database.ts';
import { MINUTE_MS } from '../platform/time.ts';
import { type GrantRules, type GroupMapping, grantsOf } from '../sign-on/index.ts';
import type { ManagedAccounts } from './accounts.ts';
import * as store from './store.ts';
import type { After } from './turns.ts';

/** docs/directory.md, "Groups": a directory moves a user between two groups by two requests. */
export const MOVE_MS = MINUTE_MS;

/** Brings accounts in line with what the directory says. */
export interface Settlement {
  /** Within the transaction of a change; the broadcast and the lines of the audit log come after its commit. */
  settle(q: Queryable, userId: string, after: After): Promise<void>;
  /** Throws 409 if these users leave no admin, or none with a password. */
  requireAdminsWithout(q: Queryable, userIds: readonly string[]): Promise<void>;
}

interface SettlementDeps {
  readonly accounts: ManagedAccounts;
  readonly grantRules: GrantRules;
  readonly mapping: GroupMapping;
  /** OIDC_ROLES=additive */
  readonly additive: boolean;
  readonly now: () => number;
}

export type Judgement =
  | { readonly is: 'kept' }
  | { readonly is: 'granted' }
  | { readonly is: 'ended'; readonly why: 'inactive' | 'no group' }
  | { readonly is: 'ending'; readonly endsAt: Date };

/** Whether an account is active. `role`: what its groups give. */
export function judge(
  user: Pick<store.Standing, 'active' | 'status' | 'endsAt'>,
  role: string | undefined,
  { mapsRoles, at }: { readonly mapsRoles: boolean; readonly at: Date },
): Judgement {
  if (!user.active) return { is: 'ended', why: 'inactive' };
  if (role !== undefined) return { is: 'granted' };
  // A service without its settings must not lock everybody out.
  if (user.status === 'inactive' || !mapsRoles) return { is: 'kept' };
  const endsAt = user.endsAt ?? new Date(at.getTime() + MOVE_MS);
  return endsAt <= at ? { is: 'ended', why: 'no group' } : { is: 'ending', endsAt };
}

const ENDED = {
  inactive: 'Deactivated an account, because the directory did',
  'no group': 'Deactivated an account, because no group of the directory gives it a role',
} as const;

export function createSettlement({
  accounts,
  grantRules,
  mapping,
  additive,
  now,
}: SettlementDeps): Settlement {
  const mapsRoles = mapping.adminGroups.size + mapping.caregiverGroups.size > 0;

  async function setStatus(
    q: Queryable,
    user: store.Standing,
    { announce, record }: After,
    status: 'active' | 'inactive',
    message: string,
  ): Promise<void> {
    if (user.status === status) return;
    announce(await accounts.change(q, user.id, { status }));
    const action = status === 'active' ? 'account.activated' : 'account.deactivated';
    record({ level: 'warning', action, message, subjectId: user.id });
  }

  return {
    async settle(q, userId, after) {
      const [user] = await store.standingsOf(q, [userId]);
      if (user === undefined) return;
      const grants = grantsOf(mapping, user.groups);
      const role = await grantRules.roleOf(q, userId, grants, { additive });
      const judgement = judge(user, role, { mapsRoles, at: new Date(now()) });
      if (judgement.is === 'ended') await setStatus(q, user, after, 'inactive', ENDED[judgement.why]);
      if (judgement.is === 'granted') {
        after.announce(await grantRules.apply(q, userId, grants, { additive }));
        await setStatus(
          q,
          user,
          after,
          'active',
          'Activated an account, because a group of the directory gives it a role',
        );
      }
      const isEnding = judgement.is === 'ending';
      const endsAt = isEnding ? judgement.endsAt : judgement.is === 'kept' ? user.endsAt : null;
      await store.setSettled(q, userId, { settleAt: isEnding ? endsAt : null, endsAt });
    },

    async requireAdminsWithout(q, userIds) {
      if (!mapsRoles) return;
      const lost: string[] = [];
      for (const { id, role, status, groups } of await store.standingsOf(q, userIds)) {
        if (role !== 'ADMIN' || status !== 'active') continue;
        const grants = grantsOf(mapping, groups);
        const next = additive ? await grantRules.roleOf(q, id, grants, { additive }) : grants.role;
        if (next !== 'ADMIN') lost.push(id);
      }
      if (lost.length > 0) await accounts.requireAdminsWithout(q, lost);
    },
  };
}
