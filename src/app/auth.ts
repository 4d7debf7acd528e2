import { createAccounts } from '../auth/accounts.ts';
import { createLoginLimits } from '../auth/login-limits.ts';
import { createPasswords, type PasswordCost } from '../auth/passwords.ts';
import { createSecondFactors } from '../auth/second-factors.ts';
import { developmentSecret } from '../auth/secrets.ts';
import { createSessions } from '../auth/sessions.ts';
import { createTokens } from '../auth/tokens.ts';
import type { Coordination } from '../coordination/coordination.ts';
import { startPeriodic } from '../periodic.ts';
import { MINUTE_MS } from '../time.ts';
import type { Context } from './context.ts';
import type { Storage } from './storage.ts';

export interface AuthParts {
  readonly storage: Storage;
  readonly coordination: Coordination;
  readonly passwordCost: PasswordCost | undefined;
}

const SAVE_USE_MS = 5 * MINUTE_MS;

export async function openAuth(
  { config, log, now, closeLater }: Context,
  { storage: { db, housekeeping }, coordination, passwordCost }: AuthParts,
) {
  const passwords = await createPasswords(passwordCost);
  const tokens = await createTokens(config.jwtSecret ?? (await developmentSecret(config.dataDir)), now);
  const { sessionSeconds, sessionMaxDays, requireTotp } = config;
  const lives = { sessionSeconds, sessionMaxDays };
  const sessions = createSessions({ db, tokens, coordination, now, ...lives, requireTotp });
  const use = startPeriodic({
    everyMs: SAVE_USE_MS,
    now,
    work: sessions.saveUse,
    failed: (error) => log.warn({ err: error }, 'when sessions were last used could not be saved'),
  });
  closeLater('use of sessions', () => use.close());
  const secondFactors = createSecondFactors({ db, coordination, now });
  const logins = createLoginLimits({ db, coordination, requests: config.rateLimitLogin, now });
  const eraseReadings = housekeeping.eraseDeleted;
  const accounts = createAccounts({ db, passwords, sessions, coordination, eraseReadings, now, log });
  return { passwords, sessions, secondFactors, accounts, logins };
}

export type Auth = Awaited<ReturnType<typeof openAuth>>;
