import WebSocket from 'ws';
import type { Json, TestApp } from './app.ts';
import { createArrivals, eventually, inTime, TIMEOUT_MS } from './eventually.ts';
import type { Person } from './people.ts';
import { sql } from './sql.ts';

export interface LiveOptions {
  readonly token?: string | undefined;
  readonly after?: number | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
}

/** A client of the live socket. */
export interface LiveClient {
  readonly ws: WebSocket;
  /** All frames received so far. */
  readonly frames: readonly Json[];
  /** Waits for the next frame of this type that `next` or `find` has not returned before. */
  next(type: string): Promise<Json>;
  /** Waits for the next frame that matches, likewise. */
  find(matches: (frame: Json) => boolean, what?: string): Promise<Json>;
  send(frame: unknown): void;
  /** Sends a frame with a `ref` and waits for the answer with the same `ref`. */
  ask(frame: object): Promise<Json>;
  /** Rejects when the socket is still open after CLOSE_TIMEOUT_MS. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  close(): Promise<void>;
}

/** Longer than the server takes to drop a client that does not read its close frame. */
const CLOSE_TIMEOUT_MS = 40_000;
let refs = 0;

const addressOf = (app: Pick<TestApp, 'url'>, after: number | string | undefined): string =>
  `${app.url.replace('http', 'ws')}/live${after === undefined ? '' : `?after=${after}`}`;

function dial(
  app: Pick<TestApp, 'url'>,
  { token, after, headers = {}, protocols = [] }: LiveOptions,
): WebSocket {
  const Authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return new WebSocket(addressOf(app, after), [...protocols], { headers: { ...Authorization, ...headers } });
}

/** Opens a socket and waits for the welcome frame. */
export async function connectLive(
  app: Pick<TestApp, 'url'>,
  options: LiveOptions,
  welcome = 'welcome',
): Promise<LiveClient & { readonly welcome: Json }> {
  const client = watch(dial(app, options));
  const opened = new Promise<void>((resolve, reject) => {
    client.ws.once('open', resolve);
    client.ws.once('error', reject);
  });
  await inTime('the live socket opens', opened);
  return Object.assign(client, { welcome: await client.next(welcome) });
}

/** Returns the answer to a refused upgrade. */
export function refusedLive(
  app: Pick<TestApp, 'url'>,
  options: LiveOptions,
): Promise<{ readonly status: number; readonly body: Json; readonly headers: Json }> {
  const ws = dial(app, options);
  const refusal = new Promise<{ status: number; body: Json; headers: Json }>((resolve, reject) => {
    ws.once('open', () => {
      ws.close();
      reject(new Error('the socket was not refused'));
    });
    ws.on('error', () => {});
    ws.once('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text), headers: response.headers });
      });
    });
  });
  return inTime('the live socket is refused', refusal);
}

export const live = (app: Pick<TestApp, 'url'>, person: Pick<Person, 'token'>, after?: number) =>
  connectLive(app, { token: person.token, ...(after !== undefined && { after }) });

function watch(ws: WebSocket): LiveClient {
  const frames: Json[] = [];
  const taken = new Set<Json>();
  const { arrived, until } = createArrivals();
  ws.on('message', (bytes: Buffer) => {
    frames.push(JSON.parse(bytes.toString()));
    arrived();
  });
  let end = '';
  ws.on('error', (error) => {
    end = `, and ${error.message}`;
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.on('close', (code, reason) => {
      end += `, and the socket was closed with ${code} ${reason}`;
      resolve({ code, reason: reason.toString() });
      arrived();
    });
  });
  const lastFrames = () => `the last frames are ${JSON.stringify(frames.slice(-5))}${end}`;

  function find(matches: (frame: Json) => boolean, what = 'frame'): Promise<Json> {
    const missing = () => `no ${what} arrived; ${lastFrames()}`;
    return until(missing, () => {
      const frame = frames.find((candidate) => !taken.has(candidate) && matches(candidate));
      if (frame !== undefined) taken.add(frame);
      else if (ws.readyState === WebSocket.CLOSED) throw new Error(missing());
      return frame;
    });
  }

  const send = (frame: unknown) => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame));

  return {
    ws,
    frames,
    find,
    next: (type) => find((frame) => frame.type === type, type),
    send,
    ask(frame) {
      refs += 1;
      const ref = `r${refs}`;
      send({ ...frame, ref });
      return find((answer) => answer.ref === ref, `answer to ${JSON.stringify(frame)}`);
    },
    get closed() {
      return inTime(() => `the socket closes; ${lastFrames()}`, closed, CLOSE_TIMEOUT_MS);
    },
    async close() {
      ws.close();
      await this.closed;
    },
  };
}

/**
 * Waits until the socket has every event that the log has for its account now, and every frame sent before. An event missing
 * from its frames was never raised.
 */
export async function caughtUp(
  app: Pick<TestApp, 'databaseUrl'>,
  person: Pick<Person, 'id'>,
  client: LiveClient,
): Promise<void> {
  const [row] = await sql(
    app.databaseUrl,
    'SELECT max(id)::int AS id FROM live_events WHERE recipient_id = $1',
    [person.id],
  );
  const known = () =>
    Math.max(
      0,
      ...client.frames.map(({ type, id, data }) => (type === 'welcome' ? data.lastEventId : (id ?? 0))),
    );
  await eventually('the socket has every event', () => known() >= (row?.id ?? 0));
  await client.ask({ type: 'ping' });
}

/** `eventually` with the argument order that the live socket tests use. */
export const until = (
  condition: () => Promise<boolean> | boolean,
  what: string,
  timeoutMs = TIMEOUT_MS,
): Promise<void> => eventually(what, condition, timeoutMs);
