import type { Database } from '../../platform/database/database.ts';
import { NotFound, passwordLoginOff, Unauthenticated } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { Reauthenticated, Reauthentication } from '../schema.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import { findLogin, lockLogin } from '../store/users.ts';
import type { LoginLimits } from './login-limits.ts';
import type { PasswordPolicy } from './password-policy.ts';
import type { RecentAuthentication } from './recent-authentication.ts';

interface ReauthenticationDeps {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly secondFactors: SecondFactors;
  readonly logins: Pick<LoginLimits, 'countRequest' | 'verify'>;
  readonly recentAuthentication: RecentAuthentication;
  readonly passwordPolicy: Pick<PasswordPolicy, 'mayLogIn'>;
}

/** docs/contract.md, "Recent authentication". */
export function reauthenticationRoutes(deps: ReauthenticationDeps): readonly Route[] {
  const { db, passwords, secondFactors, logins, recentAuthentication, passwordPolicy } = deps;

  return [
    route({
      operation: 'reauthenticate',
      at: 'POST /auth/reauthenticate',
      access: 'signed-in',
      withoutSecondFactor: true,
      summary:
        'Re-authenticate before a change to the account: password and, with a second factor, `totp`. Counts as a login.',
      body: Reauthentication,
      reply: success(Reauthenticated),
      async handle({ principal, body, client, record }) {
        const user = await findLogin(db, principal.userId);
        if (user === undefined) throw new NotFound('User');
        const recordOutcome = (outcome: 'done' | 'failed', message: string) =>
          record({
            level: outcome === 'done' ? 'info' : 'warning',
            action: 'reauthentication',
            outcome,
            message,
            subjectId: user.id,
          });
        const wrongPassword = () => {
          recordOutcome('failed', 'Wrong password');
          return new Unauthenticated('The password is incorrect', { code: 'LOGIN_FAILED' });
        };
        if (!passwordPolicy.mayLogIn(user)) throw passwordLoginOff();
        const attempt = { ...client, email: user.email, hasSession: true };
        await logins.countRequest(attempt, attempt.email);
        if (!(await logins.verify(attempt, () => passwords.matches(user.passwordHash, body.password))))
          throw wrongPassword();
        const code = body.totp ?? undefined;
        if (user.hasSecondFactor && code === undefined)
          throw new Unauthenticated('A code is needed', {
            code: 'TOTP_REQUIRED',
            details: { totp: 'must be the code that the app shows' },
          });
        const until = await db.transaction(async (q) => {
          if (!(await lockLogin(q, user))) throw wrongPassword();
          if (user.hasSecondFactor && !(await secondFactors.use(q, user.id, code ?? ''))) {
            recordOutcome('failed', 'Wrong code');
            throw new Unauthenticated('The code is wrong or was used', {
              code: 'TOTP_WRONG',
              details: { totp: 'is wrong or was used' },
            });
          }
          return recentAuthentication.note(q, principal);
        });
        recordOutcome('done', 'Gave the password again');
        return { data: { until } };
      },
    }),
  ];
}
