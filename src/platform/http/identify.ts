import { Forbidden, Unauthenticated } from '../errors.ts';
import { type CookieSettings, sessionTokenIn, stationCookie, stationTokenIn } from './cookies.ts';
import type { Exchange } from './exchange.ts';
import type { Authenticated, Authenticator, Principal, StationAuthenticator } from './principal.ts';
import type { Credentials, RequestGuards } from './request-guards.ts';

export interface IdentifyDeps {
  readonly guards: Pick<RequestGuards, 'credentialsOf'>;
  readonly sessions: Authenticator;
  readonly stations: StationAuthenticator;
  readonly cookie: CookieSettings;
}

/**
 * The user or the station that sends a request; rejects with 401. An `Authorization` header wins over both cookies, and
 * the cookie of a station over that of a session: a shared tablet acts for no user who once logged in on it
 * (docs/home.md, "Stations").
 */
export async function identify(
  { guards, sessions, stations, cookie }: IdentifyDeps,
  exchange: Exchange,
  given?: Credentials,
): Promise<Authenticated> {
  const { head } = exchange;
  const ofSession = async (token: string): Promise<Principal> => {
    const by = sessions.recall(token) ?? (await sessions.authenticate(token));
    // A device token in a cookie would be sent by any page that the browser opens.
    if (by.device !== undefined && given === undefined && head.authorization === '')
      throw new Unauthenticated();
    return by;
  };
  const stationToken = stationTokenIn(head.cookie);
  if (stationToken === '') return ofSession((given ?? guards.credentialsOf(head)).token);
  const byHeader = given ?? (head.authorization === '' ? undefined : guards.credentialsOf(head));
  if (byHeader !== undefined && !stations.isUnlock(byHeader.token)) return ofSession(byHeader.token);
  try {
    const station = await stations.authenticate(stationToken);
    return byHeader === undefined ? station : await stations.authenticateUnlock(byHeader.token, station);
  } catch (error) {
    if (!(error instanceof Unauthenticated) || byHeader !== undefined) throw error;
    // The station was removed: the browser that it was may be used as any other.
    exchange.headers.push(['Set-Cookie', stationCookie('', cookie)]);
    const sessionToken = sessionTokenIn(head.cookie);
    if (sessionToken === '') throw error;
    return ofSession(sessionToken);
  }
}

export const notForStations = (): Forbidden =>
  new Forbidden('This is not available at a station', { code: 'NOT_FOR_STATIONS' });
