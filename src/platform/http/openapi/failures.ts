import type { ErrorCode } from '../../error-codes.ts';
import { LIMITS } from '../rate-limits.ts';
import type { Route } from '../route.ts';

/** docs/contract.md, "Errors", in the words of the document; `error` is an example message. */
export const FAILURES = {
  400: {
    description: 'Invalid input. `details` names every invalid field.',
    error: 'Validation failed',
    code: 'VALIDATION_FAILED',
  },
  401: {
    description: 'Missing, invalid or expired token',
    error: 'Missing, invalid or expired token',
    code: 'UNAUTHENTICATED',
  },
  403: { description: 'Insufficient permissions', error: 'Insufficient permissions', code: 'FORBIDDEN' },
  404: {
    description: 'Not found or deleted',
    error: 'Resource not found',
    code: 'NOT_FOUND',
  },
  409: {
    description: 'Conflict with existing data',
    error: 'This fall is resolved already',
    code: 'ALREADY_RESOLVED',
  },
  413: {
    description: 'Body too large',
    error: 'The body is larger than 65536 bytes',
    code: 'BODY_TOO_LARGE',
  },
  415: {
    description: 'Body is not JSON',
    error: 'Content-Type must be application/json',
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  429: { description: 'Rate limit exceeded', error: 'Rate limit exceeded', code: 'RATE_LIMITED' },
  500: { description: 'Internal server error', error: 'Internal server error', code: 'INTERNAL_ERROR' },
  503: {
    description: 'Service unavailable. Retry later.',
    error: 'Service temporarily unavailable',
    code: 'UNAVAILABLE',
  },
} as const satisfies Readonly<Record<number, { description: string; error: string; code: ErrorCode }>>;
export type FailureStatus = keyof typeof FAILURES;

/** The failures that a route may reply with. */
export function failuresOf(route: Route): readonly FailureStatus[] {
  if (route.redirects !== undefined) return [];
  const { query, body } = route.schemas;
  const changes = route.method !== 'GET';
  const signedIn = route.access !== 'anyone';
  const logsIn = route.limit === 'login' || (!signedIn && route.setsCookie && route.limit !== 'signup');
  const applies: Readonly<Record<FailureStatus, boolean | undefined>> = {
    400: query !== undefined || body !== undefined,
    401: signedIn || logsIn,
    403: signedIn || logsIn || route.limit === 'signup' || route.setsStationCookie,
    404: route.path.includes(':') || changes || route.mayNotFind,
    409: route.mayConflict,
    413: changes,
    415: changes,
    429: LIMITS[route.limit].refuses,
    500: true,
    503: true,
  };
  return (Object.keys(FAILURES) as `${FailureStatus}`[])
    .map((status) => Number(status) as FailureStatus)
    .filter((status) => applies[status]);
}
