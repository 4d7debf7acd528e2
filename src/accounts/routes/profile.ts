import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Database } from '../../platform/database/database.ts';
import { InvalidInput, NotFound } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { Confirmation, success } from '../../platform/schema/envelope.ts';
import type { Accounts } from '../accounts.ts';
import { USER_CHANGED } from '../cluster-events.ts';
import type { LoginLimits } from '../login/login-limits.ts';
import type { Sessions } from '../login/sessions.ts';
import { passwordComplaint } from '../passwords/password-complaint.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { pinComplaint } from '../passwords/pin-rule.ts';
import type { Pins } from '../passwords/pins.ts';
import { isExpired } from '../passwords/temporary-password.ts';
import * as schema from '../schema.ts';
import { findLogin, findUser, setOwnPassword } from '../store/users.ts';
import { profileOf } from '../user.ts';

interface ProfileDeps {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly cluster: Pick<Cluster, 'broadcast'>;
  readonly accounts: Accounts;
  readonly logins: Pick<LoginLimits, 'verify'>;
  readonly pins: Pick<Pins, 'save'>;
  readonly now: () => number;
}

/** docs/contract.md, "Accounts": the user's own account. */
export function profileRoutes(deps: ProfileDeps): readonly Route[] {
  const { db, passwords, sessions, cluster, accounts, logins, pins, now } = deps;

  /** One operation under two methods: older clients use POST. */
  const passwordRoute = (method: 'POST' | 'PUT', operation: string) =>
    route({
      operation,
      at: `${method} /profile/password`,
      access: 'signed-in',
      withoutSecondFactor: true,
      withTemporaryPassword: 'everybody',
      summary: 'Change your password. Ends every other session.',
      body: schema.PasswordChange,
      rules: ({ newPassword, confirmPassword = newPassword }) => ({
        ...passwordComplaint('newPassword', newPassword),
        ...(newPassword !== undefined &&
          confirmPassword !== newPassword && { confirmPassword: 'must be the same as newPassword' }),
      }),
      reply: success(Confirmation),
      async handle({ principal: { userId, sessionId }, body, client, record }) {
        const recordChange = (outcome: 'done' | 'refused', message: string) =>
          record({ action: 'password.changed', outcome, message, subjectId: userId });
        const user = await findLogin(db, userId);
        if (user === undefined) throw new NotFound('User');
        // The login limits also apply here, against password guesses with a stolen session.
        const attempt = { ...client, email: user.email, hasSession: true, countsOnlyIfWrong: true };
        if (
          !(await logins.verify(attempt, () => passwords.matches(user.passwordHash, body.currentPassword)))
        ) {
          recordChange('refused', 'The current password given was wrong');
          const message = 'The current password is incorrect';
          throw new InvalidInput({ currentPassword: message }, message, 'PASSWORD_WRONG');
        }
        if (isExpired(user, now())) {
          recordChange('refused', 'The temporary password has expired');
          const message = 'The temporary password has expired; ask for a new one';
          throw new InvalidInput({ currentPassword: message }, message, 'PASSWORD_WRONG');
        }
        const hash = await passwords.hash(body.newPassword);
        const announce = await db.transaction(async (q) => {
          await setOwnPassword(q, userId, hash, { now: new Date(now()), session: sessionId });
          return sessions.endAllOf(q, userId, sessionId);
        });
        await announce();
        // Lifts the restriction of a temporary password from the session that is kept.
        await cluster.broadcast(USER_CHANGED, { userId });
        recordChange('done', 'Password changed');
        return { data: { message: 'Password changed' } };
      },
    });

  return [
    route({
      operation: 'getProfile',
      at: 'GET /profile/me',
      access: 'signed-in',
      summary: 'Get your profile',
      reply: success(schema.Profile),
      async handle({ principal }) {
        const user = await findUser(db, principal.userId);
        if (user === undefined) throw new NotFound('User');
        return { data: profileOf(user) };
      },
    }),

    route({
      operation: 'updateProfile',
      at: 'PUT /profile/me',
      access: 'signed-in',
      summary: 'Update your profile. Null clears phone, date of birth or language.',
      body: schema.ProfileChange,
      reply: success(schema.Profile),
      async handle({ principal, body }) {
        return { data: profileOf(await accounts.change(principal.userId, body, principal)) };
      },
    }),

    route({
      operation: 'changeEmail',
      at: 'PUT /profile/email',
      access: 'signed-in',
      recentAuthentication: 'always',
      summary:
        'Change your e-mail address. If mail is configured, the change takes effect when the new address confirms it.',
      body: schema.EmailChange,
      reply: success(schema.Profile),
      async handle({ principal, body, record }) {
        const user = await accounts.change(principal.userId, body, principal);
        const message =
          user.pendingEmail === null ? 'Changed their e-mail address' : 'Asked for a new e-mail address';
        record({ action: 'email.changed', message, subjectId: principal.userId });
        return { data: profileOf(user) };
      },
    }),

    passwordRoute('POST', 'changePassword'),
    passwordRoute('PUT', 'replacePassword'),

    route({
      operation: 'setPin',
      at: 'PUT /profile/pin',
      access: ['CAREGIVER', 'ADMIN'],
      recentAuthentication: 'always',
      summary: 'Set or replace your PIN for stations',
      body: schema.PinChange,
      rules({ pin }) {
        const complaint = pin === undefined ? undefined : pinComplaint(pin);
        return complaint === undefined ? {} : { pin: complaint };
      },
      reply: success(Confirmation),
      async handle({ principal: { userId }, body, record }) {
        await pins.save(userId, body.pin);
        record({ action: 'pin.changed', message: 'Set a PIN for stations', subjectId: userId });
        return { data: { message: 'The PIN is set' } };
      },
    }),

    route({
      operation: 'deleteAccount',
      at: 'DELETE /profile/me',
      access: 'signed-in',
      recentAuthentication: 'always',
      summary: 'Delete your account permanently',
      body: schema.AccountDeletion,
      setsCookie: true,
      reply: success(Confirmation),
      async handle({ principal, record }) {
        await accounts.remove(principal.userId);
        record({
          level: 'warning',
          action: 'account.deleted',
          message: 'Deleted their own account',
          subjectId: principal.userId,
        });
        return { data: { message: 'The account is deleted' }, sessionCookie: '' };
      },
    }),
  ];
}
