import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { pino } from 'pino';
import { type App, type AppOptions, startApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/app/config.ts';
import { ERROR_CODES, type ErrorCode } from '../../src/platform/error-codes.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { dueWorkDone } from './due-work.ts';
import { patientNow } from './patience.ts';

/** The system clock plus the time that a test has added. */
export interface TestClock {
  now(): number;
  /** Time passes, for every clock. A negative time sets the service's clock back, as `set` does. */
  advance(ms: number): void;
  /** Sets the service's clock forward or back; the machine's uptime and the database's clock go on as before. */
  set(byMs: number): void;
}

/** For `now`: time passes only when a test advances it, so that a busy machine makes no gap between readings. */
export function standingClock(): () => number {
  const start = Date.now();
  return () => start;
}

export interface Response<Body = Json> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Tests check the shape of answers themselves, so they read the JSON untyped. */
export type Json = ReturnType<typeof JSON.parse>;

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestApp {
  readonly app: App;
  readonly url: string;
  readonly databaseUrl: string;
  readonly clock: TestClock;
  /** Advances the clock and resolves when all work that became due has run, so that no test waits for a poll. */
  pass(ms: number): Promise<void>;
  /** `call('POST', '/auth/login', { body })`: sends and parses JSON. */
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
  close(): Promise<void>;
}

export const JWT_SECRET = 'a secret for tests that is long enough';

/** Rate limits are off unless a test sets them. */
const DEFAULTS = {
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  PORT: '0',
  MQTT_PORT: '0',
  MQTTS_PORT: '0',
  LOG_LEVEL: 'warn',
  JWT_SECRET,
  ADMIN_EMAIL: 'admin@example.org',
  ADMIN_PASSWORD: 'Admin!2345',
  RATE_LIMIT_GLOBAL: '0',
  RATE_LIMIT_SIGNUP: '0',
  RATE_LIMIT_LOGIN: '0',
  // Each thread loads the detector; a machine with many cores would start several in every app.
  SCORING_THREADS: '1',
  // Whatever the zone of the machine is.
  TIME_ZONE: 'UTC',
  // Receivers of tests send no receipts, and steps are expected at the times of their policy.
  RECEIPT_SECONDS: '0',
  // A test that moves the clock would run one in every app.
  PATH_TEST_MINUTES: '0',
};

export const ADMIN = { email: DEFAULTS.ADMIN_EMAIL, password: DEFAULTS.ADMIN_PASSWORD };

/** Starts the real app on a free port with its own database. A database given in `env` stays when the app closes. */
export async function startTestApp(
  env: Readonly<Record<string, string>> = {},
  {
    consoleFolder,
    now = Date.now,
    clocks: machineClocks,
    warmsUp = false,
    modules,
    log,
  }: Partial<Pick<AppOptions, 'consoleFolder' | 'now' | 'warmsUp' | 'modules' | 'log'>> & {
    readonly clocks?: Partial<NonNullable<AppOptions['clocks']>>;
  } = {},
): Promise<TestApp> {
  const database =
    env.DATABASE_URL === undefined ? await createTestDatabase() : givenDatabase(env.DATABASE_URL);
  const dataDir = await mkdtemp(join(tmpdir(), 'vigil-test-'));
  let passed = 0;
  let wrong = 0;
  const clock: TestClock = {
    now: () => now() + passed + wrong,
    advance(ms) {
      if (ms < 0) wrong += ms;
      else passed += ms;
    },
    set(byMs) {
      wrong += byMs;
    },
  };
  const clocks = {
    uptime: () => performance.now() + passed,
    databaseTime: async () => now() + passed,
    synchronisedAt: async () => undefined,
    ...machineClocks,
  };
  const config = readConfig({ ...DEFAULTS, DATABASE_URL: database.url, DATA_DIR: dataDir, ...env });
  const app = await startApp(config, {
    log: log ?? pino({ level: config.logLevel }, pino.destination(2)),
    now: clock.now,
    clocks,
    consoleFolder,
    passwordCost: { memoryKib: 64, passes: 1 },
    warmsUp,
    ...(modules && { modules }),
  });
  const url = `http://127.0.0.1:${app.ports.http}/api`;
  return {
    app,
    url,
    databaseUrl: database.url,
    clock,
    async pass(ms) {
      clock.advance(ms);
      await dueWorkDone();
    },
    call: (method, path, options) => callApi(url, method, path, options),
    async close() {
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const isJson = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('application/json') ?? false;

const givenDatabase = (url: string): TestDatabase => ({ url, drop: () => Promise.resolve() });

/** Checks that docs/errors.md lists the code of an error with the same status. Runs for every error in every test. */
export function assertKnownError({ code }: { readonly code?: string }, status: number): void {
  assert.equal(ERROR_CODES[code as ErrorCode]?.[0], status, `${status} with the code ${code}`);
}

/** Node's own client: `fetch` used as much CPU as the tests themselves. */
// uWebSockets.js closes idle connections after 10 s, and a request that crosses this fails.
const AGENT = new Agent({ keepAlive: true, timeout: 5_000 });
/** A busy machine may run the timer of the agent too late; after so long, the server may have closed the connection. */
const LONG_IDLE_MS = 3_000;
const lastUsed = new WeakMap<object, number>();
AGENT.on('free', (socket) => lastUsed.set(socket, performance.now()));
/** After a process was killed: this one may not have seen yet that its connections are closed. */
export function closeIdleConnections(): void {
  for (const socket of Object.values(AGENT.freeSockets).flat()) socket?.destroy();
}

/** Longer than the service keeps a request waiting for the database. */
const ANSWER_TIMEOUT_MS = 60_000;

async function send(
  url: string,
  options: RequestOptions,
  payload: string | undefined,
): Promise<IncomingMessage> {
  const outgoing = request(url, { agent: AGENT, timeout: ANSWER_TIMEOUT_MS, ...options });
  let idleMs = 0;
  outgoing.once('socket', (socket) => {
    idleMs = performance.now() - (lastUsed.get(socket) ?? Number.POSITIVE_INFINITY);
  });
  const deadline = patientNow() + ANSWER_TIMEOUT_MS;
  outgoing.on('timeout', () => {
    if (patientNow() < deadline) outgoing.setTimeout(ANSWER_TIMEOUT_MS);
    else outgoing.destroy(new Error(`no answer to ${options.method} ${url}`));
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.end(payload);
  try {
    return (await answered)[0];
  } catch (error) {
    const wasClosed = (error as { readonly code?: string }).code === 'ECONNRESET';
    if (wasClosed && outgoing.reusedSocket && idleMs > LONG_IDLE_MS) return send(url, options, payload);
    throw error;
  }
}

export async function callApi(
  url: string,
  method: string,
  path: string,
  { token, body, headers = {} }: CallOptions = {},
): Promise<Response> {
  const payload = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  const incoming = await send(
    url + path,
    {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(payload !== undefined && {
          'Content-Type': 'application/json',
          // Node does not set it for DELETE.
          'Content-Length': Buffer.byteLength(payload),
        }),
        ...headers,
      },
    },
    payload,
  );
  const text = await readText(incoming);
  const status = incoming.statusCode ?? 0;
  const answer = text === '' ? undefined : isJson(incoming) ? JSON.parse(text) : text;
  if (answer?.success === false) assertKnownError(answer, status);
  return {
    status,
    headers: new Headers(
      Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    ),
    body: answer,
  };
}
