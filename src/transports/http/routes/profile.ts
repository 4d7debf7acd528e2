import type { Accounts } from '../../../auth/accounts.ts';
import type { Passwords } from '../../../auth/passwords.ts';
import type { Sessions } from '../../../auth/sessions.ts';
import { profileOf } from '../../../domain/people.ts';
import { InvalidInput, NotFound } from '../../../errors.ts';
import { AccountDeletion, PasswordChange, Profile, ProfileChange } from '../../../schemas/accounts.ts';
import { Notice, success } from '../../../schemas/envelope.ts';
import type { Database } from '../../../storage/database.ts';
import { findUser, passwordHashOf, setPasswordHash } from '../../../storage/users.ts';
import { passwordComplaint } from '../password-rules.ts';
import { type Route, route } from '../route.ts';

export interface ProfileParts {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly now: () => number;
}

/** docs/contract.md, "Accounts": everybody's own account. */
export function profileRoutes({ db, passwords, sessions, accounts, now }: ProfileParts): readonly Route[] {
  return [
    route({
      operation: 'getProfile',
      method: 'GET',
      path: '/profile/me',
      access: 'signed-in',
      limit: 'global',
      summary: 'Own profile',
      status: 200,
      answer: success(Profile),
      async handle({ principal }) {
        const user = await findUser(db, principal.userId);
        if (user === undefined) throw new NotFound('User');
        return { data: profileOf(user) };
      },
    }),

    route({
      operation: 'updateProfile',
      method: 'PUT',
      path: '/profile/me',
      access: 'signed-in',
      limit: 'global',
      summary: 'Change own profile; null clears phone or date of birth',
      body: ProfileChange,
      status: 200,
      answer: success(Profile),
      async handle({ principal, body }) {
        return { data: profileOf(await accounts.change(principal.userId, body)) };
      },
    }),

    route({
      operation: 'changePassword',
      method: 'POST',
      path: '/profile/password',
      access: 'signed-in',
      limit: 'global',
      summary: 'Change own password; ends every other session',
      body: PasswordChange,
      rules: ({ newPassword, confirmPassword = newPassword }) => ({
        ...passwordComplaint('newPassword', newPassword),
        ...(newPassword !== undefined &&
          confirmPassword !== newPassword && { confirmPassword: 'must be the same as newPassword' }),
      }),
      status: 200,
      answer: success(Notice),
      async handle({ principal, body, record }) {
        const correct = await passwords.matches(
          await passwordHashOf(db, principal.userId),
          body.currentPassword,
        );
        const recordChange = (outcome: 'done' | 'refused', message: string) =>
          record({ action: 'password.changed', outcome, message, subjectId: principal.userId });
        if (!correct) {
          recordChange('refused', 'The current password given was wrong');
          const message = 'The current password is incorrect';
          throw new InvalidInput({ currentPassword: message }, message, 'PASSWORD_WRONG');
        }
        const hash = await passwords.hash(body.newPassword);
        const announce = await db.transaction(async (q) => {
          await setPasswordHash(q, principal.userId, hash, new Date(now()));
          return sessions.endAllOf(q, principal.userId, principal.sessionId);
        });
        await announce();
        recordChange('done', 'Password changed');
        return { data: { message: 'Password changed' } };
      },
    }),

    route({
      operation: 'deleteAccount',
      method: 'DELETE',
      path: '/profile/me',
      access: 'signed-in',
      limit: 'global',
      summary: 'Delete own account for good',
      body: AccountDeletion,
      setsCookie: true,
      status: 200,
      answer: success(Notice),
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
