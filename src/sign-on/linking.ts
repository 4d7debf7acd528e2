import type { Authentication, User } from '../accounts/index.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { repeated } from '../platform/database/repeated.ts';
import { AppError, Forbidden, Unauthenticated } from '../platform/errors.ts';
import type { Principal } from '../platform/http/principal.ts';
import type { RecordAuditLine } from '../platform/http/route.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import type { Attempts } from './attempts.ts';
import { type Broadcast, nothing, type ProviderAccounts } from './core.ts';
import type { Entry } from './entry.ts';
import { findFlow, takeFlow, type WaitingLogin } from './flow-store.ts';
import type { Client } from './login.ts';

export interface LinkDeps {
  readonly db: Database;
  readonly entry: Entry;
  readonly providerAccounts: ProviderAccounts;
  readonly authentication: Pick<Authentication, 'openSession'>;
  readonly secondFactors: { use(q: Queryable, userId: string, given: string): Promise<boolean> };
  readonly requireRecentAuthentication: (session: Principal) => Promise<void>;
  /** Of the account, as a login request. */
  readonly countLogin: (client: Client, email: string) => Promise<void>;
  readonly refused: (refusal: RefusalOf<Authentication>) => AppError;
  readonly attempts: Pick<Attempts, 'note'>;
  readonly secretBox: SecretBox;
  readonly now: () => number;
}

type RefusalOf<A extends Pick<Authentication, 'openSession'>> = Extract<
  Awaited<ReturnType<A['openSession']>>,
  { readonly refusal: unknown }
>['refusal'];

interface Given {
  readonly password?: string | null | undefined;
  readonly totp?: string | null | undefined;
}

interface Linked {
  readonly user: User;
  readonly token: string;
}

/** docs/single-sign-on.md, "Linking": finishes a login that waits for a password or a code of the account. */
export class Linking {
  readonly #deps: LinkDeps;

  constructor(deps: LinkDeps) {
    this.#deps = deps;
  }

  async finish(
    given: Given,
    client: Client,
    visitor: Principal | undefined,
    record: RecordAuditLine,
  ): Promise<Linked> {
    const { db, secretBox, now, providerAccounts, countLogin } = this.#deps;
    const flow = await findFlow(db, secretBox, { cookie: client.loginFlow('') }, new Date(now()));
    const account = flow?.kind === 'waiting' ? await providerAccounts.findLogin(db, flow.userId) : undefined;
    if (flow?.kind !== 'waiting' || account === undefined) throw expired();
    if (flow.needs === 'password' && typeof given.password === 'string') {
      await countLogin(client, account.email);
      return this.#byPassword(account.email, given, client, record);
    }
    if (flow.needs === 'password') return this.#bySession(flow, client, visitor, record);
    await countLogin(client, account.email);
    return this.#byCode(flow, given.totp ?? undefined, client, record);
  }

  async #byPassword(email: string, given: Given, client: Client, record: RecordAuditLine): Promise<Linked> {
    const { authentication, refused } = this.#deps;
    let announce: Broadcast = nothing;
    const attempt = { email, password: given.password ?? '', code: given.totp ?? undefined };
    const login = await authentication.openSession(attempt, client, record, async (q, user, confirm) => {
      const entered = await this.#enter(q, user.id, client, confirm);
      announce = entered.announce;
      return entered.token;
    });
    if ('refusal' in login) throw refused(login.refusal);
    await announce();
    noteLink(record, login.user.id);
    return login;
  }

  /** Another proof that the account is theirs: the browser has just logged in to it, with a passkey or a password. */
  async #bySession(
    { userId }: WaitingLogin,
    client: Client,
    visitor: Principal | undefined,
    record: RecordAuditLine,
  ): Promise<Linked> {
    if (visitor?.userId !== userId)
      throw new Unauthenticated('The password of the account is needed', { code: 'LOGIN_FAILED' });
    await this.#deps.requireRecentAuthentication(visitor);
    const entered = await repeated(() =>
      this.#deps.db.transaction((q) => this.#enter(q, userId, client, async () => {})),
    );
    await entered.announce();
    noteLink(record, userId);
    return entered;
  }

  async #byCode(
    { userId }: WaitingLogin,
    code: string | undefined,
    client: Client,
    record: RecordAuditLine,
  ): Promise<Linked> {
    const { db, secondFactors } = this.#deps;
    const details = { totp: 'must be the code that the app shows' };
    if (code === undefined) throw new Unauthenticated('A code is needed', { code: 'TOTP_REQUIRED', details });
    const about = { actorId: userId, subjectId: userId };
    const confirm = async (q: Queryable): Promise<void> => {
      if (await secondFactors.use(q, userId, code)) return;
      record({ ...about, action: 'login.failed', outcome: 'failed', message: 'Wrong code' });
      throw new Unauthenticated('The code is wrong or was used', { code: 'TOTP_WRONG', details });
    };
    const entered = await repeated(() =>
      db.transaction((q) => this.#enter(q, userId, client, () => confirm(q))),
    );
    await entered.announce();
    record({ ...about, action: 'login', message: 'Logged in at the provider' });
    return entered;
  }

  /** In the transaction: the login that waits is used once, and the groups may have changed. */
  async #enter(q: Queryable, userId: string, client: Client, confirm: () => Promise<void>) {
    const { entry, attempts, secretBox, now } = this.#deps;
    const flow = await takeFlow(q, secretBox, { cookie: client.loginFlow('') }, new Date(now()));
    if (flow?.kind !== 'waiting' || flow.userId !== userId) throw expired();
    if (!(await entry.mayEnter(q, userId, flow.provided)))
      throw new Forbidden('The groups of the person give no role here', { code: 'OIDC_NO_GROUP' });
    // After the lock of the admins, which the groups may need (docs/architecture.md, "Lock order").
    await confirm();
    const entered = await entry.open(q, userId, flow, client);
    const outcome = flow.needs === 'password' ? 'LINKED' : 'ENTERED';
    const announce = async () => {
      await attempts.note({ outcome, provided: flow.provided, userId });
      await entered.announce();
    };
    return { ...entered, announce };
  }
}

const noteLink = (record: RecordAuditLine, userId: string): void =>
  record({
    level: 'warning',
    action: 'identity.linked',
    message: 'Linked an account with the provider',
    actorId: userId,
    subjectId: userId,
  });

const expired = (): AppError =>
  new AppError('OIDC_FLOW_EXPIRED', 'The login took too long, was used, or was begun in another browser');
