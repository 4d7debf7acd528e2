import type { Readable } from 'node:stream';
import Type, { type Static, type TObject, type TObjectOptions, type TSchema } from 'typebox';
import type { Table } from '../csv.ts';
import type { Queryable } from '../database/database.ts';
import type { AppError } from '../errors.ts';
import { bodyChecker, type Checker, queryChecker, type Rules } from '../schema/check.ts';
import type { AuditEntry } from './audit.ts';
import type { LoginFlowCookie } from './cookies.ts';
import { formatFilter } from './csv-choice.ts';
import type { Header } from './exchange.ts';
import type { Principal, Role, Scope, Station } from './principal.ts';
import type { Protocol } from './protocol.ts';
import type { LimitClass } from './rate-limits.ts';
import type { StreamedBody } from './streamed-body.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** The permitted callers: everyone, every user with a token, certain roles, or stations. `target` checks ownership. */
type Access = 'anyone' | 'signed-in' | 'station' | readonly Role[];

/** The origin of a call. */
export interface Caller {
  readonly ip: string;
  readonly requestId: string;
}

/** The client data that a session stores when it is opened. */
interface Client {
  readonly ip: string;
  readonly userAgent: string;
  /** The cookie of earlier logins; empty without one. */
  readonly knownBrowser: string;
  /** The cookie of a login at the provider with this state; empty without one. */
  readonly loginFlow: (state: string) => string;
}

/** Values of the path's `:name` segments. */
export type Params = Readonly<Record<string, string>>;

/** Adds an audit entry with the caller as its actor. */
export type RecordAuditLine = (line: Omit<AuditEntry, keyof Caller>) => void;

export interface Conditions {
  readonly ifMatch: string;
  readonly ifNoneMatch: string;
}

interface Call<P, T, Q, B> {
  readonly principal: P;
  readonly record: RecordAuditLine;
  readonly client: Client;
  /** The header `Idempotency-Key`, for a row with `idempotencyKey`. */
  readonly idempotencyKey: string | undefined;
  /** For a request with an `Idempotency-Key`: see KeepReply. Without it, the reply is kept after the handler. */
  readonly keepReply: KeepReply | undefined;
  /** For a row without authentication: the user whose session the request carries all the same. */
  readonly visitor: () => Promise<Principal | undefined>;
  /** The headers `If-Match` and `If-None-Match`; empty without them. */
  readonly conditions: Conditions;
  readonly params: Params;
  readonly target: T;
  readonly query: Q;
  readonly body: B;
  /** The body in pieces, for a row with `streamsBody`. */
  readonly upload: StreamedBody | undefined;
}

/** Keeps the reply in the transaction of the effect: then no failure in between makes the effect happen twice. */
export type KeepReply = (q: Queryable, reply: Reply) => Promise<void>;

export interface Reply {
  /** Default: the status of the row. 204 and 304 have no body. */
  readonly status?: 200 | 201 | 204 | 304;
  readonly headers?: readonly Header[];
  readonly data?: unknown;
  readonly token?: string;
  readonly pagination?: object;
  /** The same as CSV, for a row with `csv`. */
  readonly table?: () => Table | Promise<Table>;
  /** A file that is streamed; the row gives its type and name. */
  readonly download?: Readable;
  /** A file that is shown and may be cached, for a row with `file`. */
  readonly file?: { readonly mediaType: string; readonly content: Buffer; readonly tag: string };
  /** A large file, read while it is sent, for a row with `file`. */
  readonly largeFile?: LargeFile;
  /** JSON that is sent unchanged, without the envelope. */
  readonly document?: Buffer;
  /** Sets the session cookie, or clears it with an empty string. */
  readonly sessionCookie?: string;
  /** Sets the cookie of a station. */
  readonly stationCookie?: string;
  /** Sets the cookie of earlier logins. */
  readonly knownBrowserCookie?: string;
  /** Sets the cookie of a login at the provider. */
  readonly loginFlowCookie?: LoginFlowCookie;
  /** Where the browser goes on, for a row with `redirects`: a URL in ASCII. */
  readonly location?: string;
}

export interface LargeFile {
  readonly mediaType: string;
  readonly size: number;
  readonly tag: string;
  /** The bytes from this place on, as many as are read at once; undefined if the file is gone. */
  readonly read: (from: number) => Promise<Buffer | undefined>;
  /** Called once, when it is sent, or the client has left. */
  readonly onEnd: () => void;
}

export interface Download {
  readonly mediaType: string;
  readonly fileName: () => string;
}

interface Row<P, T, Q extends TObject, B extends TObject> {
  /** The operation's id in the OpenAPI document and in clients generated from it. */
  readonly operation: string;
  /** Method and path below `/api`, with `:name` for parameters. */
  readonly at: `${Method} /${string}`;
  readonly access: Access;
  /** Default: `global`. */
  readonly limit?: LimitClass;
  readonly summary: string;
  /** Open to users who must set up a second factor first. */
  readonly withoutSecondFactor?: boolean;
  /** Open to users who must choose a password first; `devices`: to their wearables only. */
  readonly withTemporaryPassword?: 'everybody' | 'devices';
  /** Open to users who have unlocked a station (docs/home.md, "Stations"). */
  readonly fromStation?: boolean;
  /**
   * Open to device tokens (docs/contract.md, "Device tokens"). Below `/device/:id`, for the token's own device only: the
   * pipeline checks it; elsewhere, the handler does.
   */
  readonly devices?: true;
  /**
   * Requires that the user has logged in or re-entered the password recently: always, or when the call changes an
   * e-mail address.
   */
  readonly recentAuthentication?: 'always' | ((call: { target: T; body: Static<B> }) => boolean);
  /**
   * The scope with which an access token may call it (docs/tokens.md, "Scopes"). Default: `read` for a GET outside
   * `/admin`; other rows without one are closed to tokens.
   */
  readonly scope?: Scope;
  /** Another scope that is enough; the handler shows less to a token that has it alone. */
  readonly furtherScope?: Scope;
  /**
   * Concerns the caller as a person: closed to service accounts. Default: rows of the caller's own profile, and rows that
   * are closed to admins.
   */
  readonly personal?: boolean;
  readonly query?: Q;
  readonly body?: B;
  /** Checks that a JSON schema cannot express. */
  readonly rules?: Rules<Static<B>>;
  readonly bodyBytes?: number;
  /** Takes a file of any type as its body, in pieces, after all other checks. */
  readonly streamsBody?: true;
  /** Describes the header `Idempotency-Key`, if the route recognises repeated requests itself. */
  readonly idempotencyKey?: string;
  /** The body may also be a form (`application/x-www-form-urlencoded`). */
  readonly form?: true;
  /**
   * A person's browser opens it: replies 302. An error goes to this page, with its code as `error` in the query, because
   * nobody reads JSON.
   */
  readonly redirects?: { readonly failedTo: string };
  /** Default: 200; 302 for a row with `redirects`. 204 has no reply schema. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Another success status with the same reply; the handler chooses. */
  readonly otherStatus?: 200 | 201;
  readonly reply?: TSchema;
  /** Opens or ends a session, and so sets or clears its cookie. */
  readonly setsCookie?: boolean;
  /** Enrols a station or renews its cookie. */
  readonly setsStationCookie?: boolean;
  /**
   * A file instead of a reply schema. HEAD is served from this alone: the handler, which creates the file, is not
   * called.
   */
  readonly download?: Download;
  /** The media types of a file that is shown and may be cached by its entity tag, instead of a reply schema. */
  readonly file?: readonly string[];
  /** Replies with CSV, too, where the caller asks for it: adds the query parameter `format`. */
  readonly csv?: true;
  /** The route's own 503 reply, if it carries more than the usual error. */
  readonly unavailable?: TSchema;
  /** A GET that may reply with 409 because of the current state; every other method may anyway. */
  readonly mayConflict?: boolean;
  /** A GET whose query names records, and replies with 404 where one does not exist. */
  readonly mayNotFind?: true;
  /** Finds the record that the path names and checks ownership: 404, then 403, before body and query are validated. */
  readonly target?: (call: { principal: P; params: Params }) => Promise<T>;
  readonly handle: (call: Call<P, T, Static<Q>, Static<B>>) => Promise<Reply> | Reply;
}

export type Handler = (call: Call<Principal, unknown, unknown, unknown>) => Promise<Reply> | Reply;

/** Hot path of readings: replies by callback, without a promise per request, and with a body that is already JSON. */
export type DirectHandler = (
  principal: Principal,
  body: unknown,
  idempotencyKey: string | undefined,
  reply: (result: Buffer | AppError) => void,
) => void;

/** A row of the route table, as the pipeline, the OpenAPI document and the tests see it. */
export interface Route
  extends Omit<
    Row<Principal, unknown, TObject, TObject>,
    | 'at'
    | 'scope'
    | 'status'
    | 'query'
    | 'body'
    | 'rules'
    | 'reply'
    | 'unavailable'
    | 'handle'
    | 'recentAuthentication'
  > {
  readonly method: Method;
  readonly path: string;
  /** Undefined for the API itself. */
  readonly protocol?: Protocol;
  readonly limit: LimitClass;
  readonly status: 200 | 201 | 202 | 204 | 302;
  readonly scope: Scope | undefined;
  readonly personal: boolean;
  readonly recentAuthentication:
    | 'always'
    | ((call: { target: unknown; body: unknown }) => boolean)
    | undefined;
  readonly bodyBytes: number;
  readonly mayConflict: boolean;
  readonly schemas: {
    readonly query: TObject | undefined;
    readonly body: TObject | undefined;
    readonly reply: TSchema | undefined;
    readonly unavailable: TSchema | undefined;
  };
  readonly query: ((given: URLSearchParams) => unknown) | undefined;
  readonly body: Checker<unknown> | undefined;
  /** Reads the body of another protocol instead, whatever its `Content-Type`; throws InvalidInput. */
  readonly readBody?: (bytes: Buffer) => unknown;
  readonly work: { readonly handle: Handler } | { readonly direct: DirectHandler };
}

/** docs/contract.md, "Requests": a body over 64 KiB is refused, except on the sensor stream. */
const DEFAULT_BODY_BYTES = 64 * 1024;

type NoFields = TObject<Record<never, never>>;

export const route = <T = undefined, Q extends TObject = NoFields, B extends TObject = NoFields>(
  row: Row<Principal, T, Q, B> & { readonly access: Exclude<Access, 'anyone' | 'station'> },
): Route => toRoute(row);

/** A route of stations: the principal is the station itself. */
export const stationRoute = <T = undefined, Q extends TObject = NoFields, B extends TObject = NoFields>(
  row: Omit<Row<Station, T, Q, B>, 'access'>,
): Route => toRoute({ ...row, access: 'station' });

/** A route without authentication, hence without a principal. */
export const openRoute = <T = undefined, Q extends TObject = NoFields, B extends TObject = NoFields>(
  row: Omit<Row<undefined, T, Q, B>, 'access'>,
): Route => toRoute({ ...row, access: 'anyone' });

function toRoute<P, T, Q extends TObject, B extends TObject>(row: Row<P, T, Q, B>): Route {
  const { at, rules, reply, unavailable, handle, target, recentAuthentication, ...rest } = row;
  const [method, path] = at.split(' ') as [Method, string];
  const query = row.csv ? Type.Object({ ...row.query?.properties, ...formatFilter }) : row.query;
  return {
    limit: 'global',
    status: row.redirects === undefined ? 200 : 302,
    bodyBytes: DEFAULT_BODY_BYTES,
    mayConflict: method !== 'GET',
    ...rest,
    method,
    path,
    scope: row.scope ?? scopeOf(method, path, row.access),
    personal: row.personal ?? isPersonal(path, row.access),
    schemas: { query, body: row.body, reply, unavailable },
    query: query && queryReader(query),
    body: row.body && bodyChecker(row.body, rules),
    // Safe: the pipeline passes values that the row's own schemas have validated; only the type parameters are lost
    // here.
    ...(target && { target: target as Required<Route>['target'] }),
    recentAuthentication: recentAuthentication as Route['recentAuthentication'],
    work: { handle: handle as Handler },
  };
}

const scopeOf = (method: Method, path: string, access: Access): Scope | undefined =>
  method === 'GET' && access !== 'anyone' && access !== 'station' && !path.startsWith('/admin/')
    ? 'read'
    : undefined;

const isPersonal = (path: string, access: Access): boolean =>
  path.startsWith('/profile/') || (typeof access !== 'string' && !access.includes('ADMIN'));

/** A repeated parameter counts once, with its last value. */
function queryReader(schema: TObject): (given: URLSearchParams) => unknown {
  const checker = queryChecker(schema);
  return (given) => checker.parse(Object.fromEntries(given));
}

interface ProtocolRow<P, T, Q> {
  readonly protocol: Protocol;
  readonly operation: string;
  /** Below the path of the protocol. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** The scope of access tokens; default: `read`. */
  readonly scope?: Scope;
  /** Finds the record that the path names and checks access, as in the API. */
  readonly target: (call: { principal: P; params: Params }) => Promise<T>;
  /** Reads the query; throws InvalidInput. */
  readonly query: (given: URLSearchParams) => Q;
  readonly handle: (call: Call<P, T, Q, undefined>) => Promise<object> | object;
}

interface ProtocolChangeRow<T, Q, B> extends Omit<ProtocolRow<Principal, T, Q>, 'handle'> {
  readonly method: Method;
  readonly scope: Scope;
  readonly bodyBytes?: number;
  /** Reads the body; throws InvalidInput. */
  readonly body: (bytes: Buffer) => B;
  /** Status, headers and the JSON of the reply; without content for 204 and 304. */
  readonly handle: (call: Call<Principal, T, Q, B>) => Promise<ProtocolReply>;
}

export interface ProtocolReply extends Pick<Reply, 'status' | 'headers'> {
  readonly content?: object;
}

type ProtocolAccess = Exclude<Access, 'anyone' | 'station'>;

/** A read of another protocol; the handler returns the JSON of the reply. */
export const protocolRoute = <T, Q>(
  row: ProtocolRow<Principal, T, Q> & { readonly access: ProtocolAccess },
): Route => toProtocolRoute(ofContent(row), row.access);

export const openProtocolRoute = <T, Q>(row: ProtocolRow<undefined, T, Q>): Route =>
  // Safe: `anyone` gives the handler no principal.
  toProtocolRoute(ofContent(row as unknown as ProtocolRow<Principal, T, Q>), 'anyone');

/** A read or change of another protocol whose reply has its own status and headers. */
export const protocolChangeRoute = <T, Q, B>(
  row: ProtocolChangeRow<T, Q, B> & { readonly access: ProtocolAccess },
): Route => toProtocolRoute(row, row.access);

const ofContent = <T, Q>({ handle, ...row }: ProtocolRow<Principal, T, Q>) => ({
  ...row,
  method: 'GET' as const,
  async handle(call: Call<Principal, T, Q, undefined>) {
    return { content: await handle(call) };
  },
});

function toProtocolRoute<T, Q, B>(
  row: Omit<ProtocolChangeRow<T, Q, B>, 'body' | 'scope'> &
    Partial<Pick<ProtocolChangeRow<T, Q, B>, 'body' | 'scope'>>,
  access: Access,
): Route {
  const { protocol, operation, method, path, summary, scope, bodyBytes, target, query, body, handle } = row;
  return {
    ...toRoute<Principal, T, NoFields, NoFields>({
      operation,
      at: `${method} ${path}`,
      access,
      summary,
      ...(protocol.limit && { limit: protocol.limit }),
      ...(scope && { scope }),
      ...(bodyBytes !== undefined && { bodyBytes }),
      target,
      handle: () => ({}),
    }),
    protocol,
    query,
    ...(body && { readBody: body }),
    work: {
      async handle(call) {
        // Safe, for the same reason as `target` above.
        const { content, ...reply } = await handle(call as unknown as Call<Principal, T, Q, B>);
        return { ...reply, ...(content && { document: Buffer.from(JSON.stringify(content)) }) };
      },
    },
  };
}

/** The sensor stream's row: its handler validates the body itself and applies the device's send schedule. */
export const directRoute = (
  row: Omit<Row<Principal, never, NoFields, TObject>, 'handle' | 'access' | 'limit'> & {
    direct: DirectHandler;
  },
): Route => ({
  ...toRoute({ ...row, access: 'signed-in', limit: 'schedule', handle: () => ({}) }),
  body: undefined,
  work: { direct: row.direct },
});

/** Every field is optional, and at least one must be given (see `change` in platform/schema/primitives.ts). */
export const needsSomeField = ({ schemas: { body } }: Route): boolean =>
  ((body as TObjectOptions | undefined)?.minProperties ?? 0) > 0;

export const needsBody = (route: Route): boolean =>
  needsSomeField(route) || (route.schemas.body?.required?.length ?? 0) > 0;
