import { createDataLoader } from '../../platform/batching/data-loader.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { repeated } from '../../platform/database/repeated.ts';
import { TooManyRequests, Unavailable } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/client-network.ts';
import type { Principal, Role } from '../../platform/http/principal.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { isUsable, passwordChangeOf } from '../passwords/temporary-password.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import {
  activeUsersAmong,
  confirmLogin,
  findAccounts,
  findUserForLogin,
  type LoginRow,
} from '../store/users.ts';
import type { User } from '../user.ts';
import type { LoginHooks } from './login-hooks.ts';
import type { LoginClient, LoginLimits } from './login-limits.ts';
import { saveLoginNetwork } from './network-store.ts';
import type { PasswordPolicy } from './password-policy.ts';
import { endsOfSessions, type Opener } from './session-store.ts';
import type { Sessions } from './sessions.ts';

/** Why a login is refused, with its line in the audit log. Each transport has its own response. */
const REFUSALS = {
  unknownEmail: { outcome: 'failed', message: 'Unknown e-mail' },
  wrongPassword: { outcome: 'failed', message: 'Wrong password' },
  deactivated: { outcome: 'refused', message: 'The account is deactivated' },
  expired: { outcome: 'refused', message: 'The temporary password has expired' },
  needsOwnPassword: { outcome: 'refused', message: 'The temporary password must be changed first' },
  needsCode: { outcome: 'refused', message: 'A code of the second factor is needed' },
  needsSecondFactor: { outcome: 'refused', message: 'The password alone is not enough' },
  changed: { outcome: 'failed', message: 'The account changed while its password was checked' },
  wrongCode: { outcome: 'failed', message: 'Wrong code' },
  passwordOff: { outcome: 'refused', message: 'Passwords are switched off' },
} as const;

export type LoginRefusal = keyof typeof REFUSALS;

interface Refused {
  readonly refusal: LoginRefusal;
}

interface PasswordAttempt {
  readonly email: string;
  readonly password: string;
}

/** A line of the audit log about a login. */
interface LoginLine {
  readonly action: 'login' | 'login.failed';
  readonly outcome: 'done' | 'refused' | 'failed';
  readonly message: string;
  readonly actorId: string | undefined;
  readonly subjectId: string | undefined;
}

/** docs/contract.md, "Tokens and sessions". Every method that checks a password throws 429 beyond a login limit. */
export interface Authentication {
  /** Checks the password and the code of the second factor, if the account has one, and opens a session. */
  openSession(
    attempt: PasswordAttempt & { readonly code: string | undefined },
    opener: Opener & LoginClient,
    record: (line: LoginLine) => void,
    /**
     * Opens another kind of session in the transaction: the password proves whose account it is, also with PASSWORD_LOGIN=off.
     * It calls `confirm`, which locks the account, after it has taken its own locks.
     */
    linking?: (q: Queryable, user: User, confirm: () => Promise<void>) => Promise<string>,
  ): Promise<Refused | { readonly user: User; readonly token: string }>;
  /**
   * Checks the password of a client that gets no session and cannot send a code, such as an MQTT client. `isWaiting`
   * is called before the password is hashed: a client that has disconnected must not delay the others.
   */
  checkPassword(
    attempt: PasswordAttempt & { readonly ip: string; readonly isWaiting: () => boolean },
    record: (line: LoginLine) => void,
  ): Promise<Refused | { readonly user: { readonly id: string; readonly role: Role } }>;
  /**
   * Checks that a session token or an access token belongs to the account with this e-mail address, or to the service
   * account with this ID. Rejects with 401.
   */
  checkToken(userName: string, token: string): Promise<Refused | { readonly principal: Principal }>;
  /** The given users whose account is active, and when the given sessions that have not ended will expire. */
  stillValid(
    userIds: readonly string[],
    sessionIds: readonly string[],
  ): Promise<{ readonly users: ReadonlySet<string>; readonly sessions: ReadonlyMap<string, number> }>;
}

export interface AuthenticationDeps {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly sessions: Pick<Sessions, 'open' | 'authenticate'>;
  readonly secondFactors: Pick<SecondFactors, 'use'>;
  readonly logins: Pick<LoginLimits, 'verify'>;
  readonly passwordPolicy: PasswordPolicy;
  readonly loginHooks: Pick<LoginHooks, 'onBreakGlass'>;
  /** The role that requires a second factor. */
  readonly requireTotp?: Role | undefined;
  /** A temporary password must be changed before the account can be used. */
  readonly requirePasswordChange: boolean;
  readonly now: () => number;
}

/** Ends a login, and rolls back the transaction in which it is thrown. */
class RefusedLogin extends Error {
  readonly refusal: LoginRefusal;
  readonly userId: string | undefined;
  constructor(refusal: LoginRefusal, userId: string | undefined) {
    super(refusal);
    this.refusal = refusal;
    this.userId = userId;
  }
}

export function createAuthentication(deps: AuthenticationDeps): Authentication {
  const { db, passwords, sessions, secondFactors, logins, requireTotp, requirePasswordChange, now } = deps;
  const { passwordPolicy, loginHooks } = deps;
  const userWithId = createDataLoader((ids) => findAccounts(db, ids));

  /** The account with this e-mail address, if the password is right and has not expired. */
  async function accountOf(
    { email, password }: PasswordAttempt,
    client: LoginClient & { readonly countsOnlyIfWrong: boolean; readonly isWaiting?: () => boolean },
  ): Promise<LoginRow> {
    const { isWaiting = () => true, ...attempt } = client;
    const user = await findUserForLogin(db, email);
    const isRight = await logins.verify({ ...attempt, email }, async () => {
      if (!isWaiting()) throw new Unavailable('The client disconnected');
      return passwords.matches(user?.passwordHash, password);
    });
    if (user === undefined) throw new RefusedLogin('unknownEmail', undefined);
    if (!isRight) throw new RefusedLogin('wrongPassword', user.id);
    if (user.status !== 'active') throw new RefusedLogin('deactivated', user.id);
    if (!isUsable(user, now())) throw new RefusedLogin('expired', user.id);
    return user;
  }

  function requirePasswordLogin(user: LoginRow): void {
    if (!passwordPolicy.mayLogIn(user)) throw new RefusedLogin('passwordOff', user.id);
  }

  async function recorded<T>(
    record: (line: LoginLine) => void,
    login: () => Promise<T & { readonly user: { readonly id: string } }>,
  ): Promise<Refused | T> {
    try {
      const done = await login();
      record(lineOf('login', 'done', 'Logged in', done.user.id));
      return done;
    } catch (error) {
      if (!(error instanceof RefusedLogin)) throw error;
      const { outcome, message } = REFUSALS[error.refusal];
      record(lineOf('login.failed', outcome, message, error.userId));
      return { refusal: error.refusal };
    }
  }

  return {
    openSession: ({ code, ...attempt }, opener, record, linking) =>
      recorded(record, async () => {
        const user = await accountOf(attempt, { ...opener, countsOnlyIfWrong: false });
        if (linking === undefined) requirePasswordLogin(user);
        if (user.hasSecondFactor && code === undefined) throw new RefusedLogin('needsCode', user.id);
        const confirm = async (q: Queryable): Promise<void> => {
          if (!(await confirmLogin(q, user, new Date(now())))) throw new RefusedLogin('changed', user.id);
          if (user.hasSecondFactor) {
            const isRightCode = await secondFactors.use(q, user.id, code ?? '').catch((error: unknown) => {
              if (error instanceof TooManyRequests)
                record(lineOf('login.failed', 'refused', 'Too many wrong codes', user.id));
              throw error;
            });
            if (!isRightCode) throw new RefusedLogin('wrongCode', user.id);
          }
        };
        const open = async (q: Queryable): Promise<string> => {
          await confirm(q);
          return sessions.open(q, user, opener);
        };
        const token = await (linking === undefined
          ? db.transaction(open)
          : repeated(() => db.transaction((q) => linking(q, user, () => confirm(q)))));
        if (linking === undefined && passwordPolicy.isBreakGlass(user)) loginHooks.onBreakGlass(user);
        return { user, token };
      }),

    checkPassword: ({ ip, isWaiting, ...attempt }, record) =>
      recorded(record, async () => {
        const user = await accountOf(attempt, { ip, countsOnlyIfWrong: true, isWaiting });
        requirePasswordLogin(user);
        if (passwordChangeOf(user, { isRequired: requirePasswordChange, now: now() }) === 'required')
          throw new RefusedLogin('needsOwnPassword', user.id);
        // docs/contract.md, "Second factor": a password alone does not open such an account.
        if (user.hasSecondFactor || user.role === requireTotp)
          throw new RefusedLogin('needsSecondFactor', user.id);
        if (!(await confirmLogin(db, user, new Date(now())))) throw new RefusedLogin('changed', user.id);
        await saveLoginNetwork(db, user.id, networkOf(ip), new Date(now()));
        if (passwordPolicy.isBreakGlass(user)) loginHooks.onBreakGlass(user);
        return { user };
      }),

    async checkToken(userName, token) {
      const principal = await sessions.authenticate(token);
      if (principal.lacksSecondFactor) return { refusal: 'needsSecondFactor' };
      if (principal.passwordChange === 'required') return { refusal: 'needsOwnPassword' };
      const isService = principal.service !== undefined;
      const own = isService ? principal.userId : (await userWithId(principal.userId))?.email;
      return own === userName ? { principal } : { refusal: 'unknownEmail' };
    },

    async stillValid(userIds, sessionIds) {
      const [users, ends] = await Promise.all([
        activeUsersAmong(db, userIds),
        endsOfSessions(db, sessionIds),
      ]);
      return { users, sessions: ends };
    },
  };
}

const lineOf = (
  action: LoginLine['action'],
  outcome: LoginLine['outcome'],
  message: string,
  userId: string | undefined,
): LoginLine => ({ action, outcome, message, actorId: userId, subjectId: userId });
