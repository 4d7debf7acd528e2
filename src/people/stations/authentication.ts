import type { Queryable } from '../../platform/database/database.ts';
import { Unauthenticated } from '../../platform/errors.ts';
import { STATION_COOKIE_MS } from '../../platform/http/cookies.ts';
import type { StationAuthenticator } from '../../platform/http/principal.ts';
import { hashOfSecretToken } from '../../platform/secret-token.ts';
import { DAY_MS } from '../../platform/time.ts';
import { isUnlockToken } from './secrets.ts';
import { findByToken, findUnlock, renewCookie } from './store.ts';

/** A renewal is a write, so it is done once a day. */
const RENEW_MS = DAY_MS;

/**
 * Reads the database for every request, because there are few: a station that was removed, and a person who left the
 * ward, are refused at once on every instance.
 */
export const createStationAuthentication = ({
  db,
  now,
}: {
  readonly db: Queryable;
  readonly now: () => number;
}): StationAuthenticator => ({
  async authenticate(token) {
    const hash = hashOfSecretToken(token);
    const station = await findByToken(db, hash);
    const age = now() - (station?.renewedAt.getTime() ?? 0);
    if (station === undefined || age >= STATION_COOKIE_MS) throw new Unauthenticated();
    if (age >= RENEW_MS) await renewCookie(db, hash, new Date(now()));
    const { id, name, wardId } = station;
    return { id, name, wardId };
  },

  isUnlock: isUnlockToken,

  async authenticateUnlock(token, station) {
    const unlock = await findUnlock(db, station, hashOfSecretToken(token), new Date(now()));
    if (unlock === undefined) throw new Unauthenticated();
    return {
      userId: unlock.personId,
      role: unlock.role,
      sessionId: unlock.id,
      expiresAt: unlock.expiresAt.getTime(),
      lacksSecondFactor: false,
      passwordChange: 'none',
      station,
    };
  },
});
