import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { SECOND_MS } from '../../platform/time.ts';
import { dnsResolve, guardedLookup, NameRefused, type ResolveName, systemResolve } from './name-lookup.ts';
import { targetComplaint } from './target-address.ts';

/** Time limit from the name lookup to the head of the answer. */
export const TIMEOUT_MS = 10 * SECOND_MS;
/** The body of an answer is mostly ignored; a little is read so that the connection can be reused. */
const MAX_BODY_BYTES = 4_096;
const MAX_HEAD_BYTES = 8_192;

const AGENT = {
  keepAlive: true,
  /** Per host, with no limit over all hosts: a host that hangs must not delay others. */
  maxSockets: 16,
  /** Keeps all sockets alive, so that a burst of messages does not start with a burst of handshakes. */
  maxFreeSockets: 16,
  /** Push services close idle connections after a minute or more; the server closes them earlier. */
  timeout: 30 * SECOND_MS,
} as const;

interface Post {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** The outcome has the beginning of the answer's body. */
  readonly readsAnswer?: true;
}

export type PostOutcome =
  | { readonly status: number; readonly retryAfter: string | undefined; readonly answer?: string }
  /** `unsent`: there was no connection, so that the request cannot have arrived. */
  | { readonly error: string; readonly final?: true; readonly unsent?: true };

/** The only outbound path to addresses that users have entered. */
export interface SafeRequest {
  /** Never throws. An answer of any status is a result; redirects are not followed. */
  post(post: Post, signal?: AbortSignal): Promise<PostOutcome>;
  close(): void;
}

export function createSafeRequest({
  allowPrivateTargets,
  resolve = allowPrivateTargets ? systemResolve : dnsResolve(),
  timeoutMs = TIMEOUT_MS,
}: {
  readonly allowPrivateTargets: boolean;
  readonly resolve?: ResolveName;
  readonly timeoutMs?: number;
}): SafeRequest {
  const agents = { http: new HttpAgent(AGENT), https: new HttpsAgent(AGENT) };
  const lookup = guardedLookup(resolve, allowPrivateTargets);

  /** `fresh` uses a new connection instead of one kept alive. */
  function open({ method = 'POST', url, headers, body }: Post, fresh: boolean): ClientRequest {
    const target = new URL(url);
    const secure = target.protocol === 'https:';
    const agent = fresh ? false : secure ? agents.https : agents.http;
    const options = { method, headers, agent, lookup, maxHeaderSize: MAX_HEAD_BYTES };
    return (secure ? httpsRequest : httpRequest)(target, options).end(body);
  }

  return {
    post(post, signal) {
      // Checked at every attempt: literal addresses need no lookup, and the setting may have changed.
      const complaint = targetComplaint(post.url, allowPrivateTargets);
      if (complaint !== undefined)
        return Promise.resolve({ error: `the URL ${complaint}`, final: true, unsent: true });
      return exchange((fresh) => open(post, fresh), post.readsAnswer ?? false, timeoutMs, signal);
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function exchange(
  open: (fresh: boolean) => ClientRequest,
  readsAnswer: boolean,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<PostOutcome> {
  return new Promise((settle) => {
    let request: ClientRequest | undefined;
    let stopped = false;
    /** The head of the answer while its body is read: a body that hangs does not undo the request. */
    let answered: PostOutcome | undefined;
    const stop = (error: string) => {
      stopped = true;
      settle(answered ?? { error, ...(isUnconnected(request) && { unsent: true }) });
      request?.destroy();
    };
    const cancel = () => stop('was cancelled');
    const deadline = setTimeout(() => stop(`gave no answer within ${timeoutMs / SECOND_MS} s`), timeoutMs);
    const finish = (outcome: PostOutcome) => {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', cancel);
      settle(outcome);
    };

    const attempt = (fresh: boolean) => {
      const current = open(fresh);
      request = current;
      let failed: Error | undefined;
      current.once('response', (response) => {
        const head = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
        answered = head;
        if (!readsAnswer) settle(head);
        readSome(response, (answer) => settle({ ...head, answer }));
      });
      current.on('error', (error) => {
        failed ??= error;
      });
      current.once('close', () => {
        if (!fresh && !stopped && isStale(current, failed)) attempt(true);
        else finish({ error: described(failed), ...(isConnectError(failed) && { unsent: true }) });
      });
    };

    if (signal?.aborted) return finish({ error: 'was cancelled', unsent: true });
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      attempt(false);
    } catch (error) {
      // Node rejects a header with characters that would start another header.
      finish({ error: described(error), final: true, unsent: true });
    }
  });
}

/** The server closed an idle connection just as it was reused: the request was not read. */
const isStale = (request: ClientRequest, error: Error | undefined): boolean =>
  request.reusedSocket && (error as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET';

const isUnconnected = (request: ClientRequest | undefined): boolean =>
  request?.socket == null || request.socket.connecting;

const isConnectError = (error: Error | undefined): boolean =>
  error instanceof NameRefused ||
  /^(?:connect|getaddrinfo|query)/.test((error as NodeJS.ErrnoException | undefined)?.syscall ?? '');

/** Calls back with the beginning of the body, also of an answer that breaks off. */
function readSome(response: IncomingMessage, done: (answer: string) => void): void {
  const chunks: Buffer[] = [];
  let read = 0;
  response.on('data', (chunk: Buffer) => {
    if (read < MAX_BODY_BYTES) chunks.push(chunk.subarray(0, MAX_BODY_BYTES - read));
    read += chunk.length;
    if (read > MAX_BODY_BYTES) response.destroy();
  });
  response.on('error', () => {});
  const finish = () => done(Buffer.concat(chunks).toString('utf8'));
  response.once('end', finish);
  response.once('close', finish);
}

function described(error: unknown): string {
  if (error instanceof NameRefused) return error.message;
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined) return 'closed the connection without an answer';
  return code === 'ENOTFOUND' || code === 'ENODATA' ? 'the name was not found' : `failed with ${code}`;
}
