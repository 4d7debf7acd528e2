import { Conflict } from '../../platform/errors.ts';
import { openRoute, type Route } from '../../platform/http/route.ts';
import { Confirmation, success } from '../../platform/schema/envelope.ts';
import type { LoginLimits } from '../login/login-limits.ts';
import { ForgottenPassword, PasswordReset } from '../schema.ts';
import { passwordComplaint } from './password-complaint.ts';
import type { PasswordResets } from './password-resets.ts';

interface PasswordResetRouteDeps {
  /** Undefined when mail is not configured. */
  readonly resets: PasswordResets | undefined;
  readonly logins: Pick<LoginLimits, 'countUnproven'>;
}

/** docs/contract.md, "Forgotten passwords". */
export function passwordResetRoutes({ resets, logins }: PasswordResetRouteDeps): readonly Route[] {
  const configured = (): PasswordResets => {
    if (resets === undefined)
      throw new Conflict('E-mail is not configured; ask an admin for a new password', {
        code: 'NOT_CONFIGURED',
      });
    return resets;
  };

  return [
    openRoute({
      operation: 'requestPasswordReset',
      at: 'POST /auth/forgot',
      limit: 'login',
      summary:
        'Request a password reset link by e-mail. The response does not reveal whether the account exists.',
      body: ForgottenPassword,
      status: 202,
      reply: success(Confirmation),
      async handle({ body, client, record }) {
        await logins.countUnproven(client, body.email);
        configured().ask(body.email, (userId) => {
          const message = 'Asked for a link to a new password';
          record({ action: 'password.reset.asked', message, subjectId: userId });
        });
        return { data: { message: 'If there is such an account, a mail is on its way' } };
      },
    }),

    openRoute({
      operation: 'resetPassword',
      at: 'POST /auth/reset',
      limit: 'login',
      summary: 'Set a new password with the token from the link. Ends every session of the account.',
      body: PasswordReset,
      rules: ({ newPassword }) => passwordComplaint('newPassword', newPassword),
      reply: success(Confirmation),
      async handle({ body, record }) {
        const userId = await configured().reset(body.token, body.newPassword);
        const message = 'Chose a new password by a link';
        record({ action: 'password.reset', message, actorId: userId, subjectId: userId });
        return { data: { message: 'The password is changed; log in with it' } };
      },
    }),
  ];
}
