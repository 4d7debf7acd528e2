import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time.ts';

/** docs/contract.md, "Tokens and sessions": the session cookie. */
const SESSION = 'access_token';
/** docs/home.md, "Stations": the cookie of an enrolled tablet. */
const STATION = 'station_token';
export const STATION_COOKIE_MS = 365 * DAY_MS;

/** docs/contract.md, "Login limits": the cookie of earlier logins. Only logins and password links need it. */
const KNOWN_BROWSER = 'known_browser';
const KNOWN_BROWSER_PATH = '/api/auth';
export const KNOWN_BROWSER_MS = 365 * DAY_MS;

/**
 * docs/single-sign-on.md, "Login": binds a login at the provider to the browser that began it. The way back from the
 * provider comes from another site, so this one cookie is SameSite=Lax. Logins of several tabs have a cookie each, named
 * by their state: one of sixteen, because a browser sends them all.
 */
const LOGIN_FLOW = 'login_flow';
const flowNameOf = (state: string): string =>
  state === '' ? LOGIN_FLOW : `${LOGIN_FLOW}_${state.charCodeAt(0) % 16}`;
const LOGIN_FLOW_PATH = '/api/auth/oidc';
export const LOGIN_FLOW_MS = 10 * MINUTE_MS;

/** docs/home.md, "Languages": the console sets it, so that its pages come in the language of the account. */
const LANGUAGE = 'language';

export interface CookieSettings {
  readonly maxAgeSeconds: number;
  readonly secure: boolean;
}

export const sessionCookie = (token: string, { maxAgeSeconds, secure }: CookieSettings): string =>
  cookie(SESSION, token, maxAgeSeconds, secure);

export const stationCookie = (token: string, { secure }: Pick<CookieSettings, 'secure'>): string =>
  cookie(STATION, token, STATION_COOKIE_MS / SECOND_MS, secure);

export const knownBrowserCookie = (value: string, { secure }: Pick<CookieSettings, 'secure'>): string =>
  cookie(KNOWN_BROWSER, value, KNOWN_BROWSER_MS / SECOND_MS, secure, KNOWN_BROWSER_PATH);

/** Of a login on its way; `state` is empty for one that waits here. */
export interface LoginFlowCookie {
  readonly state: string;
  /** Empty to clear it. */
  readonly value: string;
}

export const loginFlowCookie = (
  { state, value }: LoginFlowCookie,
  { secure }: Pick<CookieSettings, 'secure'>,
): string => cookie(flowNameOf(state), value, LOGIN_FLOW_MS / SECOND_MS, secure, LOGIN_FLOW_PATH, 'Lax');

function cookie(
  name: string,
  token: string,
  maxAgeSeconds: number,
  secure: boolean,
  path = '/',
  sameSite: 'Strict' | 'Lax' = 'Strict',
): string {
  const maxAge = token === '' ? 0 : maxAgeSeconds;
  return `${name}=${token}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
}

export const sessionTokenIn = (header: string): string => tokenIn(header, SESSION);
export const stationTokenIn = (header: string): string => tokenIn(header, STATION);
export const knownBrowserIn = (header: string): string => tokenIn(header, KNOWN_BROWSER);
export const loginFlowIn = (header: string, state: string): string => tokenIn(header, flowNameOf(state));
export const languageIn = (header: string): string => tokenIn(header, LANGUAGE);

function tokenIn(header: string, wanted: string): string {
  if (!header.includes(wanted)) return '';
  for (const pair of header.split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === wanted) return value ?? '';
  }
  return '';
}
