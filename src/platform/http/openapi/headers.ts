import { limitOf } from '../rate-limits.ts';
import type { Route } from '../route.ts';

/** Response headers; the constant security headers are in `info.description`. */
export const HEADERS = {
  'X-Request-Id': {
    description:
      "ID of the request, also in the service's log; the client's own `X-Request-Id` if it has 1 to 64 letters, digits, `_`, `.`, `:` or `-`",
    required: true,
    schema: { type: 'string' },
    example: 'k3j9x2-1a',
  },
  'X-RateLimit-Limit': {
    description: 'Requests per minute and address; missing if the limit is off',
    schema: { type: 'integer', minimum: 1 },
    example: 100,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left; missing if the limit is off',
    schema: { type: 'integer', minimum: 0 },
    example: 99,
  },
  'X-RateLimit-Reset': {
    description: 'Time the limit resets, in seconds since 1970; missing if the limit is off',
    schema: { type: 'integer', minimum: 0 },
    example: 1_772_354_460,
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  'Set-Cookie': {
    description:
      'The cookie of a session (`access_token`) or of a station (`station_token`), HttpOnly and SameSite=Strict; empty when the session ends. Of a login at the provider: `login_flow`, `login_flow_0` to `login_flow_15`, SameSite=Lax',
    schema: { type: 'string' },
    example: 'access_token=eyJhbGciOiJIUzI1NiJ9.e30.c2ln; Path=/; HttpOnly; SameSite=Strict; Max-Age=86400',
  },
  Location: {
    description: 'Where the browser goes on: a path of the service, or the provider of single sign-on',
    required: true,
    schema: { type: 'string' },
    example: '/login?error=OIDC_NO_GROUP',
  },
  'Content-Disposition': {
    description: 'Suggested file name, where the answer is a file',
    schema: { type: 'string' },
    example: 'attachment; filename="vigil-2026-03-01.zip"',
  },
  ETag: {
    description: 'Tag of the file; with it in `If-None-Match`, the answer is 304 while the file is the same',
    schema: { type: 'string' },
    example: '"5f1d3c0a9be24d77"',
  },
} as const;
type HeaderName = keyof typeof HEADERS;

const WAITING: readonly number[] = [429, 503];

interface Replying
  extends Pick<Route, 'limit'>,
    Partial<Pick<Route, 'redirects' | 'setsCookie' | 'setsStationCookie' | 'download' | 'csv' | 'file'>> {}

/** The headers that a reply of this status may have. */
export function headersOf(route: Replying, status: number): Record<string, unknown> {
  const counted = limitOf(route.limit).perAddress?.hasHeaders;
  const names: readonly HeaderName[] = [
    'X-Request-Id',
    ...(counted ? (['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const) : []),
    ...(WAITING.includes(status) ? (['Retry-After'] as const) : []),
    ...((route.setsCookie || route.setsStationCookie) && status < 400 ? (['Set-Cookie'] as const) : []),
    ...((route.download !== undefined || route.csv) && status < 300
      ? (['Content-Disposition'] as const)
      : []),
    ...(route.redirects ? (['Location'] as const) : []),
    ...(route.file !== undefined && status < 300 ? (['ETag'] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
