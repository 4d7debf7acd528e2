import { type Database, isDuplicate, type Queryable } from '../../platform/database/database.ts';
import { emailTaken, Forbidden, NotFound, TooManyRequests, Unauthenticated } from '../../platform/errors.ts';
import type { Role } from '../../platform/http/principal.ts';
import { openRoute, type Route, route } from '../../platform/http/route.ts';
import { Confirmation, success, successWithToken } from '../../platform/schema/envelope.ts';
import type { LoginLimits } from '../login-limits.ts';
import type { Passwords } from '../passwords.ts';
import { CurrentUser, Identity, Login, NewAccount, RenewedSession, Signup } from '../schema.ts';
import type { SecondFactors } from '../second-factors.ts';
import type { Sessions } from '../sessions.ts';
import { confirmLogin, findUser, findUserForLogin, insertUser, setLastLogin } from '../store/users.ts';
import { isUsable } from '../temporary-password.ts';
import { currentUserOf, identityOf, newAccountOf } from '../user.ts';
import { passwordComplaint } from './password-complaint.ts';

interface AuthDeps {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly secondFactors: SecondFactors;
  readonly logins: Pick<LoginLimits, 'verify'>;
  /** Roles that users may sign up for. */
  readonly signupRoles: readonly Role[];
  readonly now: () => number;
}

/** docs/contract.md, "Tokens and sessions", and the current user. */
export function authRoutes(deps: AuthDeps): readonly Route[] {
  const { db, passwords, sessions, secondFactors, logins, signupRoles, now } = deps;

  return [
    openRoute({
      operation: 'signUp',
      method: 'POST',
      path: '/auth/signup',
      limit: 'signup',
      summary:
        'Sign up: create an account and a session. 403 if sign-up is closed for the role (SIGNUP_ROLES).',
      body: Signup,
      rules: ({ password }) => passwordComplaint('password', password),
      setsCookie: true,
      status: 201,
      reply: successWithToken(NewAccount),
      async handle({ body, client, record }) {
        const role = body.role ?? 'PATIENT';
        if (!signupRoles.includes(role)) {
          const message = `Signing up as ${role} is not open here; ask for an account`;
          record({ action: 'access.refused', outcome: 'refused', message: `POST /auth/signup: ${message}` });
          throw new Forbidden(message, { code: 'SIGNUP_CLOSED' });
        }
        const passwordHash = await passwords.hash(body.password);
        const at = new Date(now());
        const opened = await db
          .transaction(async (q) => {
            const user = await insertUser(q, {
              ...body,
              role,
              passwordHash,
              now: at,
            });
            await setLastLogin(q, user.id, at);
            return { user, token: await sessions.open(q, user, client) };
          })
          .catch((error: unknown) => {
            throw isDuplicate(error) ? emailTaken() : error;
          });
        const { user, token } = opened;
        const message = `Signed up as ${user.role}`;
        record({ action: 'account.created', message, actorId: user.id, subjectId: user.id });
        return { data: newAccountOf(user), token, sessionCookie: token };
      },
    }),

    openRoute({
      operation: 'logIn',
      method: 'POST',
      path: '/auth/login',
      limit: 'login',
      summary:
        'Log in: create a session. If the account has a second factor, 401 with `details.totp` until the request carries a code.',
      body: Login,
      setsCookie: true,
      status: 200,
      reply: successWithToken(Identity),
      async handle({ body, client, record }) {
        const user = await findUserForLogin(db, body.email);
        const correct = await logins.verify({ ip: client.ip, email: body.email }, () =>
          passwords.matches(user?.passwordHash, body.password),
        );
        const recordLogin = (outcome: 'done' | 'refused' | 'failed', message: string) => {
          const action = outcome === 'done' ? 'login' : 'login.failed';
          record({ action, outcome, message, actorId: user?.id, subjectId: user?.id });
        };
        if (user === undefined || !correct) {
          recordLogin('failed', user === undefined ? 'Unknown e-mail' : 'Wrong password');
          throw new Unauthenticated('Invalid e-mail or password', { code: 'LOGIN_FAILED' });
        }
        if (user.status !== 'active') {
          recordLogin('refused', 'The account is deactivated');
          throw new Forbidden('This account is deactivated', { code: 'ACCOUNT_DEACTIVATED' });
        }
        const isRightCode = (q: Queryable, userId: string, given: string): Promise<boolean> =>
          secondFactors.use(q, userId, given).catch((error: unknown) => {
            if (error instanceof TooManyRequests) recordLogin('refused', 'Too many wrong codes');
            throw error;
          });
        if (!isUsable(user, now())) {
          recordLogin('refused', 'The temporary password has expired');
          throw new Unauthenticated('The temporary password has expired; ask for a new one', {
            code: 'TEMPORARY_PASSWORD_EXPIRED',
          });
        }
        const code = body.totp ?? undefined;
        if (user.hasSecondFactor && code === undefined) {
          recordLogin('refused', 'A code of the second factor is needed');
          throw new Unauthenticated('A code is needed', {
            code: 'TOTP_REQUIRED',
            details: { totp: 'must be the code that the app shows' },
          });
        }
        const token = await db.transaction(async (q) => {
          if (!(await confirmLogin(q, user, new Date(now())))) {
            recordLogin('failed', 'The account changed while its password was checked');
            throw new Unauthenticated('Invalid e-mail or password', { code: 'LOGIN_FAILED' });
          }
          if (user.hasSecondFactor && !(await isRightCode(q, user.id, code ?? ''))) {
            recordLogin('failed', 'Wrong code');
            throw new Unauthenticated('The code is wrong or was used', {
              code: 'TOTP_WRONG',
              details: { totp: 'is wrong or was used' },
            });
          }
          return sessions.open(q, user, client);
        });
        recordLogin('done', 'Logged in');
        return { data: identityOf(user), token, sessionCookie: token };
      },
    }),

    route({
      operation: 'renewSession',
      method: 'POST',
      path: '/auth/renew',
      access: 'signed-in',
      limit: 'global',
      summary:
        'Renew the current session. Returns a new token, valid for SESSION_DURATION. The old token stays valid until it expires.',
      setsCookie: true,
      status: 200,
      reply: successWithToken(RenewedSession),
      async handle({ principal }) {
        const { token, ...data } = await sessions.renew(principal);
        return { data, token, sessionCookie: token };
      },
    }),

    route({
      operation: 'logOut',
      method: 'POST',
      path: '/auth/logout',
      access: 'signed-in',
      withoutSecondFactor: true,
      withTemporaryPassword: 'everybody',
      limit: 'none',
      summary: 'Log out: end the current session',
      setsCookie: true,
      status: 200,
      reply: success(Confirmation),
      async handle({ principal, record }) {
        await sessions.end(principal);
        record({ action: 'logout', message: 'Logged out', subjectId: principal.userId });
        return { data: { message: 'Logged out' }, sessionCookie: '' };
      },
    }),

    route({
      operation: 'getCurrentUser',
      method: 'GET',
      path: '/me',
      access: 'signed-in',
      withoutSecondFactor: true,
      withTemporaryPassword: 'everybody',
      limit: 'global',
      summary: 'Get the current user',
      status: 200,
      reply: success(CurrentUser),
      async handle({ principal }) {
        const user = await findUser(db, principal.userId);
        if (user === undefined) throw new NotFound('User');
        const { lacksSecondFactor, passwordChange } = principal;
        return {
          data: {
            ...currentUserOf(user),
            ...(lacksSecondFactor && { lacksSecondFactor }),
            ...(passwordChange !== 'none' && { mustChangePassword: true }),
          },
        };
      },
    }),
  ];
}
