import type { Static, TObject, TSchema } from 'typebox';
import type { Principal } from '../../auth/sessions.ts';
import type { AppError } from '../../errors.ts';
import type { Role } from '../../schemas/accounts.ts';
import { bodyChecker, type Checker, queryChecker, type Rules } from '../../schemas/check.ts';
import type { AuditEntry } from '../../storage/audit.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** Who may call: everybody, everybody with a token, or certain roles. Ownership is the `target`'s business. */
export type Access = 'anyone' | 'signed-in' | readonly Role[];

/** Contract, section 8: which row of the limits governs the route. `schedule` is the device's own send schedule. */
export type LimitClass = 'global' | 'signup' | 'login' | 'schedule' | 'none';

/** Where a call comes from. */
export interface Caller {
  readonly ip: string;
  readonly requestId: string;
}

/** What the path says where the route's has `:name`. */
export type Params = Readonly<Record<string, string>>;

/** Writes a line into the audit trail, in the name of whoever calls. */
export type RecordAuditLine = (line: Omit<AuditEntry, keyof Caller>) => void;

export interface Call<P, T, Q, B> {
  readonly principal: P;
  readonly record: RecordAuditLine;
  readonly params: Params;
  readonly target: T;
  readonly query: Q;
  readonly body: B;
}

export interface Answer {
  readonly data?: unknown;
  readonly token?: string;
  readonly pagination?: object;
  /** JSON that is sent as it is, without the envelope. */
  readonly document?: Buffer;
  /** Sets the session cookie, or clears it with an empty string. */
  readonly sessionCookie?: string;
}

interface Row<P, T, Q extends TObject, B extends TObject> {
  readonly method: Method;
  /** Below `/api`, with `:name` for parameters. */
  readonly path: string;
  readonly access: Access;
  readonly limit: LimitClass;
  readonly summary: string;
  readonly query?: Q;
  readonly body?: B;
  /** What the body's schema cannot say. */
  readonly rules?: Rules<Static<B>>;
  readonly bodyBytes?: number;
  /** 204 has no answer schema. */
  readonly status: 200 | 201 | 204;
  readonly answer?: TSchema;
  /** A 503 that says more than others do. */
  readonly unavailable?: TSchema;
  /** Finds what the path names and checks that the caller may have it: 404, then 403, before body and query are read. */
  readonly target?: (call: { principal: P; params: Params }) => Promise<T>;
  readonly handle: (call: Call<P, T, Static<Q>, Static<B>>) => Promise<Answer> | Answer;
}

export type Handler = (call: Call<Principal, unknown, unknown, unknown>) => Promise<Answer> | Answer;

/** For the reading's path: answered by a callback, without a promise per request, and with a body already in JSON. */
export type DirectHandler = (
  principal: Principal,
  body: unknown,
  idempotencyKey: string | undefined,
  answer: (result: Buffer | AppError) => void,
) => void;

/** A row of the table, as the kernel, the OpenAPI document and the tests see it. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  readonly limit: LimitClass;
  readonly summary: string;
  readonly status: 200 | 201 | 204;
  readonly bodyBytes: number;
  readonly schemas: {
    readonly query: TObject | undefined;
    readonly body: TObject | undefined;
    readonly answer: TSchema | undefined;
    readonly unavailable: TSchema | undefined;
  };
  readonly query: Checker<unknown> | undefined;
  readonly body: Checker<unknown> | undefined;
  readonly target: ((call: { principal: Principal; params: Params }) => Promise<unknown>) | undefined;
  readonly work: { readonly handle: Handler } | { readonly direct: DirectHandler };
}

/** Decisions: a body over 64 KiB is refused, but for the sensor stream's. */
const ORDINARY_BODY_BYTES = 64 * 1024;

type NoFields = TObject<Record<never, never>>;

export const route = <T = undefined, Q extends TObject = NoFields, B extends TObject = NoFields>(
  row: Row<Principal, T, Q, B> & { readonly access: Exclude<Access, 'anyone'> },
): Route => toRoute(row);

/** A route that needs no token and therefore knows no principal. */
export const openRoute = <T = undefined, Q extends TObject = NoFields, B extends TObject = NoFields>(
  row: Omit<Row<undefined, T, Q, B>, 'access'>,
): Route => toRoute({ ...row, access: 'anyone' });

function toRoute<P, T, Q extends TObject, B extends TObject>(row: Row<P, T, Q, B>): Route {
  return {
    method: row.method,
    path: row.path,
    access: row.access,
    limit: row.limit,
    summary: row.summary,
    status: row.status,
    bodyBytes: row.bodyBytes ?? ORDINARY_BODY_BYTES,
    schemas: { query: row.query, body: row.body, answer: row.answer, unavailable: row.unavailable },
    query: row.query && queryChecker(row.query),
    body: row.body && bodyChecker(row.body, row.rules),
    // What the row was checked to take is what the kernel will hand it; only the names of the types are lost here.
    target: row.target as Route['target'],
    work: { handle: row.handle as Handler },
  };
}

/** The sensor stream's row: its handler checks the body itself and keeps the device's own schedule. */
export const directRoute = (
  row: Omit<Row<Principal, never, NoFields, TObject>, 'handle' | 'access' | 'limit'> & {
    direct: DirectHandler;
  },
): Route => ({
  ...toRoute({ ...row, access: 'signed-in', limit: 'schedule', handle: () => ({}) }),
  body: undefined,
  work: { direct: row.direct },
});
