import { refuseIfExceeded } from '../cluster/count-use.ts';
import { isOrphan } from '../database/database.ts';
import { AppError, Forbidden, internalError, Unauthenticated } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ProxyTrust } from './client-address.ts';
import { sessionTokenIn } from './cookies.ts';
import type { Exchange } from './exchange.ts';
import type { RequestHead } from './head.ts';
import type { OriginRules } from './origin.ts';
import { type Protocol, protocolOf } from './protocol.ts';
import { type LimitClass, type Limits, limitOf } from './rate-limits.ts';

interface RequestGuardDeps {
  readonly limits: Limits;
  readonly proxies: ProxyTrust;
  readonly origins: OriginRules;
  /** The server itself terminates TLS. */
  readonly tls: boolean;
  /** docs/contract.md, "Tokens and sessions": HTTPS is required in production. */
  readonly httpsOnly: boolean;
  readonly protocols: readonly Protocol[];
  readonly now: () => number;
  readonly log: Log;
}

export interface Credentials {
  readonly token: string;
}

/** Checks shared by HTTP requests and WebSocket upgrades. */
export interface RequestGuards {
  /** Sets `secure` and the CORS headers; returns the error if the request is refused. */
  admit(exchange: Exchange): AppError | undefined;
  addressOf(exchange: Exchange): string;
  /** Applies a limit per IP address, if the class has one: adds its headers, and throws when it is exceeded. */
  countAgainst(exchange: Exchange, limit: LimitClass): Promise<void>;
  /** The token of the Authorization header, or else of the cookie; throws when there is none. */
  credentialsOf(head: RequestHead): Credentials;
  requireOrigin(head: RequestHead): void;
  /** The error that the client gets: anything but an AppError is logged and becomes a 500. Sets `Retry-After`. */
  failureOf(exchange: Exchange, error: unknown): AppError;
  /** Answers with the error in the envelope, or in the form of the path's protocol. */
  fail(exchange: Exchange, error: unknown, close?: boolean): void;
}

const HEALTH_PATH = '/api/health';

export function createRequestGuards({
  limits,
  proxies,
  origins,
  tls,
  httpsOnly,
  protocols,
  now,
  log,
}: RequestGuardDeps): RequestGuards {
  const addressOf = (exchange: Exchange): string =>
    proxies.clientOf(exchange.socketAddress, exchange.head.forwardedFor);

  function failureOf(exchange: Exchange, error: unknown): AppError {
    const failure = appErrorOf(error);
    if (failure.status >= 500) {
      log.error(
        { err: causeOf(error), requestId: exchange.requestId, path: exchange.head.path },
        'request failed',
      );
    }
    if (failure.retryAfter !== undefined) exchange.headers.push(['Retry-After', String(failure.retryAfter)]);
    return failure;
  }

  return {
    addressOf,
    admit(exchange) {
      const { head } = exchange;
      exchange.secure = tls || (head.forwardedProto === 'https' && proxies.trusts(exchange.socketAddress));
      if (head.origin !== '') exchange.headers.push(...origins.corsHeaders(head.origin));
      if (!httpsOnly || exchange.secure || head.path === HEALTH_PATH) return undefined;
      return new Forbidden('HTTPS is required', { code: 'HTTPS_REQUIRED' });
    },
    async countAgainst(exchange, limitClass) {
      const { perAddress, refuses } = limitOf(limitClass);
      const verdict = perAddress && (await limits.hit(perAddress, addressOf(exchange)));
      if (verdict === undefined) return;
      if (perAddress?.hasHeaders) {
        const resetSeconds = Math.ceil(verdict.resetAt / 1000);
        exchange.headers.push(
          ['X-RateLimit-Limit', String(verdict.limit)],
          ['X-RateLimit-Remaining', String(verdict.remaining)],
          ['X-RateLimit-Reset', String(resetSeconds)],
        );
      }
      if (perAddress && refuses) refuseIfExceeded(verdict, perAddress, now());
    },
    credentialsOf({ authorization, cookie }) {
      if (authorization !== '') return { token: bearerToken(authorization) };
      const token = sessionTokenIn(cookie);
      if (token === '') throw new Unauthenticated();
      return { token };
    },
    requireOrigin(head) {
      if (origins.mayUseCookie(head)) return;
      throw new Forbidden('A request authenticated by cookie must come from an authorized origin', {
        code: 'ORIGIN_REFUSED',
      });
    },
    failureOf,
    fail(exchange, error, close = false) {
      const failure = failureOf(exchange, error);
      const protocol = protocolOf(protocols, exchange.head.path);
      const body = protocol?.failure(failure) ?? envelopeOf(failure);
      const as = protocol?.profile ?? 'json';
      exchange.send(failure.status, Buffer.from(JSON.stringify(body)), { as, close });
    },
  };
}

const envelopeOf = ({ message, code, details, fields }: AppError) => ({
  success: false,
  error: message,
  code,
  details,
  ...fields,
});

function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // The account, or another record that the request refers to, was deleted during the request.
  if (isOrphan(error)) return new AppError('NOT_FOUND', 'What this refers to has just been deleted');
  return internalError();
}

function bearerToken(authorization: string): string {
  const [scheme, token, ...rest] = authorization.split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || token === '' || rest.length > 0) {
    throw new Unauthenticated();
  }
  return token;
}

const causeOf = (error: unknown): unknown => (error instanceof AppError ? (error.cause ?? error) : error);
