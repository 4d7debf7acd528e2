import createClient from 'openapi-fetch';
import type { paths } from './api.ts';
import { pause } from './waiting.ts';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** The paths that support a method: `'/falls/{id}'`. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path][M] extends { readonly responses: unknown } ? Path : never;
}[keyof paths];

type Json<Message> = Message extends { readonly content: { readonly 'application/json': infer Body } }
  ? Body
  : never;
type Part<Whole, Name extends string> = Whole extends { readonly [Key in Name]?: infer Value }
  ? NonNullable<Value>
  : never;
/** `{ path: { id: string } }`, or nothing if the operation takes none; optional if all of its fields are. */
type Given<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : Partial<Value> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

/** The JSON body of a request. */
export type BodyOf<M extends Method, Path extends PathOf<M>> = Json<Part<paths[Path][M], 'requestBody'>>;

/** Undefined and empty values are not sent. */
type Query<Values> = { readonly [Name in keyof Values]: Values[Name] | '' | undefined };

/** The parameters of a request: path, query, body. */
export type RequestOf<M extends Method, Path extends PathOf<M>> = Given<
  'path',
  Part<Part<paths[Path][M], 'parameters'>, 'path'>
> &
  Given<'query', Query<Part<Part<paths[Path][M], 'parameters'>, 'query'>>> &
  Given<'body', BodyOf<M, Path>> & {
    /** Key of a POST that may be sent again after a lost connection; generated for a reading. */
    readonly idempotencyKey?: string;
  };

/** The same as arguments of a call: none if nothing is required. */
export type RequestFor<M extends Method, Path extends PathOf<M>> =
  Partial<RequestOf<M, Path>> extends RequestOf<M, Path>
    ? [request?: RequestOf<M, Path>]
    : [request: RequestOf<M, Path>];

type Granted<M extends Method, Path extends PathOf<M>> = paths[Path][M] extends {
  readonly responses: infer Responses;
}
  ? { [Status in keyof Responses & (200 | 201 | 202)]: Json<Responses[Status]> }[keyof Responses &
      (200 | 201 | 202)]
  : never;
type Unwrapped<Body> = Body extends { readonly success: true }
  ? Omit<Body, 'success'>
  : { readonly data: Body };

/** The answer of a successful operation: `data`, and `pagination` or `token` if present. */
export type AnsweredOf<M extends Method, Path extends PathOf<M>> = {
  readonly ok: true;
  readonly status: number;
} & Unwrapped<Granted<M, Path>>;

export type DataOf<M extends Method, Path extends PathOf<M>> =
  AnsweredOf<M, Path> extends { readonly data: infer Data } ? Data : never;

/** An error as a value: nothing here throws because of the network or an answer of the service. */
export interface Problem {
  readonly ok: false;
  /** 0 if no answer came. */
  readonly status: number;
  /** Human-readable message. */
  readonly error: string;
  /** Machine-readable code: docs/errors.md; empty if no answer came. */
  readonly code: string;
  /** Messages by the name of the invalid field. */
  readonly details: Readonly<Record<string, string>>;
  /** Seconds until the request may be retried. */
  readonly retryAfter?: number;
}

type Call<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...request: RequestFor<M, Path>
) => Promise<AnsweredOf<M, Path> | Problem>;

/** The session, as the live socket needs it. */
export interface Session {
  /** Undefined if the browser's cookie authenticates. */
  token(): string | undefined;
  /** Asks the service; a session that could be renewed has not ended. */
  isOver(): Promise<boolean>;
  /** Extends the session (`POST /auth/renew`). The new token replaces the configured or received one. */
  renew(): Promise<AnsweredOf<'post', '/auth/renew'> | Problem>;
}

export type FileAnswer =
  | { readonly ok: true; readonly file: Blob; readonly name: string | undefined }
  | Problem;

/** `await rest.get('/falls/{id}', { path: { id } })` */
export type Rest = { readonly [M in Method]: Call<M> } & {
  /** Calls a path that answers with a file instead of JSON. */
  file<Path extends PathOf<'get'>>(path: Path, ...request: RequestFor<'get', Path>): Promise<FileAnswer>;
  readonly session: Session;
};

export interface Attempt {
  readonly method: Method;
  readonly path: string;
  /** Number of attempts so far. */
  readonly number: number;
}

export interface RestOptions {
  /** URL of the service, without `/api`; empty for a page that the service itself serves. */
  readonly url: string;
  /** Token of a session, or an access token; without one a browser sends its cookie. */
  readonly token?: string | undefined;
  /** Opens a session if there is none or it has ended, usually by logging in. Waiting requests are then sent. */
  readonly renew?: () => Promise<{ readonly ok: true; readonly token: string } | Problem>;
  /**
   * Asks the user for the password again (`POST /auth/reauthenticate`), as the service requires for changes to the
   * account itself. The request is repeated if it resolves to true.
   */
  readonly reauthenticate?: () => Promise<boolean>;
  /** Called when the session has ended and could not be renewed. */
  readonly onSessionEnded?: () => void;
  /**
   * Milliseconds until a request is retried, or undefined for never. Called only if a retry is safe: after 429 and 503,
   * and after no answer if the service recognises repetitions.
   */
  readonly retry?: (problem: Problem, attempt: Attempt) => number | undefined;
  /** The error message if no answer came; defaults to the reason. */
  readonly noAnswer?: string;
  /** Rewords every error, such as in the user's language. */
  readonly reword?: (problem: Problem) => Problem | Promise<Problem>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly fetch?: (request: Request) => Promise<Response>;
}

const TIMEOUT_MS = 15_000;
/** The service generates a file while it sends it. */
const FILE_TIMEOUT_MS = 10 * 60_000;
const UNAUTHENTICATED = 401;
const FORBIDDEN = 403;
const REFUSED_FOR_NOW = [429, 503];
/** 401 for a wrong password or code: the session is still valid. */
const WRONG_PROOF = ['LOGIN_FAILED', 'TOTP_REQUIRED', 'TOTP_WRONG', 'PIN_WRONG'];
/** Paths called without a session; a wrong password answers 401 there as well. */
const WITHOUT_SESSION: readonly string[] = ['/auth/login', '/auth/signup'] satisfies PathOf<'post'>[];
/** These have an `Idempotency-Key` without being asked. */
const KEYED: readonly string[] = ['/device/sensor-stream'] satisfies PathOf<'post'>[];

/** The untyped request of `openapi-fetch`; `RequestOf` ensures that it matches the path. */
interface LooseRequest {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}
type LooseClient = (
  method: Method,
  path: string,
  init: object,
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;

/** `https://vigil.example.org/` → `https://vigil.example.org/api` */
export const apiUrl = (url: string): string => `${url.replace(/\/+$/, '').replace(/\/api$/, '')}/api`;

export function createRest(options: RestOptions): Rest {
  const base = apiUrl(options.url);
  const client = createClient<paths>({ baseUrl: base, ...(options.fetch && { fetch: options.fetch }) });
  const ask = client.request as LooseClient;
  let token = options.token;
  let renewal: Promise<Problem | undefined> | undefined;

  async function call(
    method: Method,
    path: string,
    request: LooseRequest = {},
    isFile = false,
  ): Promise<object> {
    const key = request.idempotencyKey ?? (KEYED.includes(path) ? randomKey() : undefined);
    const isKeyed = key !== undefined;
    let isProved = false;
    for (let number = 1; ; number++) {
      const reply = await inSession(path, () => sendRequest(method, path, request, key, isFile));
      if (reply.ok) return reply;
      if (reply.code === 'REAUTHENTICATE' && !isProved && (await options.reauthenticate?.())) {
        isProved = true;
        continue;
      }
      const isKnown = isKeyed || method === 'get';
      const isHarmless = REFUSED_FOR_NOW.includes(reply.status) || (reply.status === 0 && isKnown);
      const wait = isHarmless ? options.retry?.(reply, { method, path, number }) : undefined;
      if (wait === undefined || !(await pause(wait, options.signal))) return reply;
    }
  }

  async function sendRequest(
    method: Method,
    path: string,
    request: LooseRequest,
    key: string | undefined,
    isFile: boolean,
  ) {
    try {
      const { data, error, response } = await ask(method, path, {
        params: { path: request.path, query: filled(request.query) },
        ...(request.body !== undefined && { body: request.body }),
        headers: { ...authorization(), ...(key !== undefined && { 'Idempotency-Key': key }) },
        signal: patience(options.timeoutMs ?? (isFile ? FILE_TIMEOUT_MS : TIMEOUT_MS)),
        parseAs: isFile ? 'blob' : 'json',
      });
      if (!response.ok) {
        const problem = problemOf(response, error);
        return (await options.reword?.(problem)) ?? problem;
      }
      return isFile
        ? { ok: true as const, file: data, name: fileNameOf(response) }
        : granted(response.status, data);
    } catch (error) {
      return noAnswer(options.noAnswer ?? `No answer: ${reasonOf(error)}`);
    }
  }

  /** Runs a request, and repeats it once in a new session if the old one has ended. */
  async function inSession<
    Answer extends { readonly ok: boolean; readonly status?: number; readonly code?: string },
  >(path: string, attempt: () => Promise<Answer | Problem>): Promise<Answer | Problem> {
    if (WITHOUT_SESSION.includes(path)) return attempt();
    if (token === undefined && options.renew !== undefined) {
      const problem = await renew();
      if (problem !== undefined) return problem;
    }
    const used = token;
    const reply = await attempt();
    if (reply.ok || reply.status !== UNAUTHENTICATED || isWrongProof(reply)) return reply;
    // Another request may have renewed the session already.
    const problem = used === token ? await renew() : undefined;
    if (problem !== undefined) return problem;
    return options.renew === undefined ? reply : attempt();
  }

  /** Concurrent requests share one renewal. */
  function renew(): Promise<Problem | undefined> {
    renewal ??= openSession().finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  async function openSession(): Promise<Problem | undefined> {
    if (options.renew === undefined) {
      options.onSessionEnded?.();
      return undefined;
    }
    const reply = await options.renew();
    if (reply.ok) {
      token = reply.token;
      return undefined;
    }
    if (isForGood(reply)) options.onSessionEnded?.();
    return reply;
  }

  const authorization = () => (token === undefined ? {} : { Authorization: `Bearer ${token}` });

  function patience(ms: number): AbortSignal {
    const limit = AbortSignal.timeout(ms);
    return options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]);
  }

  const calls = Object.fromEntries(
    (['get', 'post', 'put', 'delete'] as const).map((method) => [
      method,
      (path: string, request?: LooseRequest) => call(method, path, request),
    ]),
  ) as { readonly [M in Method]: Call<M> };

  return {
    ...calls,
    file: (path: string, request?: LooseRequest) => call('get', path, request, true) as Promise<FileAnswer>,
    session: {
      token: () => token,
      async isOver() {
        const reply = await calls.get('/me');
        return !reply.ok && isForGood(reply);
      },
      async renew() {
        const reply = await calls.post('/auth/renew');
        // In a browser the cookie holds the token.
        if (reply.ok && token !== undefined) token = reply.token;
        return reply;
      },
    },
  };
}

const isWrongProof = (reply: { readonly code?: string }): boolean => WRONG_PROOF.includes(reply.code ?? '');

/** A wrong password or a closed account: a retry does not help. Any other problem may be temporary. */
const isForGood = ({ status }: Problem): boolean => status === UNAUTHENTICATED || status === FORBIDDEN;

function granted(status: number, body: unknown): { readonly ok: true; readonly status: number } {
  const isEnvelope = typeof body === 'object' && body !== null && 'success' in body;
  const { success: _, ...parts } = isEnvelope ? body : { success: true, data: body };
  return { ok: true, status, ...parts };
}

function problemOf({ status, headers }: Response, body: unknown): Problem {
  const { error, code, details, retryAfter } = (body ?? {}) as Partial<Problem>;
  const seconds = retryAfter ?? Number(headers.get('retry-after') ?? Number.NaN);
  return {
    ok: false,
    status,
    error: error ?? `The service answered ${status}`,
    code: code ?? '',
    details: details ?? {},
    ...(Number.isFinite(seconds) && { retryAfter: seconds }),
  };
}

const noAnswer = (error: string): Problem => ({ ok: false, status: 0, error, code: '', details: {} });

/** fetch's own message is always `fetch failed`; its cause has the reason. */
function reasonOf(error: unknown): string {
  const cause = (error as { readonly cause?: { readonly code?: string } } | null)?.cause?.code;
  return cause ?? (error instanceof Error ? error.message : String(error));
}

const filled = (query: LooseRequest['query'] = {}) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));

const fileNameOf = ({ headers }: Response): string | undefined =>
  /filename="?([^";]+)"?/.exec(headers.get('Content-Disposition') ?? '')?.[1];

/** Not `randomUUID`, which browsers offer only over HTTPS. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
