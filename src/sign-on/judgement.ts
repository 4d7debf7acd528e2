import type { Queryable } from '../platform/database/database.ts';
import { hasSecondFactor, personIn } from './claims.ts';
import type { ProviderAccounts } from './core.ts';
import type { Directory } from './directory.ts';
import type { Entry } from './entry.ts';
import type { WaitingLogin } from './flow-store.ts';
import { decide } from './link-rules.ts';
import type { Provided } from './provider.ts';
import type { SignOnConfig } from './settings.ts';
import { findIdentity } from './store.ts';

export interface JudgementDeps {
  readonly config: Pick<SignOnConfig, 'oidcSecondFactor'>;
  readonly issuer: string;
  readonly entry: Entry;
  readonly providerAccounts: ProviderAccounts;
  readonly directory: Directory;
}

/** What a login at the provider leads to. */
export type Judgement =
  | { readonly kind: 'create'; readonly role: 'ADMIN' | 'CAREGIVER' }
  /** `isLinked`: the account was linked with this person before. */
  | { readonly kind: 'enter'; readonly userId: string; readonly unused: boolean; readonly isLinked: boolean }
  | {
      readonly kind: 'ask';
      readonly userId: string;
      readonly needs: WaitingLogin['needs'];
      readonly isLinked: boolean;
    }
  | {
      readonly kind: 'refuse';
      readonly code: 'OIDC_NO_GROUP' | 'OIDC_TOO_MANY_GROUPS' | 'OIDC_NOT_STAFF' | 'ACCOUNT_DEACTIVATED';
      readonly userId: string | undefined;
      readonly isLinked: boolean;
    };

/** Changes nothing: a login acts on it, and a test shows it. */
export async function judge(deps: JudgementDeps, q: Queryable, provided: Provided): Promise<Judgement> {
  const { config, issuer, entry, providerAccounts, directory } = deps;
  const person = personIn(provided.claims);
  const { role } = entry.grantsOf(provided);
  const candidate = async (user: Awaited<ReturnType<ProviderAccounts['findLogin']>>) =>
    user && { ...user, isFromDirectory: await directory.isFromDirectory(q, user.id) };
  const identity = await findIdentity(q, issuer, provided.subject);
  const linked = identity && (await candidate(await providerAccounts.findLogin(q, identity.userId)));
  const sameEmail =
    linked === undefined && person.isVerified
      ? await candidate(await providerAccounts.findByEmail(q, person.email ?? ''))
      : undefined;
  const account = linked ?? sameEmail;
  const isLinked = linked !== undefined;
  const decision = decide({ linked, sameEmail, role });
  if (decision.kind === 'refuse') return { ...decision, userId: account?.id, isLinked };
  const withoutRole = entry.lacksGroups(provided) ? 'OIDC_TOO_MANY_GROUPS' : 'OIDC_NO_GROUP';
  if (decision.kind === 'create')
    return role === undefined
      ? { kind: 'refuse', code: withoutRole, userId: undefined, isLinked }
      : { kind: 'create', role };
  const { userId } = decision;
  if (!(await entry.mayEnter(q, userId, provided)))
    return { kind: 'refuse', code: withoutRole, userId, isLinked };
  if (decision.kind === 'ask') return { kind: 'ask', needs: 'password', userId, isLinked };
  // The provider's second factor may not count here, and the account has one of its own.
  const isProved = config.oidcSecondFactor && hasSecondFactor(provided.claims);
  if (account?.hasSecondFactor && !isProved) return { kind: 'ask', needs: 'code', userId, isLinked };
  return { kind: 'enter', userId, unused: decision.unused, isLinked };
}
