import { refuseIfExceeded } from '../cluster/count-use.ts';
import { isOrphan } from '../database/errors.ts';
import { AppError, Forbidden, internalError, Unauthenticated } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ProxyTrust } from './client-address.ts';
import { sessionTokenIn, stationTokenIn } from './cookies.ts';
import type { Exchange } from './exchange.ts';
import type { RequestHead } from './head.ts';
import type { OriginRules } from './origin.ts';
import type { Authenticator, Principal } from './principal.ts';
import { type Protocol, protocolOf } from './protocol.ts';
import { type LimitClass, type Limits, limitOf } from './rate-limits.ts';

interface RequestGuardDeps {
  readonly limits: Limits;
  readonly sessions: Authenticator;
  /** Called when the limit per minute refuses a request of a person. */
  readonly onPersonRefused?: (ip: string, userId: string) => void;
  readonly proxies: ProxyTrust;
  readonly origins: OriginRules;
  /** TLS that the server itself terminates has a certificate that clients trust (docs/deploy.md, "HTTPS for a phone that tries it"). */
  readonly isTrusted: boolean;
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
  /**
   * Applies a limit per IP address or session, if the class has one: adds its headers, and throws when it is exceeded.
   * `given`: credentials beside those of header and cookie.
   */
  countAgainst(exchange: Exchange, limit: LimitClass, given?: Credentials): Promise<void>;
  /** The token of the Authorization header, or else of the cookie; throws when there is none. */
  credentialsOf(head: RequestHead): Credentials;
  requireOrigin(head: RequestHead): void;
  /** The error that the client gets: anything but an AppError is logged and becomes a 500. Sets `Retry-After`. */
  failureOf(exchange: Exchange, error: unknown): AppError;
  /** Replies with the error in the envelope, or in the form of the path's protocol. */
  fail(exchange: Exchange, error: unknown, close?: boolean): void;
}

const HEALTH_PATH = '/api/health';

export function createRequestGuards({
  limits,
  sessions,
  onPersonRefused,
  proxies,
  origins,
  isTrusted,
  httpsOnly,
  protocols,
  now,
  log,
}: RequestGuardDeps): RequestGuards {
  const addressOf = (exchange: Exchange): string =>
    proxies.clientOf(exchange.socketAddress, exchange.head.forwardedFor);

  function credentialsOf({ authorization, cookie }: RequestHead): Credentials {
    if (authorization !== '') return { token: bearerToken(authorization) };
    const token = sessionTokenIn(cookie);
    if (token === '') throw new Unauthenticated();
    return { token };
  }

  /** The session of a person: neither that of a station, nor an access token. */
  async function personOf(
    head: RequestHead,
    given: Credentials | undefined,
    find: (token: string) => Principal | undefined | Promise<Principal>,
  ): Promise<Principal | undefined> {
    const isStation = given === undefined && head.authorization === '' && stationTokenIn(head.cookie) !== '';
    if (isStation) return undefined;
    try {
      const principal = await find((given ?? credentialsOf(head)).token);
      return principal?.scopes === undefined ? principal : undefined;
    } catch (error) {
      // The check of the session itself, which follows, replies with the error.
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  function failureOf(exchange: Exchange, error: unknown): AppError {
    const failure = appErrorOf(error);
    // A health report says that the service fails, and what makes it fail has a line of its own.
    const isReport = failure === error && exchange.head.path === HEALTH_PATH;
    if (failure.status >= 500 && !isReport && !failure.isLogged) {
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
      const isForwarded = head.forwardedProto === 'https' && proxies.trusts(exchange.socketAddress);
      exchange.isStrict = isForwarded || (exchange.secure && isTrusted);
      exchange.secure ||= isForwarded;
      if (head.origin !== '') exchange.headers.push(...origins.corsHeaders(head.origin));
      if (!httpsOnly || exchange.secure || head.path === HEALTH_PATH) return undefined;
      return new Forbidden('HTTPS is required', { code: 'HTTPS_REQUIRED' });
    },
    async countAgainst(exchange, limitClass, given) {
      const { perAddress, refuses } = limitOf(limitClass);
      if (perAddress === undefined) return;
      const { head } = exchange;
      const ip = addressOf(exchange);
      const authenticate = (token: string) => sessions.recall(token) ?? sessions.authenticate(token);
      const sessionOf = async () => (await personOf(head, given, authenticate))?.sessionId;
      const verdict = await limits.hit(perAddress, ip, sessionOf);
      if (verdict === undefined) return;
      if (perAddress.hasHeaders) {
        const resetSeconds = Math.ceil(verdict.resetAt / 1000);
        exchange.headers.push(
          ['X-RateLimit-Limit', String(verdict.limit)],
          ['X-RateLimit-Remaining', String(verdict.remaining)],
          ['X-RateLimit-Reset', String(resetSeconds)],
        );
      }
      if (!refuses) return;
      if (!verdict.allowed && perAddress.perSession && onPersonRefused !== undefined) {
        // From memory: a refusal must stay cheap.
        const person = await personOf(head, given, (token) => sessions.recall(token));
        if (person !== undefined) onPersonRefused(ip, person.userId);
      }
      refuseIfExceeded(verdict, perAddress, now());
    },
    credentialsOf,
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
