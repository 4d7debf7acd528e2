/** docs/contract.md, "Tokens and sessions": the session cookie. */
const SESSION = 'access_token';
/** docs/home.md, "Stations": the cookie of an enrolled tablet. */
const STATION = 'station_token';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

export interface CookieSettings {
  readonly maxAgeSeconds: number;
  readonly secure: boolean;
}

export const sessionCookie = (token: string, { maxAgeSeconds, secure }: CookieSettings): string =>
  cookie(SESSION, token, maxAgeSeconds, secure);

export const stationCookie = (token: string, { secure }: Pick<CookieSettings, 'secure'>): string =>
  cookie(STATION, token, YEAR_SECONDS, secure);

function cookie(name: string, token: string, maxAgeSeconds: number, secure: boolean): string {
  const maxAge = token === '' ? 0 : maxAgeSeconds;
  return `${name}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

export const sessionTokenIn = (header: string): string => tokenIn(header, SESSION);
export const stationTokenIn = (header: string): string => tokenIn(header, STATION);

function tokenIn(header: string, wanted: string): string {
  if (!header.includes(wanted)) return '';
  for (const pair of header.split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === wanted) return value ?? '';
  }
  return '';
}
