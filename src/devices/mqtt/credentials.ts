import { isUtf8 } from 'node:buffer';
import type { Authentication, LoginRefusal } from '../../accounts/index.ts';
import { isAccessToken } from '../../accounts/vocabulary.ts';
import { createDataLoader } from '../../platform/batching/data-loader.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError, TooManyRequests } from '../../platform/errors.ts';
import type { AuditTrail } from '../../platform/http/audit.ts';
import type { Log } from '../../platform/log.ts';
import { canonicalMac } from '../../platform/mac.ts';
import {
  ConnectRefused,
  type CredentialCheck,
  type Identity,
} from '../../platform/mqtt/connections/credentials.ts';
import { isAcceptable, MAX_USER_NAME_LENGTH } from '../../platform/mqtt/limits.ts';
import { findTokenHolders } from '../store/tokens.ts';
import { isDeviceToken } from '../tokens.ts';

export interface CredentialDeps {
  readonly db: Database;
  readonly authentication: Pick<Authentication, 'checkPassword' | 'checkToken' | 'stillValid'>;
  readonly audit: AuditTrail;
  readonly log: Log;
}

/**
 * docs/contract.md, "Passwords": at most 128 characters. A session token is always longer, so the two cannot be
 * confused; an access token has a form of its own.
 */
const MAX_PASSWORD_LENGTH = 128;

export function createCredentials(deps: CredentialDeps): CredentialCheck {
  const { db, authentication, audit, log } = deps;
  const tokenHolder = createDataLoader((macs) => findTokenHolders(db, macs));

  async function byDeviceToken(macAddress: string, token: Buffer): Promise<Identity> {
    const holder = await tokenHolder(macAddress);
    if (holder === undefined || !isDeviceToken(token, holder.hash)) throw wrongCredentials();
    if (holder.status !== 'active') throw deactivated();
    const { userId, role, hash } = holder;
    return { userId, role, device: { macAddress, tokenHash: hash.toString('base64url') } };
  }

  async function byToken(userName: string, token: string): Promise<Identity> {
    const check = await authentication.checkToken(userName, token);
    if ('refusal' in check) throw refused(check.refusal);
    const { userId, role, sessionId: id, expiresAt, scopes, service, token: named } = check.principal;
    return { userId, role, session: { id, expiresAt }, scopes, service, token: named };
  }

  async function byPassword(
    email: string,
    password: string,
    ip: string,
    isWaiting: () => boolean,
  ): Promise<Identity> {
    const check = await authentication.checkPassword({ email, password, ip, isWaiting }, (line) => {
      void audit.recordAuditLine({ ...line, message: `${line.message} (MQTT)`, ip });
    });
    if ('refusal' in check) throw refused(check.refusal);
    return { userId: check.user.id, role: check.user.role };
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
    // Of a service account, its ID.
    const name = userName.trim().toLowerCase();
    const text = secret.toString('utf8');
    if (text.length > MAX_PASSWORD_LENGTH || isAccessToken(text)) return byToken(name, text);
    return byPassword(name, text, ip, isWaiting);
  }

  return {
    async check(userName, secret, ip, isWaiting) {
      if (userName === undefined || secret === undefined || secret.length === 0) {
        throw new ConnectRefused('unauthorized', 'no anonymous access');
      }
      if (!isAcceptable(userName, MAX_USER_NAME_LENGTH)) throw wrongCredentials();
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
    async stillValidAmong(identities) {
      const sessionIds = identities.flatMap(({ session }) => session?.id ?? []);
      const macAddresses = identities.flatMap(({ device }) => device?.macAddress ?? []);
      const [{ users, sessions }, holders] = await Promise.all([
        authentication.stillValid([...new Set(identities.map(({ userId }) => userId))], sessionIds),
        findTokenHolders(db, macAddresses),
      ]);
      const isStillValid = ({ userId, session, device }: Identity): boolean => {
        if (!users.has(userId)) return false;
        if (session !== undefined) return sessions.has(session.id);
        if (device === undefined) return true;
        const holder = holders.get(device.macAddress);
        return holder?.userId === userId && holder.hash.toString('base64url') === device.tokenHash;
      };
      return new Set(identities.filter(isStillValid));
    },
  };
}

function refused(refusal: LoginRefusal): ConnectRefused {
  switch (refusal) {
    case 'deactivated':
      return deactivated();
    case 'needsSecondFactor':
      return new ConnectRefused(
        'unauthorized',
        'the account needs a second factor: use a session token or a device token',
      );
    case 'needsOwnPassword':
      return new ConnectRefused(
        'unauthorized',
        'the temporary password must be changed first: PUT /profile/password',
      );
    default:
      return wrongCredentials();
  }
}

const wrongCredentials = (): ConnectRefused =>
  new ConnectRefused('credentials', 'wrong user name or password');

const deactivated = (): ConnectRefused => new ConnectRefused('unauthorized', 'the account is deactivated');
