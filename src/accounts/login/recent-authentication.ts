import type { Queryable } from '../../platform/database/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { CLOCK_TOLERANCE_MS, isRecent, MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import { authenticationOf, markReauthenticated } from './session-store.ts';

type Session = Pick<Principal, 'sessionId'>;

/** docs/contract.md, "Recent authentication". Stored with the session in the database, so that every instance sees it. */
export interface RecentAuthentication {
  /** Throws 403 REAUTHENTICATE. */
  require(session: Session): Promise<void>;
  /** Records that the owner has entered the password again; returns when that expires. */
  note(q: Queryable, session: Session): Promise<Date>;
}

/** With REAUTHENTICATE_MINUTES=0 a login does not count, and a re-entered password counts for this long. */
const STRICT_MS = 60 * SECOND_MS;

export function createRecentAuthentication({
  db,
  minutes,
  now,
}: {
  readonly db: Queryable;
  readonly minutes: number;
  readonly now: () => number;
}): RecentAuthentication {
  const lifetimeMs = minutes === 0 ? STRICT_MS : minutes * MINUTE_MS;
  /** A time in the future is from before the clock was set back: it must not count until the clock reaches it again. */
  const isFresh = (time: Date | null | undefined): boolean =>
    time != null && isRecent(time.getTime(), now() + CLOCK_TOLERANCE_MS, lifetimeMs + CLOCK_TOLERANCE_MS);
  return {
    async require({ sessionId }) {
      const proofs = await authenticationOf(db, sessionId);
      const login = minutes === 0 ? undefined : proofs?.loggedInAt;
      if ([login, proofs?.reauthenticatedAt].some(isFresh)) return;
      throw new Forbidden('Enter your password again to continue', { code: 'REAUTHENTICATE' });
    },
    async note(q, { sessionId }) {
      const at = now();
      await markReauthenticated(q, sessionId, new Date(at));
      return new Date(at + lifetimeMs);
    },
  };
}
