import type { HttpRequest, HttpResponse, us_socket_context_t } from 'uWebSockets.js';
import { STATUS_CODES } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import type { UpgradeCork } from '../ws/upgrade-cork.ts';
import { plainAddress } from './client-address.ts';
import { RequestHead } from './head.ts';
import { StreamedBody } from './streamed-body.ts';

export type Header = readonly [string, string];

/** Written as one "header": each call into uWebSockets.js costs more than the bytes it writes. */
const CONSTANT_NAME = 'X-Content-Type-Options';
const CONSTANT_REST = ['nosniff', 'Referrer-Policy: no-referrer', 'X-Frame-Options: DENY'];
const NOT_KEPT = 'Cache-Control: no-store';
/** The browser caches it but revalidates each time: the name stays when the content changes. */
const ASKED_FOR = 'Cache-Control: no-cache';
/** A file that depends on who asks. */
const KEPT_BY_READER = 'Cache-Control: private, no-cache';
const KEPT = 'Cache-Control: public, max-age=31536000, immutable';
const API_POLICY = "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'";
/** A page may submit its form and use our styles; no scripts, no frames, no external resources. */
const PAGE_POLICY =
  "Content-Security-Policy: default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** The console loads everything from this origin; inline scripts and inline styles are blocked. */
const CONSOLE_POLICY =
  "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; media-src 'self' blob:; manifest-src 'self'; worker-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";
/** Swagger UI uses inline styles. */
const DOCS_POLICY =
  "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const HSTS = 'Strict-Transport-Security: max-age=31536000; includeSubDomains';

const PROFILES = {
  json: [NOT_KEPT, API_POLICY, 'Content-Type: application/json; charset=utf-8'],
  fhir: [NOT_KEPT, API_POLICY, 'Content-Type: application/fhir+json; charset=utf-8'],
  scim: [NOT_KEPT, API_POLICY, 'Content-Type: application/scim+json; charset=utf-8'],
  csv: [NOT_KEPT, API_POLICY, 'Content-Type: text/csv; charset=utf-8; header=present'],
  html: [NOT_KEPT, PAGE_POLICY, 'Content-Type: text/html; charset=utf-8'],
  css: [NOT_KEPT, API_POLICY, 'Content-Type: text/css; charset=utf-8'],
  xml: [NOT_KEPT, API_POLICY, 'Content-Type: text/xml; charset=utf-8'],
  text: [NOT_KEPT, API_POLICY, 'Content-Type: text/plain; charset=utf-8'],
  file: [KEPT_BY_READER, API_POLICY],
  empty: [NOT_KEPT, API_POLICY],
  // Files of the console; the content type is given with each.
  console: [ASKED_FOR, CONSOLE_POLICY],
  docs: [ASKED_FOR, DOCS_POLICY],
  asset: [KEPT, CONSOLE_POLICY],
} as const;
type Profile = keyof typeof PROFILES;

const block = (profile: Profile, ...lines: string[]): string =>
  [...CONSTANT_REST, ...PROFILES[profile], ...lines].join('\r\n');
const blocks = (...lines: string[]): Readonly<Record<Profile, string>> => ({
  json: block('json', ...lines),
  fhir: block('fhir', ...lines),
  scim: block('scim', ...lines),
  csv: block('csv', ...lines),
  html: block('html', ...lines),
  css: block('css', ...lines),
  xml: block('xml', ...lines),
  text: block('text', ...lines),
  file: block('file', ...lines),
  empty: block('empty', ...lines),
  console: block('console', ...lines),
  docs: block('docs', ...lines),
  asset: block('asset', ...lines),
});
const CONSTANT_HEADERS = { plain: blocks(), secure: blocks(HSTS) };

/** How a reply is sent. Defaults: JSON, and the connection stays open. */
interface Sending {
  readonly as?: Exclude<Profile, 'empty'>;
  readonly close?: boolean;
}

const STATUS_LINES = new Map(
  Object.entries(STATUS_CODES).map(([code, text]) => [Number(code), `${code} ${text}`]),
);

/** The values needed to turn an exchange into a WebSocket. */
export interface Upgrading {
  readonly context: us_socket_context_t;
  readonly cork: UpgradeCork;
}

/** Bytes of a file. */
interface Pieces {
  readonly from: number;
  readonly to: number;
  readonly read: (from: number) => Promise<Buffer | undefined>;
  readonly onEnd: () => void;
}

let requestCount = 0;
const PROCESS_TAG = Math.random().toString(36).slice(2, 8);

/** One request and its reply: the only code that touches the uWebSockets.js request and response. */
export class Exchange {
  readonly head: RequestHead;
  readonly requestId: string;
  /** Headers of every reply to this request. */
  readonly headers: Header[] = [];
  /** Encrypted on its way from the client; `admit` also asks a proxy. */
  secure: boolean;
  /** A browser that trusted a certificate of our own would then refuse the plain ports of the machine, too. */
  isStrict = false;
  readonly #response: HttpResponse;
  readonly #onEnd: () => void;
  /** Without a reply, and not aborted by the client. */
  #open = true;
  #awaitingBody = false;
  #finished = false;
  #socketAddress: string | undefined;
  /** The source of a streamed body. */
  #source: Readable | undefined;
  #upload: StreamedBody | undefined;
  /** The client has left while a piece was being sent. */
  #onGone: (() => void) | undefined;

  constructor(response: HttpResponse, request: HttpRequest, secure: boolean, onEnd: () => void) {
    this.secure = secure;
    this.#response = response;
    this.#onEnd = onEnd;
    // Must come first: uWebSockets.js ends the process when a handler returns without it.
    response.onAborted(() => {
      this.#open = false;
      // Work starts once the body is complete, and then continues even if the client disconnects.
      if (this.#awaitingBody || this.#source !== undefined) this.#end();
      this.#source?.destroy();
      this.#upload?.cutOff();
      this.#onGone?.();
    });
    this.head = new RequestHead(request);
    this.requestId = /^[\w.:-]{1,64}$/.test(this.head.requestId) ? this.head.requestId : nextRequestId();
  }

  get socketAddress(): string {
    if (this.#socketAddress === undefined) {
      this.#socketAddress = this.#open
        ? plainAddress(Buffer.from(this.#response.getRemoteAddressAsText()).toString('latin1'))
        : 'gone';
    }
    return this.#socketAddress;
  }

  /** Calls back once, with the whole body or the error that refuses it; must be called before the first await. */
  readBody(maxBytes: number, done: (body: Buffer | AppError) => void): void {
    let received: Buffer | undefined;
    let refused: AppError | undefined;
    this.#awaitingBody = true;
    this.#response.onData((chunk, isLast) => {
      const size = (received?.length ?? 0) + chunk.byteLength;
      if (size > maxBytes && refused === undefined) {
        refused = new AppError('BODY_TOO_LARGE', `The body is larger than ${maxBytes} bytes`);
        received = undefined;
      }
      if (refused === undefined && chunk.byteLength > 0) {
        // Copied, because uWebSockets.js reuses the chunk's memory after this call.
        const copy = Buffer.from(new Uint8Array(chunk));
        received = received === undefined ? copy : Buffer.concat([received, copy], size);
      }
      if (!isLast) return;
      this.#awaitingBody = false;
      done(refused ?? received ?? EMPTY);
    });
  }

  /** The body piece by piece; the client waits for the reader. Must be called before the first await. */
  streamBody(): StreamedBody {
    const response = this.#response;
    const whileOpen = (work: () => void) => () => {
      if (this.#open) work();
    };
    const upload = new StreamedBody({
      pause: whileOpen(() => response.pause()),
      resume: whileOpen(() => response.resume()),
      close: whileOpen(() => response.close()),
    });
    this.#upload = upload;
    // Copied, because uWebSockets.js reuses the chunk's memory after this call.
    response.onData((chunk, isLast) => upload.add(Buffer.from(new Uint8Array(chunk)), isLast));
    return upload;
  }

  send(status: number, body: Buffer | undefined, { as, close = false }: Sending = AS_USUAL): void {
    // The client reads the reply when it has sent its body.
    if (this.#upload?.isComplete === false)
      return this.#upload.discard(() => this.send(status, body, { as: as ?? 'json', close: true }));
    this.#end();
    if (!this.#open) return;
    this.#open = false;
    const response = this.#response;
    response.cork(() => {
      const constant = this.isStrict ? CONSTANT_HEADERS.secure : CONSTANT_HEADERS.plain;
      response.writeStatus(STATUS_LINES.get(status) ?? String(status));
      response.writeHeader(CONSTANT_NAME, constant[as ?? (body === undefined ? 'empty' : 'json')]);
      response.writeHeader('X-Request-Id', this.requestId);
      for (const [name, value] of this.headers) response.writeHeader(name, value);
      // No argument: with one, this call writes a Content-Length of its own.
      if (status === 204 || status === 304) response.endWithoutBody();
      else if (body === undefined || this.head.method === 'HEAD') response.end(undefined, close);
      else response.end(body, close);
    });
  }

  /**
   * Streams a body: the source pauses while the client is slow, and ends when the client disconnects. A source that
   * fails closes the connection, so that the client does not take the partial body for complete.
   */
  stream(status: number, source: Readable, headers: readonly Header[]): void {
    if (!this.#open) {
      source.destroy();
      return this.send(status, undefined);
    }
    this.#source = source;
    const response = this.#response;
    response.onWritable(() => {
      source.resume();
      return true;
    });
    response.cork(() => {
      const constant = this.isStrict ? CONSTANT_HEADERS.secure : CONSTANT_HEADERS.plain;
      response.writeStatus(STATUS_LINES.get(status) ?? String(status));
      response.writeHeader(CONSTANT_NAME, constant.empty);
      response.writeHeader('X-Request-Id', this.requestId);
      for (const [name, value] of [...this.headers, ...headers]) response.writeHeader(name, value);
    });
    const whileOpen = (work: () => void) => {
      if (this.#open) response.cork(work);
    };
    source.on('data', (chunk: Buffer) =>
      whileOpen(() => {
        if (!response.write(chunk)) source.pause();
      }),
    );
    source.once('end', () =>
      whileOpen(() => {
        this.#open = false;
        this.#end();
        response.end();
      }),
    );
    source.once('error', () => {
      this.#end();
      if (this.#open) response.close();
      this.#open = false;
    });
  }

  /** Sends bytes of a file with their length. The next piece is read when the client has taken the one before. */
  sendPieces(status: number, { from, to, read, onEnd }: Pieces): void {
    const isHead = this.head.method === 'HEAD';
    if (this.#open) {
      const response = this.#response;
      response.cork(() => {
        const constant = this.secure ? CONSTANT_HEADERS.secure : CONSTANT_HEADERS.plain;
        response.writeStatus(STATUS_LINES.get(status) ?? String(status));
        response.writeHeader(CONSTANT_NAME, constant.file);
        response.writeHeader('X-Request-Id', this.requestId);
        for (const [name, value] of this.headers) response.writeHeader(name, value);
        if (isHead) response.endWithoutBody(to - from);
      });
      if (isHead) this.#open = false;
    }
    this.#pump(from, to, read)
      .catch(() => {
        if (this.#open) this.#response.close();
      })
      .finally(() => {
        this.#open = false;
        this.#end();
        onEnd();
      });
  }

  async #pump(from: number, to: number, read: Pieces['read']): Promise<void> {
    for (let at = from; this.#open && at < to; ) {
      const bytes = await read(at);
      if (bytes === undefined) throw new Error('the file is gone');
      const piece = bytes.subarray(0, to - at);
      await this.#taken(piece, to - from);
      at += piece.length;
    }
  }

  /** Resolves when the client has taken the piece, or has left. */
  #taken(piece: Buffer, total: number): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#open) return resolve();
      const response = this.#response;
      const before = response.getWriteOffset();
      let isTaken = false;
      const attempt = (bytes: Buffer): boolean => {
        const [isAll, isEnd] = response.tryEnd(bytes, total);
        if (isEnd) this.#open = false;
        if (isAll || isEnd) isTaken = true;
        return isTaken;
      };
      this.#onGone = resolve;
      response.cork(() => attempt(piece));
      if (isTaken) return resolve();
      response.onWritable((offset) => {
        if (isTaken || !this.#open) return true;
        const isDone = attempt(piece.subarray(offset - before));
        if (isDone) resolve();
        return isDone;
      });
    });
  }

  /** Turns the exchange into a WebSocket, unless the client has closed the connection meanwhile. */
  upgrade<Data>(data: Data, protocol: string, { context, cork }: Upgrading): void {
    this.#end();
    if (!this.#open) return;
    this.#open = false;
    const { webSocketKey, webSocketExtensions } = this.head;
    const response = this.#response;
    cork.run(() => response.upgrade(data, webSocketKey, protocol, webSocketExtensions, context));
  }

  #end(): void {
    if (!this.#finished) this.#onEnd();
    this.#finished = true;
  }
}

const EMPTY = Buffer.alloc(0);
const AS_USUAL: Sending = {};

const nextRequestId = (): string => {
  requestCount += 1;
  return `${PROCESS_TAG}-${requestCount.toString(36)}`;
};
