import type { RequestHead } from './head.ts';

export interface OriginRules {
  /** Headers that let a page of an authorized origin read the reply. */
  corsHeaders(origin: string): readonly (readonly [string, string])[];
  /** A state-changing request that carries only the cookie must come from our own or an authorized page. */
  mayUseCookie(head: RequestHead): boolean;
}

const EXPOSED = 'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After';
const VARY: readonly [string, string] = ['Vary', 'Origin'];

export function createOriginRules(authorized: readonly string[]): OriginRules {
  return {
    corsHeaders(origin) {
      if (!authorized.includes(origin)) return authorized.length > 0 ? [VARY] : [];
      return [
        ['Access-Control-Allow-Origin', origin],
        ['Access-Control-Allow-Credentials', 'true'],
        ['Access-Control-Expose-Headers', EXPOSED],
        VARY,
      ];
    },
    mayUseCookie(head) {
      if (head.origin !== '') return authorized.includes(head.origin) || isOwnOrigin(head);
      return head.secFetchSite === 'same-origin';
    },
  };
}

const isOwnOrigin = (head: RequestHead): boolean =>
  head.origin === `http://${head.host}` || head.origin === `https://${head.host}`;

export const PREFLIGHT_HEADERS: readonly (readonly [string, string])[] = [
  ['Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE, HEAD, OPTIONS'],
  ['Access-Control-Allow-Headers', 'Authorization, Content-Type, Idempotency-Key, X-Request-Id'],
  ['Access-Control-Max-Age', '600'],
];
