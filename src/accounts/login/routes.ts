import type { Static } from 'typebox';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import {
  type AppError,
  emailTaken,
  Forbidden,
  NotFound,
  passwordLoginOff,
  Unauthenticated,
} from '../../platform/errors.ts';
import { openRoute, type Route, route } from '../../platform/http/route.ts';
import { success, successWithToken } from '../../platform/schema/envelope.ts';
import type { Organisation } from '../organisation/organisation.ts';
import { passwordComplaint } from '../passwords/password-complaint.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { CurrentUser, Identity, LoggedOut, Login, NewAccount, RenewedSession, Signup } from '../schema.ts';
import type { AccountsConfig } from '../settings.ts';
import { findAccount, insertUser, setLastLogin } from '../store/users.ts';
import { currentUserOf, identityOf, newAccountOf } from '../user.ts';
import type { Authentication, LoginRefusal } from './authentication.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { LoginHooks } from './login-hooks.ts';
import type { Sessions } from './sessions.ts';

interface AuthDeps {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly authentication: Pick<Authentication, 'openSession'>;
  readonly knownBrowsers: Pick<KnownBrowsers, 'withLogin'>;
  readonly config: Pick<AccountsConfig, 'signupRoles'>;
  readonly loginHooks: Pick<LoginHooks, 'endSessionUrlOf' | 'signOnOf'>;
  readonly organisation: Pick<Organisation, 'current'>;
  /** The wards of which a caregiver is a member. */
  readonly membershipsOf: (q: Queryable, userId: string) => Promise<Static<typeof CurrentUser>['wards']>;
  readonly now: () => number;
}

/** docs/contract.md, "Tokens and sessions", and the current user. */
export function authRoutes(deps: AuthDeps): readonly Route[] {
  const { db, passwords, sessions, authentication, knownBrowsers, loginHooks, organisation, now } = deps;
  const { signupRoles } = deps.config;

  return [
    openRoute({
      operation: 'signUp',
      at: 'POST /auth/signup',
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
        const knownBrowserCookie = knownBrowsers.withLogin(client.knownBrowser, user.email);
        return { data: newAccountOf(user), token, sessionCookie: token, knownBrowserCookie };
      },
    }),

    openRoute({
      operation: 'logIn',
      at: 'POST /auth/login',
      limit: 'login',
      summary:
        'Log in: create a session. If the account has a second factor, 401 with `details.totp` until the request carries a code.',
      body: Login,
      setsCookie: true,
      reply: successWithToken(Identity),
      async handle({ body, client, record }) {
        const { email, password, totp } = body;
        const login = await authentication.openSession(
          { email, password, code: totp ?? undefined },
          client,
          record,
        );
        if ('refusal' in login) throw loginError(login.refusal);
        const { user, token } = login;
        const knownBrowserCookie = knownBrowsers.withLogin(client.knownBrowser, user.email);
        return { data: identityOf(user), token, sessionCookie: token, knownBrowserCookie };
      },
    }),

    route({
      operation: 'renewSession',
      at: 'POST /auth/renew',
      access: 'signed-in',
      summary:
        'Renew the current session. Returns a new token, valid for SESSION_DURATION. The old token stays valid until it expires.',
      setsCookie: true,
      reply: successWithToken(RenewedSession),
      async handle({ principal }) {
        const { token, ...data } = await sessions.renew(principal);
        return { data, token, sessionCookie: token };
      },
    }),

    route({
      operation: 'logOut',
      at: 'POST /auth/logout',
      access: 'signed-in',
      withoutSecondFactor: true,
      withTemporaryPassword: 'everybody',
      limit: 'none',
      summary: 'Log out: end the current session',
      setsCookie: true,
      reply: success(LoggedOut),
      async handle({ principal, record }) {
        const endSessionUrl = await loginHooks.endSessionUrlOf(principal.sessionId);
        await sessions.end(principal);
        record({ action: 'logout', message: 'Logged out', subjectId: principal.userId });
        const data = { message: 'Logged out', ...(endSessionUrl && { endSessionUrl }) };
        return { data, sessionCookie: '' };
      },
    }),

    route({
      operation: 'getCurrentUser',
      at: 'GET /me',
      access: 'signed-in',
      withoutSecondFactor: true,
      withTemporaryPassword: 'everybody',
      summary: 'Get the current user, or the service account whose token it is',
      reply: success(CurrentUser),
      async handle({ principal }) {
        const user = await findAccount(db, principal.userId);
        if (user === undefined) throw new NotFound('User');
        const { lacksSecondFactor, passwordChange } = principal;
        const signOn = user.role === 'SERVICE' ? undefined : await loginHooks.signOnOf(db, user.id);
        return {
          data: {
            ...currentUserOf(user),
            organisation: organisation.current(),
            wards: user.role === 'CAREGIVER' ? await deps.membershipsOf(db, user.id) : [],
            ...(lacksSecondFactor && { lacksSecondFactor }),
            ...(passwordChange !== 'none' && { mustChangePassword: true }),
            ...(signOn && { signOn }),
          },
        };
      },
    }),
  ];
}

export function loginError(refusal: LoginRefusal): AppError {
  switch (refusal) {
    case 'deactivated':
      return new Forbidden('This account is deactivated', { code: 'ACCOUNT_DEACTIVATED' });
    case 'passwordOff':
      return passwordLoginOff();
    case 'expired':
      return new Unauthenticated('The temporary password has expired; ask for a new one', {
        code: 'TEMPORARY_PASSWORD_EXPIRED',
      });
    case 'needsCode':
      return new Unauthenticated('A code is needed', {
        code: 'TOTP_REQUIRED',
        details: { totp: 'must be the code that the app shows' },
      });
    case 'wrongCode':
      return new Unauthenticated('The code is wrong or was used', {
        code: 'TOTP_WRONG',
        details: { totp: 'is wrong or was used' },
      });
    default:
      return new Unauthenticated('Invalid e-mail or password', { code: 'LOGIN_FAILED' });
  }
}
