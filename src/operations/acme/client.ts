import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { calculateJwkThumbprint, FlattenedSign, type JWK } from 'jose';
import { call, type Reply } from './request.ts';

export interface AcmeServer {
  readonly directory: string;
  /** PEM of the CA that the server itself is verified with; undefined: those that Node trusts. */
  readonly ca: string | undefined;
  /** The CA may write to it. */
  readonly email: string | undefined;
}

type Resource = Readonly<Record<string, unknown>>;

/** What the CA refused, in its words. */
export class AcmeProblem extends Error {
  readonly type: string;
  readonly retryAfterMs: number;
  constructor(type: string, message: string, retryAfterMs = 0) {
    super(message);
    this.type = type;
    this.retryAfterMs = retryAfterMs;
  }
}

const BAD_NONCE = 'urn:ietf:params:acme:error:badNonce';
/** RFC 8555, section 6.5: a client should retry with a new nonce. */
const NONCE_ATTEMPTS = 5;
const FIRST_POLL_MS = 250;
const LONGEST_POLL_MS = 10_000;
const POLL_TIMEOUT_MS = 180_000;
const MAX_WORDS = 300;

/** An account of an ACME server (RFC 8555). Every request is signed with the account's key and a nonce. */
export class AcmeClient {
  readonly #server: AcmeServer;
  readonly #key: KeyObject;
  readonly #jwk: JWK;
  readonly #signal: AbortSignal;
  #directory: Resource = {};
  #account: string | undefined;
  #nonce: string | undefined;

  private constructor(server: AcmeServer, key: KeyObject, signal: AbortSignal) {
    this.#server = server;
    this.#key = key;
    this.#jwk = createPublicKey(key).export({ format: 'jwk' }) as JWK;
    this.#signal = signal;
  }

  /** Creates the account, or finds it again by its key. */
  static async open(server: AcmeServer, key: KeyObject, signal: AbortSignal): Promise<AcmeClient> {
    const client = new AcmeClient(server, key, signal);
    const reply = await call(new URL(server.directory), { method: 'GET', ca: server.ca, signal });
    client.#directory = resourceOf(client.#checked(reply));
    const account = {
      termsOfServiceAgreed: true,
      ...(server.email !== undefined && { contact: [`mailto:${server.email}`] }),
    };
    const { location } = await client.create('newAccount', account);
    client.#account = location;
    return client;
  }

  /** The reply to a challenge's token (RFC 8555, section 8.1). */
  async keyAuthorization(token: string): Promise<string> {
    return `${token}.${await calculateJwkThumbprint(this.#jwk, 'sha256')}`;
  }

  /** Creates a resource that the directory names. */
  async create(name: string, payload: Resource): Promise<{ location: string; resource: Resource }> {
    const reply = await this.#post(this.#urlIn(this.#directory, name), payload);
    return { location: this.#usable(reply.headers.location), resource: resourceOf(reply) };
  }

  async get(url: string): Promise<Resource> {
    return resourceOf(await this.#post(this.#usable(url)));
  }

  async send(url: string, payload: Resource): Promise<Resource> {
    return resourceOf(await this.#post(this.#usable(url), payload));
  }

  async download(url: string): Promise<string> {
    return (await this.#post(this.#usable(url))).body;
  }

  /** Asks until the resource has left the states. */
  async waitWhile(url: string, states: readonly string[]): Promise<Resource> {
    const deadline = performance.now() + POLL_TIMEOUT_MS;
    for (let waitMs = FIRST_POLL_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_POLL_MS)) {
      const reply = await this.#post(this.#usable(url));
      const resource = resourceOf(reply);
      if (!states.includes(String(resource.status))) return resource;
      if (performance.now() > deadline)
        throw new Error(`the CA takes longer than ${POLL_TIMEOUT_MS / 1000} s`);
      const askedMs = Math.min(retryAfterMs(reply), LONGEST_POLL_MS);
      await sleep(Math.max(waitMs, askedMs), undefined, { signal: this.#signal });
    }
  }

  /** Without a payload it reads the resource ("POST-as-GET"). */
  async #post(url: string, payload?: Resource): Promise<Reply> {
    for (let attempt = 1; ; attempt++) {
      try {
        return this.#checked(await this.#signedPost(url, payload));
      } catch (error) {
        const isFinal = attempt === NONCE_ATTEMPTS || !(error instanceof AcmeProblem);
        if (isFinal || error.type !== BAD_NONCE) throw error;
      }
    }
  }

  async #signedPost(url: string, payload: Resource | undefined): Promise<Reply> {
    const { ca } = this.#server;
    const nonce = this.#nonce ?? (await this.#newNonce());
    this.#nonce = undefined;
    const text = payload === undefined ? '' : JSON.stringify(payload);
    const identity = this.#account === undefined ? { jwk: this.#jwk } : { kid: this.#account };
    const jws = await new FlattenedSign(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: 'ES256', nonce, url, ...identity })
      .sign(this.#key);
    const reply = await call(new URL(url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/jose+json', 'User-Agent': 'vigil' },
      body: JSON.stringify(jws),
      ca,
      signal: this.#signal,
    });
    this.#nonce = nonceOf(reply);
    return reply;
  }

  async #newNonce(): Promise<string> {
    const url = new URL(this.#urlIn(this.#directory, 'newNonce'));
    const reply = await call(url, { method: 'HEAD', ca: this.#server.ca, signal: this.#signal });
    const nonce = nonceOf(this.#checked(reply));
    if (nonce === undefined) throw new Error('the CA gave no nonce');
    return nonce;
  }

  #checked(reply: Reply): Reply {
    if (reply.status >= 200 && reply.status < 300) return reply;
    const { type, detail } = looselyParsed(reply.body);
    const words = typeof detail === 'string' ? detail : `status ${reply.status}`;
    throw new AcmeProblem(String(type), inOneLine(words), retryAfterMs(reply));
  }

  #urlIn(resource: Resource, name: string): string {
    return this.#usable(resource[name]);
  }

  /** A server with TLS must not lead us to one without. */
  #usable(url: unknown): string {
    const { protocol } = new URL(this.#server.directory);
    if (typeof url !== 'string' || !URL.canParse(url) || new URL(url).protocol !== protocol)
      throw new Error('the CA gave no usable address');
    return url;
  }
}

export const inOneLine = (words: string): string => words.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_WORDS);

function resourceOf({ body }: Reply): Resource {
  const value = looselyParsed(body);
  if (Object.keys(value).length === 0) throw new Error('the CA did not reply with JSON');
  return value;
}

function looselyParsed(body: string): Resource {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Resource) : {};
  } catch {
    return {};
  }
}

function nonceOf({ headers }: Reply): string | undefined {
  const nonce = headers['replay-nonce'];
  return typeof nonce === 'string' && /^[\w-]{1,512}$/.test(nonce) ? nonce : undefined;
}

/** Seconds or a date (RFC 9110, section 10.2.3); 0 without one. */
function retryAfterMs({ headers }: Pick<Reply, 'headers'>, now = Date.now()): number {
  const given = headers['retry-after'];
  if (given === undefined) return 0;
  const ms = /^\d{1,9}$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
