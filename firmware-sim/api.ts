import { setTimeout as sleep } from 'node:timers/promises';

/** A refusal by the service, with its message. */
export class ServiceError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface Answer<Data> {
  readonly data: Data;
  readonly token: string;
}

export interface Api {
  /** `http://host:3000/api` */
  readonly url: string;
  /** JSON in, JSON out. Waits out 429 and Retry-After; throws a ServiceError for any other refusal. */
  request<Data>(
    method: string,
    path: string,
    options?: { token?: string | undefined; body?: object },
  ): Promise<Answer<Data>>;
}

export interface ApiOptions {
  readonly url: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

const LONG_WAIT_S = 5;
/** The window of the limit on all requests. Nobody watches a simulator that waits for longer. */
const MAX_WAIT_S = 60;
/** Gives up after so many: a limit that never lets us in would keep us waiting for ever. */
const MAX_WAITS = 20;

/** Which switch of the service lifts the limit that an endpoint ran into. */
const switchFor = (path: string): string =>
  path === '/auth/signup'
    ? 'RATE_LIMIT_SIGNUP'
    : path === '/auth/login'
      ? 'RATE_LIMIT_LOGIN'
      : 'RATE_LIMIT_GLOBAL';

export function createApi({ url, say, signal }: ApiOptions): Api {
  const base = apiUrl(url);
  return {
    url: base,
    async request(method, path, { token, body } = {}) {
      for (let waits = 0; ; waits++) {
        const response = await fetch(base + path, {
          method,
          signal,
          headers: {
            ...(token !== undefined && { Authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'Content-Type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }).catch((error: unknown) => {
          throw signal.aborted ? error : unreachable(url);
        });
        const answer = await bodyOf(response);
        if (response.ok) return answer as never;
        if ((response.status !== 429 && response.status !== 503) || waits >= MAX_WAITS) {
          throw new ServiceError(response.status, describeRefusal(method, path, response.status, answer));
        }
        const seconds = Math.max(1, Number(response.headers.get('retry-after') ?? 1));
        if (seconds > MAX_WAIT_S) throw new ServiceError(response.status, tooLongToWait(path, seconds));
        if (seconds >= LONG_WAIT_S) say(waitingLine(method, path, response.status, seconds));
        await sleep(seconds * 1000, undefined, { signal });
      }
    },
  };
}

export const apiUrl = (url: string): string => `${url.replace(/\/+$/, '').replace(/\/api$/, '')}/api`;

interface ErrorBody {
  readonly error?: string;
  readonly details?: Readonly<Record<string, string>>;
}

async function bodyOf(response: Response): Promise<ErrorBody> {
  const text = await response.text();
  try {
    return text === '' ? {} : (JSON.parse(text) as ErrorBody);
  } catch {
    return { error: `an answer that is not JSON: ${text.slice(0, 80)}` };
  }
}

function describeRefusal(
  method: string,
  path: string,
  status: number,
  { error, details }: ErrorBody,
): string {
  const fields = Object.entries(details ?? {}).map(([field, message]) => `${field} ${message}`);
  return [`${method} ${path}: ${status} ${error ?? ''}`.trim(), ...fields].join('; ');
}

const waitingLine = (method: string, path: string, status: number, seconds: number): string =>
  status === 429
    ? `The service limits ${method} ${path}: waiting ${seconds} s.\n(${switchFor(path)}=0 lifts it.)`
    : `The service is not ready (${status}): waiting ${seconds} s.`;

const tooLongToWait = (path: string, seconds: number): string =>
  `The service takes no more ${path} from this address for ${Math.ceil(seconds / 60)} minutes.
Start it without limits:
  RATE_LIMIT_SIGNUP=0 RATE_LIMIT_LOGIN=0 RATE_LIMIT_GLOBAL=0 npm start
or use an account that there is (--email, --password), or come again then.`;

const unreachable = (url: string): Error =>
  new Error(`Nothing answers at ${url}.\nStart the service with \`npm start\`, or name another with --url.`);
