import { isUtf8 } from 'node:buffer';
import {
  activeUsersAmong,
  confirmLogin,
  endsOfSessions,
  findUserForLogin,
  findUsers,
  isUsable,
  type LoginLimits,
  type Passwords,
  passwordChangeOf,
  type Sessions,
  saveLoginNetwork,
} from '../../accounts/index.ts';
import { findTokenHolders, isDeviceToken } from '../../devices/index.ts';
import { createDataLoader } from '../../platform/batching/data-loader.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError, TooManyRequests, Unavailable } from '../../platform/errors.ts';
import type { AuditTrail } from '../../platform/http/audit.ts';
import { networkOf } from '../../platform/http/client-network.ts';
import type { Role } from '../../platform/http/principal.ts';
import type { Log } from '../../platform/log.ts';
import { canonicalMac } from '../../platform/mac.ts';
import {
  ConnectRefused,
  type CredentialCheck,
  type Identity,
} from '../../platform/mqtt/connections/credentials.ts';
import { isFit, MAX_USER_NAME_LENGTH } from '../../platform/mqtt/limits.ts';

export interface CredentialDeps {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly logins: Pick<LoginLimits, 'verify'>;
  readonly audit: AuditTrail;
  /** The role that requires a second factor. */
  readonly requireTotp?: Role | undefined;
  /** A temporary password must be changed before the account can be used. */
  readonly requirePasswordChange: boolean;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * docs/contract.md, "Passwords": at most 128 characters. A session token is always longer, so the two cannot be
 * confused.
 */
const MAX_PASSWORD_LENGTH = 128;

export function createCredentials(deps: CredentialDeps): CredentialCheck {
  const { db, passwords, sessions, logins, audit, requireTotp, requirePasswordChange, now, log } = deps;
  const tokenHolder = createDataLoader((macs) => findTokenHolders(db, macs));
  const userWithId = createDataLoader((ids) => findUsers(db, ids));

  async function byDeviceToken(macAddress: string, token: Buffer): Promise<Identity> {
    const holder = await tokenHolder(macAddress);
    if (holder === undefined || !isDeviceToken(token, holder.hash)) throw wrongCredentials();
    if (holder.status !== 'active') throw deactivated();
    const { userId, role, hash } = holder;
    return { userId, role, device: { macAddress, tokenHash: hash } };
  }

  async function bySessionToken(email: string, token: string): Promise<Identity> {
    const principal = await sessions.authenticate(token);
    const { userId, role, sessionId: id, expiresAt, lacksSecondFactor, passwordChange } = principal;
    if (lacksSecondFactor) throw needsSecondFactor();
    if (passwordChange === 'required') throw needsOwnPassword();
    if ((await userWithId(userId))?.email !== email) throw wrongCredentials();
    return { userId, role, session: { id, expiresAt } };
  }

  async function byPassword(
    email: string,
    password: string,
    ip: string,
    isWaiting: () => boolean,
  ): Promise<Identity> {
    const user = await findUserForLogin(db, email);
    const right = await logins.verify({ ip, email, countsOnlyIfWrong: true }, async () => {
      if (!isWaiting()) throw new Unavailable('The client disconnected');
      return passwords.matches(user?.passwordHash, password);
    });
    const recordLogin = (outcome: 'done' | 'refused' | 'failed', message: string) => {
      const action = outcome === 'done' ? 'login' : 'login.failed';
      void audit.recordAuditLine({ action, outcome, message, actorId: user?.id, subjectId: user?.id, ip });
    };
    if (user === undefined || !right) {
      recordLogin('failed', user === undefined ? 'Unknown e-mail (MQTT)' : 'Wrong password (MQTT)');
      throw wrongCredentials();
    }
    if (user.status !== 'active') {
      recordLogin('refused', 'The account is deactivated (MQTT)');
      throw deactivated();
    }
    const at = now();
    if (!isUsable(user, at)) {
      recordLogin('refused', 'The temporary password has expired (MQTT)');
      throw wrongCredentials();
    }
    if (passwordChangeOf(user, { isRequired: requirePasswordChange, now: at }) === 'required') {
      recordLogin('refused', 'The temporary password must be changed first (MQTT)');
      throw needsOwnPassword();
    }
    // docs/contract.md, "Second factor": a password alone does not open such an account, and CONNECT has no field for a
    // code.
    if (user.hasSecondFactor || user.role === requireTotp) {
      recordLogin('refused', 'The password alone is not enough (MQTT)');
      throw needsSecondFactor();
    }
    if (!(await confirmLogin(db, user, new Date(now())))) {
      recordLogin('failed', 'The account changed while its password was checked (MQTT)');
      throw wrongCredentials();
    }
    await saveLoginNetwork(db, user.id, networkOf(ip), new Date(now()));
    recordLogin('done', 'Logged in (MQTT)');
    return { userId: user.id, role: user.role };
  }

  function identify(
    userName: string,
    secret: Buffer,
    ip: string,
    isWaiting: () => boolean,
  ): Promise<Identity> {
    const macAddress = canonicalMac(userName);
    if (macAddress !== undefined) return byDeviceToken(macAddress, secret);
    if (!isUtf8(secret)) throw wrongCredentials();
    const email = userName.trim().toLowerCase();
    const text = secret.toString('utf8');
    if (text.length > MAX_PASSWORD_LENGTH) return bySessionToken(email, text);
    return byPassword(email, text, ip, isWaiting);
  }

  return {
    async check(userName, secret, ip, isWaiting) {
      if (userName === undefined || secret === undefined || secret.length === 0) {
        throw new ConnectRefused('unauthorized', 'no anonymous access');
      }
      if (!isFit(userName, MAX_USER_NAME_LENGTH)) throw wrongCredentials();
      try {
        return await identify(userName, secret, ip, isWaiting);
      } catch (error) {
        if (error instanceof ConnectRefused) throw error;
        if (error instanceof AppError && error.status === 401) throw wrongCredentials();
        if (error instanceof TooManyRequests) throw new ConnectRefused('unavailable', 'too many logins');
        if (!(error instanceof AppError)) log.error({ err: error }, 'MQTT: credential check failed');
        throw error;
      }
    },
    async stillGoodAmong(identities) {
      const sessionIds = identities.flatMap(({ session }) => session?.id ?? []);
      const macAddresses = identities.flatMap(({ device }) => device?.macAddress ?? []);
      const [live, active, holders] = await Promise.all([
        endsOfSessions(db, sessionIds),
        activeUsersAmong(db, [...new Set(identities.map(({ userId }) => userId))]),
        findTokenHolders(db, macAddresses),
      ]);
      const isStillGood = ({ userId, session, device }: Identity): boolean => {
        if (!active.has(userId)) return false;
        if (session !== undefined) return live.has(session.id);
        if (device === undefined) return true;
        const holder = holders.get(device.macAddress);
        return holder?.userId === userId && holder.hash.equals(device.tokenHash);
      };
      return new Set(identities.filter(isStillGood));
    },
  };
}

const wrongCredentials = (): ConnectRefused =>
  new ConnectRefused('credentials', 'wrong user name or password');

const needsSecondFactor = (): ConnectRefused =>
  new ConnectRefused(
    'unauthorized',
    'the account needs a second factor: use a session token or a device token',
  );

const needsOwnPassword = (): ConnectRefused =>
  new ConnectRefused('unauthorized', 'the temporary password must be changed first: PUT /profile/password');

const deactivated = (): ConnectRefused => new ConnectRefused('unauthorized', 'the account is deactivated');
