import type { Database } from '../../platform/database/database.ts';
import { InvalidInput, NotFound } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { Confirmation, success } from '../../platform/schema/envelope.ts';
import type { LoginLimits } from '../login/login-limits.ts';
import type { Passwords } from '../passwords/passwords.ts';
import {
  RecoveryCodes,
  SecondFactorConfirmation,
  SecondFactorOffer,
  SecondFactorRemoval,
  SecondFactorState,
} from '../schema.ts';
import { findLogin, findUser } from '../store/users.ts';
import type { SecondFactors } from './second-factors.ts';

interface SecondFactorRouteDeps {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly secondFactors: SecondFactors;
  readonly logins: Pick<LoginLimits, 'verify'>;
}

/** docs/contract.md, "Second factor": the user's own. */
export function secondFactorRoutes({
  db,
  passwords,
  secondFactors,
  logins,
}: SecondFactorRouteDeps): readonly Route[] {
  const shared = { access: 'signed-in', limit: 'global', withoutSecondFactor: true, status: 200 } as const;

  return [
    route({
      ...shared,
      operation: 'getSecondFactor',
      at: 'GET /profile/totp',
      summary: 'Get the status of your second factor',
      reply: success(SecondFactorState),
      async handle({ principal }) {
        const { confirmedAt, recoveryCodesLeft } = await secondFactors.stateOf(principal.userId);
        const required = principal.lacksSecondFactor;
        return { data: { active: confirmedAt !== null, confirmedAt, recoveryCodesLeft, required } };
      },
    }),

    route({
      ...shared,
      operation: 'offerSecondFactor',
      recentAuthentication: 'always',
      at: 'POST /profile/totp',
      summary:
        'Start setting up a second factor. Returns a secret for an authenticator app; confirm it with a code.',
      reply: success(SecondFactorOffer),
      async handle({ principal }) {
        const user = await findUser(db, principal.userId);
        if (user === undefined) throw new NotFound('User');
        return { data: await secondFactors.offer(user) };
      },
    }),

    route({
      ...shared,
      operation: 'confirmSecondFactor',
      recentAuthentication: 'always',
      at: 'POST /profile/totp/confirm',
      summary: 'Confirm the second factor with a code from the app. Returns ten recovery codes, once.',
      body: SecondFactorConfirmation,
      reply: success(RecoveryCodes),
      async handle({ principal: { userId }, body, record }) {
        const recoveryCodes = await secondFactors.confirm(userId, body.code);
        record({ action: 'totp.confirmed', message: 'Set up a second factor', subjectId: userId });
        return { data: { recoveryCodes } };
      },
    }),

    route({
      ...shared,
      operation: 'removeSecondFactor',
      recentAuthentication: 'always',
      at: 'DELETE /profile/totp',
      summary: 'Remove the second factor and its recovery codes',
      body: SecondFactorRemoval,
      reply: success(Confirmation),
      async handle({ principal: { userId }, body, client, record }) {
        const line = { level: 'warning', action: 'totp.removed', subjectId: userId } as const;
        const user = await findLogin(db, userId);
        if (user === undefined) throw new NotFound('User');
        const attempt = { ...client, email: user.email, hasSession: true, countsOnlyIfWrong: true };
        if (!(await logins.verify(attempt, () => passwords.matches(user.passwordHash, body.password)))) {
          record({ ...line, outcome: 'refused', message: 'The password given was wrong' });
          throw new InvalidInput({ password: 'is incorrect' }, 'The password is incorrect', 'PASSWORD_WRONG');
        }
        await secondFactors.remove(userId);
        record({ ...line, message: 'Removed their second factor' });
        return { data: { message: 'The second factor is removed' } };
      },
    }),
  ];
}
