import { createAccessTokens, createTokenLookUp } from '../accounts/access-tokens/access-tokens.ts';
import { createServiceAccounts } from '../accounts/access-tokens/service-accounts.ts';
import { allCreations } from '../accounts/access-tokens/token-creations.ts';
import { createAccounts } from '../accounts/accounts.ts';
import { createAccountMail } from '../accounts/email/account-mail.ts';
import { createEmailChanges } from '../accounts/email/email-changes.ts';
import { createAuthentication } from '../accounts/login/authentication.ts';
import { developmentSecret } from '../accounts/login/development-secret.ts';
import { createKnownBrowsers } from '../accounts/login/known-browsers.ts';
import { createLoginHooks } from '../accounts/login/login-hooks.ts';
import { createLoginLimits } from '../accounts/login/login-limits.ts';
import { hasOwnLogin, passwordOf } from '../accounts/login/own-login.ts';
import { createPasswordPolicy } from '../accounts/login/password-policy.ts';
import { createProviderAccounts } from '../accounts/login/provider-accounts.ts';
import { createRecentAuthentication } from '../accounts/login/recent-authentication.ts';
import { createSessions } from '../accounts/login/sessions.ts';
import { createTokens } from '../accounts/login/tokens.ts';
import { createManagedAccounts } from '../accounts/managed-accounts.ts';
import type { Organisation } from '../accounts/organisation/organisation.ts';
import { Passkeys } from '../accounts/passkeys/passkeys.ts';
import { createPasswordResets } from '../accounts/passwords/password-resets.ts';
import { createPasswords, type PasswordCost } from '../accounts/passwords/passwords.ts';
import { createPins } from '../accounts/passwords/pins.ts';
import { createSecondFactors } from '../accounts/second-factor/second-factors.ts';
import { announceDevicesOf } from '../devices/owner-removal.ts';
import { tokenDevices } from '../devices/token-devices.ts';
import { setActive } from '../directory/store.ts';
import type { Mailer } from '../notify/channels/mailer.ts';
import { tokenChannels } from '../notify/personal-channels/token-channels.ts';
import { endCareOf, lockForRemoval } from '../people/care-ends.ts';
import { mayActFor } from '../people/store/responders.ts';
import { startPeriodic } from '../platform/batching/periodic.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { MINUTE_MS } from '../platform/time.ts';
import { deleteAssistsOf } from '../response/assist/store.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';

interface AuthDeps {
  readonly storage: Storage;
  readonly secretBox: SecretBox;
  readonly cluster: Cluster;
  readonly organisation: Organisation;
  /** Undefined if mail is not configured. */
  readonly mailer: Mailer | undefined;
  readonly passwordCost: PasswordCost | undefined;
}

const SAVE_USE_MS = 5 * MINUTE_MS;

export async function openAuth(
  { config, log, now, closeLater, publicUrl }: Context,
  { storage: { db, housekeeping }, secretBox, cluster, organisation, mailer, passwordCost }: AuthDeps,
) {
  const passwords = await createPasswords(passwordCost);
  const secret = config.jwtSecret ?? (await developmentSecret(config.dataDir));
  const tokens = await createTokens(secret, now);
  const {
    sessionSeconds,
    sessionMaxDays,
    requireTotp,
    requirePasswordChange,
    reauthenticateMinutes: minutes,
  } = config;
  const passwordPolicy = createPasswordPolicy(config);
  const sessions = createSessions({
    db,
    tokens,
    ofAccessToken: createTokenLookUp({ db, requireTotp, now }),
    cluster,
    now,
    sessionSeconds,
    sessionMaxDays,
    passwordPolicy,
    requireTotp,
    requirePasswordChange,
  });
  if (config.passwordLogin === 'off') {
    const ended = await sessions.endPasswordSessions();
    if (ended > 0) log.info({ ended }, 'sessions: ended those of passwords (PASSWORD_LOGIN=off)');
  }
  const use = startPeriodic({
    everyMs: SAVE_USE_MS,
    now,
    work: sessions.saveUse,
    failed: (error) => log.warn({ err: error }, 'sessions: saving the last use failed'),
  });
  closeLater('use of sessions', () => use.close());
  const secondFactors = createSecondFactors({ db, secretBox, cluster, now });
  const knownBrowsers = createKnownBrowsers(secret, now);
  const loginHooks = createLoginHooks();
  const logins = createLoginLimits({ db, cluster, knownBrowsers, requests: config.rateLimitLogin, now });
  const authentication = createAuthentication({
    db,
    passwords,
    sessions,
    secondFactors,
    logins,
    passwordPolicy,
    loginHooks,
    requireTotp,
    requirePasswordChange,
    now,
  });
  const passkeys = new Passkeys({
    db,
    sessions,
    logins,
    cluster,
    passwordPolicy,
    loginHooks,
    publicUrl,
    now,
  });
  const recentAuthentication = createRecentAuthentication({ db, minutes, now });
  const mail = mailer && createAccountMail({ sendMail: mailer.send, organisation, log });
  if (mail !== undefined) closeLater('mails about accounts', mail.drain);
  const resets =
    mail &&
    createPasswordResets({ db, passwords, sessions, mail, passwordPolicy, loginHooks, publicUrl, now });
  const emailChanges = createEmailChanges({
    db,
    sessions,
    cluster,
    mail,
    resets,
    mayActFor,
    publicUrl,
    now,
  });
  const announceDevices = announceDevicesOf(cluster);
  const accounts = createAccounts({
    passwordPolicy,
    db,
    passwords,
    sessions,
    cluster,
    emailChanges,
    resets,
    eraseReadings: housekeeping.eraseDeleted,
    onRoleChange: endCareOf(cluster, deleteAssistsOf),
    onStatus: (q, userId, active) => setActive(q, userId, active, new Date(now())),
    async onRemove(q, userId) {
      await lockForRemoval(q, userId);
      return announceDevices(q, userId);
    },
    now,
    log,
  });
  const pins = createPins({ db, passwords, now });
  const creations = allCreations([tokenChannels, tokenDevices(cluster)]);
  return {
    pins,
    accessTokens: createAccessTokens({ db, sessions, creations, now }),
    serviceAccounts: createServiceAccounts({ db, sessions, cluster, creations, now }),
    passwords,
    sessions,
    secondFactors,
    passkeys,
    authentication,
    recentAuthentication,
    resets,
    emailChanges,
    accounts,
    managedAccounts: createManagedAccounts({ passwords, sessions, passwordPolicy, now }),
    knownBrowsers,
    logins,
    passwordPolicy,
    loginHooks,
    providerAccounts: createProviderAccounts({ passwords, sessions, passwordPolicy, now }),
    hasOwnLogin: (userId: string) => hasOwnLogin(db, passwordPolicy, userId),
    passwordOf: (userId: string) => passwordOf(db, passwordPolicy, userId),
  };
}

export type Auth = Awaited<ReturnType<typeof openAuth>>;
