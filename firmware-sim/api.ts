import {
  type AnsweredOf,
  apiUrl,
  createRest,
  type Method,
  type PathOf,
  type Problem,
  type RequestFor,
} from '../client/rest.ts';

/** An error answer of the service, with its message. */
export class ServiceError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The client's calls, except that they throw: the simulator expects no refusal. */
export type Calls = {
  readonly [M in Method]: <Path extends PathOf<M>>(
    path: Path,
    ...request: RequestFor<M, Path>
  ) => Promise<AnsweredOf<M, Path>>;
};

export interface Api {
  /** `http://host:3000/api` */
  readonly url: string;
  /**
   * Calls with the token's account, and with the cookie of a station. Waits out 429 and Retry-After; throws a
   * ServiceError for any other refusal.
   */
  as(token?: string, cookie?: string): Calls;
}

/** The types of `Calls` ensure that a request matches its path. */
type LooseCall = (path: string, request: object) => Promise<{ readonly ok: true } | Problem>;

export interface ApiOptions {
  readonly url: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

const LONG_WAIT_S = 5;
/** The window of the limit on all requests. A longer wait is reported as an error. */
const MAX_WAIT_S = 60;
/** Gives up after this many waits: a limit that never passes would block the run forever. */
const MAX_WAITS = 20;

/** The setting of the service that lifts the limit of an endpoint. */
const switchFor = (path: string): string =>
  path === '/auth/signup'
    ? 'RATE_LIMIT_SIGNUP'
    : path === '/auth/login'
      ? 'RATE_LIMIT_LOGIN'
      : 'RATE_LIMIT_GLOBAL';

export function createApi({ url, say, signal }: ApiOptions): Api {
  function calls(token?: string, cookie?: string): Calls {
    const rest = createRest({
      url,
      token,
      signal,
      ...(cookie && { fetch: withCookie(cookie) }),
      retry(problem, { method, path, number }) {
        const seconds = secondsToWait(problem);
        if (problem.status === 0 || number > MAX_WAITS || seconds > MAX_WAIT_S) return undefined;
        if (seconds >= LONG_WAIT_S) say(waitingLine(method, path, problem.status, seconds));
        return seconds * 1000;
      },
    });
    const granted = (method: Method) => async (path: string, request: object) => {
      const answer = await (rest[method] as LooseCall)(path, request);
      if (answer.ok) return answer;
      if (signal.aborted) throw signal.reason;
      throw answer.status === 0 ? unreachable(url) : refusal(method, path, answer);
    };
    const methods = ['get', 'post', 'put', 'delete'] as const;
    return Object.fromEntries(methods.map((method) => [method, granted(method)])) as unknown as Calls;
  }
  return { url: apiUrl(url), as: calls };
}

/** As a browser on a page of the service sends it: a cookie counts from there only. */
const withCookie =
  (cookie: string) =>
  (request: Request): Promise<Response> => {
    request.headers.set('cookie', cookie);
    request.headers.set('origin', new URL(request.url).origin);
    return fetch(request);
  };

const secondsToWait = ({ retryAfter = 1 }: Problem): number => Math.max(1, retryAfter);

function refusal(method: Method, path: string, problem: Problem): ServiceError {
  const { status, error, details } = problem;
  const isLimit = status === 429 || status === 503;
  const seconds = secondsToWait(problem);
  if (isLimit && seconds > MAX_WAIT_S) return new ServiceError(status, tooLongToWait(path, seconds));
  const fields = Object.entries(details).map(([field, message]) => `${field} ${message}`);
  return new ServiceError(
    status,
    [`${method.toUpperCase()} ${path}: ${status} ${error}`, ...fields].join('; '),
  );
}

const waitingLine = (method: Method, path: string, status: number, seconds: number): string =>
  status === 429
    ? `The service limits ${method.toUpperCase()} ${path}: waiting ${seconds} s.\n(${switchFor(path)}=0 lifts it.)`
    : `The service is not ready (${status}): waiting ${seconds} s.`;

const tooLongToWait = (path: string, seconds: number): string =>
  `The service takes no more ${path} from this address for ${Math.ceil(seconds / 60)} minutes.
Start it without limits:
  RATE_LIMIT_SIGNUP=0 RATE_LIMIT_LOGIN=0 RATE_LIMIT_GLOBAL=0 npm start
or use an existing account (--email, --password), or try again then.`;

const unreachable = (url: string): Error =>
  new Error(`Nothing answers at ${url}.\nStart the service with \`npm start\`, or name another with --url.`);
