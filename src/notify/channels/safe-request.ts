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

/** Time limit from the name lookup to the head of the reply. */
export const TIMEOUT_MS = 10 * SECOND_MS;
/** The body of a reply is mostly ignored; a little is read so that the connection can be reused. */
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
  /** The outcome has the beginning of the reply's body. */
  readonly readsBody?: true;
}

export type PostOutcome =
  | { readonly status: number; readonly retryAfter: string | undefined; readonly body?: string }
  /** `unsent`: there was no connection, so that the request cannot have arrived. */
  | { readonly error: string; readonly final?: true; readonly unsent?: true };

/** The only outbound path to addresses that users have entered. */
export interface SafeRequest {
  /** Never throws. A reply of any status is a result; redirects are not followed. */
  post(post: Post, signal?: AbortSignal): Promise<PostOutcome>;
  close(): void;
}

interface RoutedRequest extends SafeRequest {
  /** Requests to an origin that no name server knows go to a port of this machine. */
  routeHere(origin: string, port: number): void;
}

export function createSafeRequest({
  allowPrivateTargets,
  resolve = allowPrivateTargets ? systemResolve : dnsResolve(),
  timeoutMs = TIMEOUT_MS,
}: {
  readonly allowPrivateTargets: boolean;
  readonly resolve?: ResolveName;
  readonly timeoutMs?: number;
}): RoutedRequest {
  const agents = { http: new HttpAgent(AGENT), https: new HttpsAgent(AGENT) };
  const lookup = guardedLookup(resolve, allowPrivateTargets);
  const portsHere = new Map<string, number>();

  /** `fresh` uses a new connection instead of one kept alive. */
  function open({ method = 'POST', url, headers, body }: Post, fresh: boolean): ClientRequest {
    const target = new URL(url);
    const portHere = portsHere.get(target.origin);
    if (portHere !== undefined)
      return httpRequest({
        host: '127.0.0.1',
        port: portHere,
        path: target.pathname,
        method,
        headers,
        agent: false,
      }).end(body);
    const secure = target.protocol === 'https:';
    const agent = fresh ? false : secure ? agents.https : agents.http;
    const options = { method, headers, agent, lookup, maxHeaderSize: MAX_HEAD_BYTES };
    return (secure ? httpsRequest : httpRequest)(target, options).end(body);
  }

  return {
    post(post, signal) {
      // Checked at every attempt: literal addresses need no lookup, and the setting may have changed.
      const isHere = portsHere.size > 0 && URL.canParse(post.url) && portsHere.has(new URL(post.url).origin);
      const complaint = isHere ? undefined : targetComplaint(post.url, allowPrivateTargets);
      if (complaint !== undefined)
        return Promise.resolve({ error: `the URL ${complaint}`, final: true, unsent: true });
      return exchange((fresh) => open(post, fresh), post.readsBody ?? false, timeoutMs, signal);
    },
    routeHere: (origin, port) => void portsHere.set(origin, port),
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function exchange(
  open: (fresh: boolean) => ClientRequest,
  readsBody: boolean,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<PostOutcome> {
  return new Promise((settle) => {
    let request: ClientRequest | undefined;
    let stopped = false;
    /** The head of the reply while its body is read: a body that hangs does not undo the request. */
    let received: PostOutcome | undefined;
    const stop = (error: string) => {
      stopped = true;
      settle(received ?? { error, ...(isUnconnected(request) && { unsent: true }) });
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
        received = head;
        if (!readsBody) settle(head);
        readSome(response, (body) => settle({ ...head, body }));
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

/** Calls back with the beginning of the body, also of a reply that breaks off. */
function readSome(response: IncomingMessage, done: (body: string) => void): void {
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
