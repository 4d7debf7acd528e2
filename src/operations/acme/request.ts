import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Call {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** PEM; undefined: the CAs that Node trusts. */
  readonly ca: string | undefined;
  readonly signal: AbortSignal;
}

/** A certificate chain has some kilobytes. */
const MAX_BYTES = 256 * 1024;
/** For the whole reply, however slowly it comes. */
const TIMEOUT_MS = 20_000;

/** One call of the CA's server, bounded in size and time, without redirects. */
export function call(url: URL, { method, headers, body, ca, signal }: Call): Promise<Reply> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  return new Promise((resolve, reject) => {
    const options = { method, headers, signal: within, agent: false };
    const receive = (message: IncomingMessage): void => {
      readBody(message).then((text) => {
        resolve({ status: message.statusCode ?? 0, headers: message.headers, body: text });
      }, reject);
    };
    const request =
      url.protocol === 'https:'
        ? tlsRequest(url, { ...options, ca }, receive)
        : plainRequest(url, options, receive);
    request.on('error', (error) => {
      const late = within.aborted && !signal.aborted;
      reject(late ? new Error(`${url.host} did not reply within ${TIMEOUT_MS / 1000} s`) : error);
    });
    request.end(body);
  });
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`the reply is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
