import { AppError, Forbidden, Unauthenticated } from '../errors.ts';
import type { AuditTrail } from './audit.ts';
import { actorOf, recordRefusal } from './audit-lines.ts';
import { knownBrowserIn, loginFlowIn, stationCookie, stationTokenIn } from './cookies.ts';
import { wantsCsv } from './csv-choice.ts';
import type { Exchange } from './exchange.ts';
import type { RequestHead } from './head.ts';
import type { Idempotency, KeyedRequest } from './idempotency.ts';
import { type IdentifyDeps, identify, notForStations } from './identify.ts';
import {
  type Authenticated,
  isStation,
  notForDeviceTokens,
  type Principal,
  requireOwnDevice,
  requireOwnPassword,
  requireScope,
  requireSecondFactor,
} from './principal.ts';
import { downloadHeaders, sendRedirect, sendReply } from './reply.ts';
import { accountIn, parseBody, parsedJsonOrError } from './request-body.ts';
import type { RequestGuards } from './request-guards.ts';
import type {
  Caller,
  DirectHandler,
  Handler,
  KeepReply,
  Params,
  RecordAuditLine,
  Reply,
  Route,
} from './route.ts';
import type { StreamedBody } from './streamed-body.ts';

export interface RouteRunDeps extends IdentifyDeps {
  readonly guards: RequestGuards;
  /** For routes with the limit `login`; rejects with 429 beyond the limit. */
  readonly countLogin: (
    client: { readonly ip: string; readonly knownBrowser: string },
    email: string | undefined,
  ) => Promise<void>;
  /** Rejects with 403 REAUTHENTICATE. */
  readonly requireRecentAuthentication: (principal: Principal) => Promise<void>;
  readonly audit: AuditTrail;
  readonly idempotency: Idempotency;
}

const BEARER = 'Bearer ';
const NO_BODY = Buffer.alloc(0);
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
      this.#failIfRejected(exchange, this.#perform(exchange, route, work.handle, params, undefined), route);
    } else if (route.streamsBody) {
      const upload = exchange.streamBody();
      this.#failIfRejected(
        exchange,
        this.#perform(exchange, route, work.handle, params, undefined, upload),
        route,
      );
    } else {
      exchange.readBody(route.bodyBytes, (body) =>
        this.#failIfRejected(exchange, this.#perform(exchange, route, work.handle, params, body), route),
      );
    }
  }

  async #perform(
    exchange: Exchange,
    route: Route,
    handle: Handler,
    params: Params,
    body: Buffer | AppError | undefined,
    upload?: StreamedBody,
  ): Promise<void> {
    const { guards, audit, cookie, countLogin, requireRecentAuthentication, idempotency } = this.#deps;
    const { head } = exchange;
    const caller = this.#callerOf(exchange);
    const client = {
      ip: caller.ip,
      userAgent: head.userAgent,
      knownBrowser: knownBrowserIn(head.cookie),
      loginFlow: (state: string) => loginFlowIn(head.cookie, state),
    };
    if (route.limit === 'login') await countLogin(client, accountIn(route, head, body));
    else await guards.countAgainst(exchange, route.limit);
    const by = route.access === 'anyone' ? undefined : await identify(this.#deps, exchange);
    try {
      if (by !== undefined) {
        this.#requireOrigin(head);
        requireAccess(by, route, params);
        if (isStation(by) && route.setsStationCookie)
          exchange.headers.push(['Set-Cookie', stationCookie(stationTokenIn(head.cookie), cookie)]);
      } else if (route.setsStationCookie && head.origin !== '') guards.requireOrigin(head);
      const record: RecordAuditLine = (line) =>
        void audit.recordAuditLine({ ...(by && actorOf(by)), ...line, ...caller });
      // Safe: the row's own access decides whether its handler gets a user, a station or neither.
      const idempotencyKey = head.idempotencyKey || undefined;
      const call = {
        principal: by as Principal,
        record,
        client,
        idempotencyKey,
        keepReply: undefined,
        visitor: () => this.#visitorOf(exchange),
        conditions: { ifMatch: head.ifMatch, ifNoneMatch: head.ifNoneMatch },
        params,
      };
      route.protocol?.requireAccepted(head);
      const target = await route.target?.(call);
      const query = route.query?.(new URLSearchParams(head.query));
      const parsed = parseBody(route, head, body);
      if (route.download !== undefined && head.method === 'HEAD') {
        exchange.headers.push(...downloadHeaders(route.download));
        return exchange.send(route.status, undefined);
      }
      if (needsRecentAuthentication(route, { target, body: parsed }))
        await requireRecentAuthentication(call.principal);
      const asCsv = route.csv === true && wantsCsv(query, head.accept);
      const carryOut = async (keepReply?: KeepReply): Promise<Reply> =>
        handle({ ...call, keepReply, target, query, body: parsed, upload });
      const keyed = keyedRequest(route, head, by, body);
      const reply = keyed ? await idempotency.once(keyed, route.status, carryOut) : await carryOut();
      sendReply(exchange, route, reply, { cookie, table: asCsv ? await reply.table?.() : undefined });
    } catch (error) {
      // Routes without a principal record their refusals themselves, with more detail.
      if (error instanceof Forbidden && by !== undefined) this.#auditRefusal(route, caller, by, error);
      throw error;
    }
  }

  /**
   * Hot path of readings: with a cached token, no promise is created between request and reply. Never throws: an
   * exception inside a uWebSockets.js callback would end the process.
   */
  #runDirect(exchange: Exchange, route: Route, direct: DirectHandler, bytes: Buffer | AppError): void {
    const { guards, sessions } = this.#deps;
    const { authorization } = exchange.head;
    try {
      const remembered =
        authorization.startsWith(BEARER) && sessions.recall(authorization.slice(BEARER.length));
      if (remembered && mayCallDirectly(remembered, route))
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
    const by = await identify(this.#deps, exchange);
    this.#requireOrigin(exchange.head);
    if (isStation(by) || by.station !== undefined) throw notForStations();
    if (by.device !== undefined && !route.devices) throw notForDeviceTokens();
    requireToken(by, route);
    requireOwnPassword(by, route.withTemporaryPassword);
    requireSecondFactor(by);
    this.#callDirect(exchange, route, direct, bytes, by);
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

  #requireOrigin(head: RequestHead): void {
    if (head.authorization === '' && !SAFE_METHODS.has(head.method)) this.#deps.guards.requireOrigin(head);
  }

  #callerOf(exchange: Exchange): Caller {
    return { ip: this.#deps.guards.addressOf(exchange), requestId: exchange.requestId };
  }

  #auditRefusal(route: Route, caller: Caller, by: Authenticated, error: Forbidden): void {
    recordRefusal(this.#deps.audit, `${route.method} ${route.protocol?.base ?? ''}${route.path}`, error, {
      by,
      caller,
    });
  }

  /** Neither a station nor a program; undefined too if the session has ended. */
  async #visitorOf(exchange: Exchange): Promise<Principal | undefined> {
    try {
      const by = await identify(this.#deps, exchange);
      return isStation(by) || by.station !== undefined || by.scopes !== undefined ? undefined : by;
    } catch (error) {
      if (error instanceof Unauthenticated) return undefined;
      throw error;
    }
  }

  #failIfRejected(exchange: Exchange, work: Promise<void>, route?: Route): void {
    work.catch((error: unknown) => {
      const { guards } = this.#deps;
      if (route?.redirects === undefined) return guards.fail(exchange, error);
      const { code } = guards.failureOf(exchange, error);
      sendRedirect(exchange, `${route.redirects.failedTo}?error=${code}`);
    });
  }
}

/** Throws unless the row is open to the caller's access token, if there is one. */
function requireToken(by: Principal, { scope, furtherScope, personal }: Route): void {
  requireScope(by, furtherScope !== undefined && by.scopes?.has(furtherScope) ? furtherScope : scope);
  if (personal && by.service !== undefined)
    throw new Forbidden('This is not available to a service account', { code: 'NOT_FOR_SERVICE_ACCOUNTS' });
}

/** Without a promise or an exception; every other caller goes the slower way, which says what is wrong. */
const mayCallDirectly = (by: Principal, { scope, devices }: Route): boolean =>
  (by.device === undefined || devices === true) &&
  !by.lacksSecondFactor &&
  by.passwordChange !== 'required' &&
  (by.scopes === undefined || (scope !== undefined && by.scopes.has(scope) && by.service === undefined));

/** Throws unless the row admits the caller. */
function requireAccess(by: Authenticated, route: Route, params: Params): void {
  const { access, path, devices } = route;
  if (isStation(by)) {
    if (access !== 'station') throw notForStations();
    return;
  }
  if (by.device !== undefined) {
    if (!devices) throw notForDeviceTokens();
    if (path.startsWith('/device/:id/')) requireOwnDevice(by, params.id ?? '');
  }
  if (access === 'station') throw new Forbidden('Only a station may call this');
  if (by.station !== undefined && !route.fromStation) throw notForStations();
  requireToken(by, route);
  requireOwnPassword(by, route.withTemporaryPassword);
  if (!route.withoutSecondFactor) requireSecondFactor(by);
  if (typeof access !== 'string' && !access.includes(by.role)) throw new Forbidden();
}

/** docs/contract.md, "Idempotency": a POST of an account whose repetitions the route does not recognise itself. */
function keyedRequest(
  route: Route,
  { method, path, query, idempotencyKey: key }: RequestHead,
  by: Authenticated | undefined,
  body: Buffer | AppError | undefined,
): KeyedRequest | undefined {
  const isKeyed =
    key !== '' &&
    route.method === 'POST' &&
    route.idempotencyKey === undefined &&
    route.protocol === undefined;
  if (!isKeyed || by === undefined || isStation(by)) return undefined;
  return { userId: by.userId, key, method, path, query, body: body instanceof Buffer ? body : NO_BODY };
}

const needsRecentAuthentication = (
  { recentAuthentication: needs }: Route,
  call: { target: unknown; body: unknown },
): boolean => needs === 'always' || (needs?.(call) ?? false);
