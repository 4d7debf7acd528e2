import { AppError, Forbidden, InvalidInput, NotFound } from '../errors.ts';
import { handshakeError } from '../ws/handshake.ts';
import type { AuditTrail } from './audit.ts';
import { recordRefusal } from './audit-lines.ts';
import { type CookieSettings, sessionCookie } from './cookies.ts';
import { type Exchange, type Header, parseJson, requireJson } from './exchange.ts';
import type { RequestHead } from './head.ts';
import { PREFLIGHT_HEADERS } from './origin.ts';
import type { Pages } from './pages/serve.ts';
import type { Authenticator, Principal } from './principal.ts';
import { requireOwnPassword, requireSecondFactor } from './principal.ts';
import type { RequestGuards } from './request-guards.ts';
import {
  type Caller,
  type DirectHandler,
  type Download,
  type Handler,
  needsBody,
  type RecordAuditLine,
  type Reply,
  type Route,
} from './route.ts';
import type { Router } from './router.ts';

export interface PipelineDeps {
  readonly router: Router<Route>;
  /** Handles all paths outside `/api`. */
  readonly pages: Pages;
  readonly guards: RequestGuards;
  readonly sessions: Authenticator;
  /** For routes with the limit `login`; rejects with 429 beyond the limit. */
  readonly countLogin: (ip: string, email: string | undefined) => Promise<void>;
  /** Rejects with 403 REAUTHENTICATE. */
  readonly requireRecentAuthentication: (principal: Principal) => Promise<void>;
  readonly audit: AuditTrail;
  readonly cookie: CookieSettings;
  /** Paths that answer 426 to a request without an upgrade. */
  readonly socketPaths: readonly string[];
}

const BEARER = 'Bearer ';
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Handles every request; docs/contract.md, "Order of checks". */
export function createPipeline(deps: PipelineDeps): (exchange: Exchange) => void {
  const { router, pages, guards, sessions, audit } = deps;
  const { addressOf, countAgainst, fail } = guards;

  function receive(exchange: Exchange): void {
    const { head } = exchange;
    if (head.malformed !== undefined) return refuse(exchange, head.malformed);
    const rejection = guards.admit(exchange);
    if (rejection !== undefined) return fail(exchange, rejection);

    const match = matchOf(head);
    if (head.method === 'OPTIONS')
      return preflight(exchange, match.kind === 'wrong method' ? match.allow : []);
    if (match.kind !== 'route') {
      const allow = match.kind === 'wrong method' ? match.allow.join(', ') : undefined;
      if (allow !== undefined) exchange.headers.push(['Allow', allow]);
      const error =
        allow === undefined
          ? notFound(exchange)
          : new AppError('METHOD_NOT_ALLOWED', `Method not allowed; use ${allow}`);
      return failIfRejected(
        exchange,
        countAgainst(exchange, 'global').then(() => Promise.reject(error)),
      );
    }
    if ('page' in match) return pages.serve(exchange, match.page);
    const { route, params } = match;
    const { work } = route;
    if ('direct' in work) {
      return exchange.readBody(route.bodyBytes, (body) =>
        catchErrors(exchange, () => performDirectly(exchange, route, work.direct, body)),
      );
    }
    if (SAFE_METHODS.has(head.method))
      return failIfRejected(exchange, perform(exchange, work.handle, route, params, undefined));
    exchange.readBody(route.bodyBytes, (body) =>
      failIfRejected(exchange, perform(exchange, work.handle, route, params, body)),
    );
  }

  function matchOf(head: RequestHead) {
    const match = router.match(head.method, head.path);
    if (match.kind !== 'unknown' || deps.socketPaths.includes(head.path)) return match;
    const page = pages.match(head);
    return page.kind === 'route' ? { kind: page.kind, page } : page;
  }

  /**
   * Answers asynchronously: after an immediate answer, uWebSockets.js would read the remaining bytes as the next
   * request. While an answer is pending, it closes the connection when more bytes arrive.
   */
  function refuse(exchange: Exchange, reason: string): void {
    setImmediate(() => fail(exchange, new InvalidInput(undefined, reason, 'REQUEST_MALFORMED'), true));
  }

  async function perform(
    exchange: Exchange,
    handle: Handler,
    route: Route,
    params: Readonly<Record<string, string>>,
    body: Buffer | AppError | undefined,
  ): Promise<void> {
    const { head } = exchange;
    const caller = callerOf(exchange);
    if (route.limit === 'login') await deps.countLogin(caller.ip, accountIn(route, head, body));
    else if (route.limit !== 'none' && route.limit !== 'schedule') await countAgainst(exchange, route.limit);
    const principal = route.access === 'anyone' ? undefined : await identify(head);
    try {
      if (principal !== undefined) {
        requireOrigin(head);
        requireOwnPassword(principal, route.withTemporaryPassword);
        if (!route.withoutSecondFactor) requireSecondFactor(principal);
        requireRole(principal, route);
      }
      const record: RecordAuditLine = (line) =>
        void audit.recordAuditLine({ actorId: principal?.userId, ...line, ...caller });
      const client = { ip: caller.ip, userAgent: head.userAgent };
      const call = { principal: principal as Principal, record, client, params };
      const target = await route.target?.(call);
      const query = route.query?.parse(Object.fromEntries(new URLSearchParams(head.query)));
      const parsed = parseBody(route, head, body);
      if (route.download !== undefined && head.method === 'HEAD') {
        exchange.headers.push(...downloadHeaders(route.download));
        return exchange.send(route.status, undefined);
      }
      if (needsRecentAuthentication(route, { target, body: parsed }))
        await deps.requireRecentAuthentication(call.principal);
      answer(exchange, route, await handle({ ...call, target, query, body: parsed }));
    } catch (error) {
      // Routes without a principal record their refusals themselves, with more detail.
      if (error instanceof Forbidden && principal !== undefined)
        auditRefusal(route, caller, principal, error);
      throw error;
    }
  }

  /** Hot path of readings: with a cached token, no promise is created between request and answer. */
  function performDirectly(
    exchange: Exchange,
    route: Route,
    direct: DirectHandler,
    bytes: Buffer | AppError,
  ): void {
    const { head } = exchange;
    const proceed = (principal: Principal) => {
      const body = bytes instanceof AppError ? bytes : attempt(() => parseJson(bytes, head.contentType));
      direct(principal, body, head.idempotencyKey || undefined, (result) => {
        if (result instanceof Buffer) return exchange.send(route.status, result);
        if (result instanceof Forbidden) auditRefusal(route, callerOf(exchange), principal, result);
        fail(exchange, result);
      });
    };
    const remembered =
      head.authorization.startsWith(BEARER) && sessions.recall(head.authorization.slice(BEARER.length));
    if (remembered && !remembered.lacksSecondFactor && remembered.passwordChange !== 'required')
      return proceed(remembered);
    const identified = identify(head).then((principal) => {
      requireOrigin(head);
      requireOwnPassword(principal, route.withTemporaryPassword);
      requireSecondFactor(principal);
      proceed(principal);
    });
    failIfRejected(exchange, identified);
  }

  async function identify(head: RequestHead): Promise<Principal> {
    const { token } = guards.credentialsOf(head);
    return sessions.recall(token) ?? sessions.authenticate(token);
  }

  function requireOrigin(head: RequestHead): void {
    if (head.authorization === '' && !SAFE_METHODS.has(head.method)) guards.requireOrigin(head);
  }

  function notFound(exchange: Exchange): AppError {
    const { path, upgrade, webSocketKey } = exchange.head;
    if (!deps.socketPaths.includes(path)) return new NotFound();
    const wantsUpgrade = upgrade !== '' || webSocketKey !== '';
    const error = wantsUpgrade ? handshakeError(exchange) : undefined;
    if (error !== undefined) return error;
    exchange.headers.push(['Upgrade', 'websocket']);
    return new AppError('UPGRADE_REQUIRED', 'This is a WebSocket; ask for an upgrade');
  }

  function answer(exchange: Exchange, route: Route, result: Reply): void {
    const { data, token, pagination, document, download, sessionCookie: cookie } = result;
    if (cookie !== undefined) exchange.headers.push(['Set-Cookie', sessionCookie(cookie, deps.cookie)]);
    if (route.status === 204) return exchange.send(204, undefined);
    if (download !== undefined && route.download !== undefined)
      return exchange.stream(route.status, download, downloadHeaders(route.download));
    const body = document ?? Buffer.from(JSON.stringify({ success: true, data, token, pagination }));
    exchange.send(result.status ?? route.status, body);
  }

  function failIfRejected(exchange: Exchange, work: Promise<void>): void {
    work.catch((error: unknown) => fail(exchange, error));
  }

  function preflight(exchange: Exchange, allow: readonly string[]): void {
    if (allow.length > 0) exchange.headers.push(['Allow', allow.join(', ')]);
    if (exchange.head.origin !== '') exchange.headers.push(...PREFLIGHT_HEADERS);
    exchange.send(204, undefined);
  }

  function auditRefusal(route: Route, caller: Caller, { userId }: Principal, error: Forbidden): void {
    recordRefusal(audit, `${route.method} ${route.path}`, error, { actorId: userId, caller });
  }

  const callerOf = (exchange: Exchange): Caller => ({
    ip: addressOf(exchange),
    requestId: exchange.requestId,
  });

  /** An exception inside a uWebSockets.js callback would end the process. */
  function catchErrors(exchange: Exchange, work: (exchange: Exchange) => void): void {
    try {
      work(exchange);
    } catch (error) {
      fail(exchange, error);
    }
  }

  return (exchange) => catchErrors(exchange, receive);
}

const downloadHeaders = ({ mediaType, fileName }: Download): readonly Header[] => [
  ['Content-Type', mediaType],
  ['Content-Disposition', `attachment; filename="${fileName()}"`],
];

const needsRecentAuthentication = (
  { recentAuthentication: needs }: Route,
  call: { target: unknown; body: unknown },
): boolean => needs === 'always' || (needs?.(call) ?? false);

function parseBody(route: Route, head: RequestHead, body: Buffer | AppError | undefined): unknown {
  if (body instanceof AppError) throw body;
  const missing = body === undefined || body.length === 0;
  if (route.body === undefined) {
    if (!missing) requireJson(head.contentType);
    return undefined;
  }
  if (missing && needsBody(route))
    throw new InvalidInput(undefined, 'A JSON body is required', 'BODY_MALFORMED');
  const parsed = route.body.parse(missing ? {} : parseJson(body, head.contentType));
  if (route.method === 'PUT' && Object.keys(parsed ?? {}).length === 0) {
    throw new InvalidInput(undefined, 'Nothing to change', 'NOTHING_TO_CHANGE');
  }
  return parsed;
}

/** The e-mail of a valid body: an invalid body does not count against any account. */
function accountIn(route: Route, head: RequestHead, body: Buffer | AppError | undefined): string | undefined {
  const parsed = attempt(() => parseBody(route, head, body));
  if (parsed instanceof AppError) return undefined;
  const { email } = (parsed ?? {}) as { readonly email?: unknown };
  return typeof email === 'string' ? email : undefined;
}

/** The value, or the AppError that was thrown. */
function attempt<T>(work: () => T): T | AppError {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function requireRole(principal: Principal, route: Route): void {
  if (typeof route.access !== 'string' && !route.access.includes(principal.role)) throw new Forbidden();
}
