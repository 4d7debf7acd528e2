import { AppError, Forbidden } from '../errors.ts';
import type { AuditTrail } from './audit.ts';
import { recordRefusal } from './audit-lines.ts';
import type { CookieSettings } from './cookies.ts';
import { wantsCsv } from './csv-choice.ts';
import type { Exchange } from './exchange.ts';
import type { RequestHead } from './head.ts';
import type { Authenticator, Principal } from './principal.ts';
import { requireOwnPassword, requireSecondFactor } from './principal.ts';
import { downloadHeaders, sendReply } from './reply.ts';
import { accountIn, parseBody, parsedJsonOrError } from './request-body.ts';
import type { RequestGuards } from './request-guards.ts';
import type { Caller, DirectHandler, Handler, Params, RecordAuditLine, Route } from './route.ts';

export interface RouteRunDeps {
  readonly guards: RequestGuards;
  readonly sessions: Authenticator;
  /** For routes with the limit `login`; rejects with 429 beyond the limit. */
  readonly countLogin: (ip: string, email: string | undefined) => Promise<void>;
  /** Rejects with 403 REAUTHENTICATE. */
  readonly requireRecentAuthentication: (principal: Principal) => Promise<void>;
  readonly audit: AuditTrail;
  readonly cookie: CookieSettings;
}

const BEARER = 'Bearer ';
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Runs the handler of a matched route after the checks of its row: limit, session, permissions, query and body. */
export class RouteRunner {
  readonly #deps: RouteRunDeps;

  constructor(deps: RouteRunDeps) {
    this.#deps = deps;
  }

  run(exchange: Exchange, route: Route, params: Params): void {
    const { work } = route;
    if ('direct' in work) {
      exchange.readBody(route.bodyBytes, (body) => this.#runDirect(exchange, route, work.direct, body));
    } else if (SAFE_METHODS.has(exchange.head.method)) {
      this.#failIfRejected(exchange, this.#perform(exchange, route, work.handle, params, undefined));
    } else {
      exchange.readBody(route.bodyBytes, (body) =>
        this.#failIfRejected(exchange, this.#perform(exchange, route, work.handle, params, body)),
      );
    }
  }

  async #perform(
    exchange: Exchange,
    route: Route,
    handle: Handler,
    params: Params,
    body: Buffer | AppError | undefined,
  ): Promise<void> {
    const { guards, audit, cookie, countLogin, requireRecentAuthentication } = this.#deps;
    const { head } = exchange;
    const caller = this.#callerOf(exchange);
    if (route.limit === 'login') await countLogin(caller.ip, accountIn(route, head, body));
    else await guards.countAgainst(exchange, route.limit);
    const principal = route.access === 'anyone' ? undefined : await this.#identify(head);
    try {
      if (principal !== undefined) {
        this.#requireOrigin(head);
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
        await requireRecentAuthentication(call.principal);
      const asCsv = route.csv && wantsCsv(query, head.accept);
      sendReply(exchange, route, await handle({ ...call, target, query, body: parsed }), { cookie, asCsv });
    } catch (error) {
      // Routes without a principal record their refusals themselves, with more detail.
      if (error instanceof Forbidden && principal !== undefined)
        this.#auditRefusal(route, caller, principal, error);
      throw error;
    }
  }

  /**
   * Hot path of readings: with a cached token, no promise is created between request and answer. Never throws: an
   * exception inside a uWebSockets.js callback would end the process.
   */
  #runDirect(exchange: Exchange, route: Route, direct: DirectHandler, bytes: Buffer | AppError): void {
    const { guards, sessions } = this.#deps;
    const { authorization } = exchange.head;
    try {
      const remembered =
        authorization.startsWith(BEARER) && sessions.recall(authorization.slice(BEARER.length));
      if (remembered && !remembered.lacksSecondFactor && remembered.passwordChange !== 'required')
        this.#callDirect(exchange, route, direct, bytes, remembered);
      else this.#failIfRejected(exchange, this.#identifyAndCallDirect(exchange, route, direct, bytes));
    } catch (error) {
      guards.fail(exchange, error);
    }
  }

  async #identifyAndCallDirect(
    exchange: Exchange,
    route: Route,
    direct: DirectHandler,
    bytes: Buffer | AppError,
  ): Promise<void> {
    const principal = await this.#identify(exchange.head);
    this.#requireOrigin(exchange.head);
    requireOwnPassword(principal, route.withTemporaryPassword);
    requireSecondFactor(principal);
    this.#callDirect(exchange, route, direct, bytes, principal);
  }

  #callDirect(
    exchange: Exchange,
    route: Route,
    direct: DirectHandler,
    bytes: Buffer | AppError,
    principal: Principal,
  ): void {
    const { contentType, idempotencyKey } = exchange.head;
    const body = bytes instanceof AppError ? bytes : parsedJsonOrError(bytes, contentType);
    direct(principal, body, idempotencyKey || undefined, (result) => {
      if (result instanceof Buffer) return exchange.send(route.status, result);
      if (result instanceof Forbidden) this.#auditRefusal(route, this.#callerOf(exchange), principal, result);
      this.#deps.guards.fail(exchange, result);
    });
  }

  async #identify(head: RequestHead): Promise<Principal> {
    const { guards, sessions } = this.#deps;
    const { token } = guards.credentialsOf(head);
    return sessions.recall(token) ?? sessions.authenticate(token);
  }

  #requireOrigin(head: RequestHead): void {
    if (head.authorization === '' && !SAFE_METHODS.has(head.method)) this.#deps.guards.requireOrigin(head);
  }

  #callerOf(exchange: Exchange): Caller {
    return { ip: this.#deps.guards.addressOf(exchange), requestId: exchange.requestId };
  }

  #auditRefusal(route: Route, caller: Caller, { userId }: Principal, error: Forbidden): void {
    recordRefusal(this.#deps.audit, `${route.method} ${route.path}`, error, { actorId: userId, caller });
  }

  #failIfRejected(exchange: Exchange, work: Promise<void>): void {
    work.catch((error: unknown) => this.#deps.guards.fail(exchange, error));
  }
}

function requireRole(principal: Principal, route: Route): void {
  if (typeof route.access !== 'string' && !route.access.includes(principal.role)) throw new Forbidden();
}

const needsRecentAuthentication = (
  { recentAuthentication: needs }: Route,
  call: { target: unknown; body: unknown },
): boolean => needs === 'always' || (needs?.(call) ?? false);
