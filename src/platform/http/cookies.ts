/** docs/contract.md, "Tokens and sessions": the session cookie. */
const NAME = 'access_token';

export interface CookieSettings {
  readonly maxAgeSeconds: number;
  readonly secure: boolean;
}

export function sessionCookie(token: string, { maxAgeSeconds, secure }: CookieSettings): string {
  const maxAge = token === '' ? 0 : maxAgeSeconds;
  return `${NAME}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

export function tokenFromCookies(header: string): string {
  for (const pair of header.split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === NAME) return value ?? '';
  }
  return '';
}
