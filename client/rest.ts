import createClient from 'openapi-fetch';
import type { paths } from './api.ts';
import { pause } from './waiting.ts';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** The paths that know a method: `'/falls/{id}'`. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path][M] extends { readonly responses: unknown } ? Path : never;
}[keyof paths];

type Json<Message> = Message extends { readonly content: { readonly 'application/json': infer Body } }
  ? Body
  : never;
type Part<Whole, Name extends string> = Whole extends { readonly [Key in Name]?: infer Value }
  ? NonNullable<Value>
  : never;
/** `{ path: { id: string } }`, or nothing where an operation takes none; optional where all of it is. */
type Given<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : Partial<Value> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

/** What is sent as JSON. */
export type BodyOf<M extends Method, Path extends PathOf<M>> = Json<Part<paths[Path][M], 'requestBody'>>;

/** What a request needs: parts of the path, a query, a body. */
export type RequestOf<M extends Method, Path extends PathOf<M>> = Given<
  'path',
  Part<Part<paths[Path][M], 'parameters'>, 'path'>
> &
  Given<'query', Part<Part<paths[Path][M], 'parameters'>, 'query'>> &
  Given<'body', BodyOf<M, Path>> & {
    /** Of what may be sent again under it; made up where none is given. */
    readonly idempotencyKey?: string;
  };

type Granted<M extends Method, Path extends PathOf<M>> = paths[Path][M] extends {
  readonly responses: infer Responses;
}
  ? { [Status in keyof Responses & (200 | 201 | 202)]: Json<Responses[Status]> }[keyof Responses &
      (200 | 201 | 202)]
  : never;
type Unwrapped<Body> = Body extends { readonly success: true }
  ? Omit<Body, 'success'>
  : { readonly data: Body };

/** What an operation answers when it is granted: `data`, and where there is one `pagination` or `token`. */
export type AnsweredOf<M extends Method, Path extends PathOf<M>> = {
  readonly ok: true;
  readonly status: number;
} & Unwrapped<Granted<M, Path>>;

/** What went wrong, as a value: nothing here throws for what the network or the service does. */
export interface Problem {
  readonly ok: false;
  /** 0 when no answer came. */
  readonly status: number;
  /** For a person to read. */
  readonly error: string;
  /** By the name of the field that is wrong. */
  readonly details: Readonly<Record<string, string>>;
  /** Seconds until it may be tried again. */
  readonly retryAfter?: number;
}

type Call<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...request: Partial<RequestOf<M, Path>> extends RequestOf<M, Path>
    ? [request?: RequestOf<M, Path>]
    : [request: RequestOf<M, Path>]
) => Promise<AnsweredOf<M, Path> | Problem>;

/** Who is logged in, as the live socket needs it. */
export interface Session {
  /** None where the browser's cookie does it. */
  token(): string | undefined;
  /** Asks the service; a session that could be renewed is not over. */
  isOver(): Promise<boolean>;
}

/** Where a file lies is said by the answer's headers, so the whole answer is given. */
export type FileAnswer = { readonly ok: true; readonly response: Response } | Problem;

/** `await rest.get('/falls/{id}', { path: { id } })` */
export type Rest = { readonly [M in Method]: Call<M> } & {
  /** A path that answers a file instead of JSON: `rest.file('/profile/export')`. */
  file(path: string): Promise<FileAnswer>;
  readonly session: Session;
};

export interface Attempt {
  readonly method: Method;
  readonly path: string;
  /** How often it was made by now. */
  readonly number: number;
}

export interface RestOptions {
  /** Of the service, without `/api`; empty for a page that it serves itself. */
  readonly url: string;
  /** Of the session; without one a browser sends its cookie. */
  readonly token?: string | undefined;
  /** Opens a session when there is none or it has ended, usually by logging in. What waits for it is then sent. */
  readonly renew?: () => Promise<{ readonly ok: true; readonly token: string } | Problem>;
  /** Nobody is logged in any more, and it could not be renewed. */
  readonly onSessionEnded?: () => void;
  /**
   * Milliseconds until a request is made again, or undefined for never. Asked only where that does no harm: after 429 and
   * 503, and after no answer at all where the service knows a repetition.
   */
  readonly retry?: (problem: Problem, attempt: Attempt) => number | undefined;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly fetch?: (request: Request) => Promise<Response>;
}

const TIMEOUT_MS = 15_000;
/** A file is made while it is sent. */
const FILE_TIMEOUT_MS = 10 * 60_000;
const UNAUTHENTICATED = 401;
const REFUSED_FOR_NOW = [429, 503];
/** Whoever asks for a session has none, and a wrong password answers 401 as well. */
const WITHOUT_SESSION: readonly string[] = ['/auth/login', '/auth/signup'] satisfies PathOf<'post'>[];
/** The service knows a repetition of these by its `Idempotency-Key`. */
const KEYED: readonly string[] = ['/device/sensor-stream'] satisfies PathOf<'post'>[];

/** What `openapi-fetch` is asked; which of it belongs to which path is held by `RequestOf`. */
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

  async function call(method: Method, path: string, request: LooseRequest = {}): Promise<object> {
    const isKeyed = KEYED.includes(path);
    const key = isKeyed ? (request.idempotencyKey ?? randomKey()) : undefined;
    for (let number = 1; ; number++) {
      const answer = await inSession(path, () => once(method, path, request, key));
      if (answer.ok) return answer;
      const isHarmless =
        REFUSED_FOR_NOW.includes(answer.status) || (answer.status === 0 && (isKeyed || method === 'get'));
      const wait = isHarmless ? options.retry?.(answer, { method, path, number }) : undefined;
      if (wait === undefined || !(await pause(wait, options.signal))) return answer;
    }
  }

  async function once(
    method: Method,
    path: string,
    { path: parts, query, body }: LooseRequest,
    key?: string,
  ) {
    try {
      const { data, error, response } = await ask(method, path, {
        params: { path: parts, query },
        ...(body !== undefined && { body }),
        headers: { ...authorization(), ...(key !== undefined && { 'Idempotency-Key': key }) },
        signal: patience(options.timeoutMs ?? TIMEOUT_MS),
      });
      return response.ok ? granted(response.status, data) : problemOf(response, error);
    } catch (error) {
      return noAnswer(error);
    }
  }

  /** Does it, and once more in a new session if the old one turns out to be over. */
  async function inSession<Answer extends { readonly ok: boolean; readonly status?: number }>(
    path: string,
    attempt: () => Promise<Answer | Problem>,
  ): Promise<Answer | Problem> {
    if (WITHOUT_SESSION.includes(path)) return attempt();
    if (token === undefined && options.renew !== undefined) {
      const problem = await renew();
      if (problem !== undefined) return problem;
    }
    const used = token;
    const answer = await attempt();
    if (answer.ok || answer.status !== UNAUTHENTICATED) return answer;
    // Others may have noticed first.
    const problem = used === token ? await renew() : undefined;
    if (problem !== undefined) return problem;
    return options.renew === undefined ? answer : attempt();
  }

  /** One for all who wait for it. */
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
    const answer = await options.renew();
    if (answer.ok) {
      token = answer.token;
      return undefined;
    }
    if (answer.status === UNAUTHENTICATED) options.onSessionEnded?.();
    return answer;
  }

  async function file(path: string): Promise<FileAnswer> {
    return inSession(path, async () => {
      try {
        const response = await fetch(base + path, {
          headers: authorization(),
          signal: patience(FILE_TIMEOUT_MS),
        });
        return response.ok
          ? { ok: true as const, response }
          : problemOf(response, await response.json().catch(() => ({})));
      } catch (error) {
        return noAnswer(error);
      }
    });
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
    file,
    session: {
      token: () => token,
      async isOver() {
        const answer = await calls.get('/me');
        return !answer.ok && answer.status === UNAUTHENTICATED;
      },
    },
  };
}

function granted(status: number, body: unknown): { readonly ok: true; readonly status: number } {
  const isEnvelope = typeof body === 'object' && body !== null && 'success' in body;
  const { success: _, ...parts } = isEnvelope ? body : { success: true, data: body };
  return { ok: true, status, ...parts };
}

function problemOf({ status, headers }: Response, body: unknown): Problem {
  const { error, details, retryAfter } = (body ?? {}) as Partial<Problem>;
  const seconds = retryAfter ?? Number(headers.get('retry-after') ?? Number.NaN);
  return {
    ok: false,
    status,
    error: error ?? `The service answered ${status}`,
    details: details ?? {},
    ...(Number.isFinite(seconds) && { retryAfter: seconds }),
  };
}

/** fetch's own message is always `fetch failed`; the reason is in its cause. */
function noAnswer(error: unknown): Problem {
  const cause = (error as { readonly cause?: { readonly code?: string } } | null)?.cause?.code;
  const reason = cause ?? (error instanceof Error ? error.message : String(error));
  return { ok: false, status: 0, error: `No answer: ${reason}`, details: {} };
}

/** Not `randomUUID`, which browsers have over HTTPS alone. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
