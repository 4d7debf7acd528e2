import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import { BIN_VALUES, BINS } from '../src/readings/scoring/window.ts';
import { type Outcome, outcomeOf } from './metrics.ts';
import { hasGyro } from './recordings.ts';
import { partsOf, type Sending, sampleSent } from './replay.ts';
import type { Message, Stream } from './streams.ts';

export interface Service {
  /** Base address, without `/api`. */
  readonly url: string;
  readonly mqtt: string;
}

/** docs/contract.md, "Devices": ten per account; "Backlog": its maximum size, age and rate. */
const DEVICES = 10;
const MAX_READINGS = 600;
const MAX_BYTES = 240 * 1024;
const INTERVAL_MS = 5_100;
const OLDEST_MS = 6.9 * 86_400_000;
/** Pause between trials: longer than a window, and than the time in which suspicious readings are one episode. */
const PAUSE_MS = 150_000;
const TIMEOUT_MS = 120_000;

interface Played {
  readonly stream: Stream;
  /** When its first second began, in milliseconds since 1970. */
  readonly startMs: number;
}

interface Account {
  readonly email: string;
  readonly token: string;
}

/**
 * Plays the streams as backlogs of ten devices of a new account and reads the confidences that the service stored. The
 * account remains, so that its falls can be inspected.
 */
export async function judgeThroughService(
  streams: readonly Stream[],
  sending: Sending,
  service: Service,
): Promise<Map<Stream, Outcome>> {
  const account = await openAccount(service);
  const client = await connectAsync(service.mqtt, { username: account.email, password: account.token });
  try {
    const devices = shareOut(streams, Date.now() - OLDEST_MS);
    const judged = await Promise.all(
      devices.map(async (played) => {
        const mac = randomMac();
        await sendAll(client, mac, played, sending);
        const confidences = await readConfidences(service, account, mac, played);
        return played.map(({ stream, startMs }) => {
          const scores = stream.messages.map((message) =>
            confidenceOf(confidences, timeOf(startMs, message)),
          );
          return [stream, outcomeOf(stream, scores)] as const;
        });
      }),
    );
    return new Map(judged.flat());
  } finally {
    await client.endAsync();
  }
}

/** One trial after the other on each device. */
function shareOut(streams: readonly Stream[], fromMs: number): Played[][] {
  const devices = Array.from({ length: DEVICES }, (): Played[] => []);
  const free = new Array<number>(DEVICES).fill(fromMs);
  streams.forEach((stream, i) => {
    const startMs = free[i % DEVICES] ?? fromMs;
    devices[i % DEVICES]?.push({ stream, startMs });
    free[i % DEVICES] = startMs + Math.ceil((stream.messages.at(-1)?.at ?? 0) * 1000) + PAUSE_MS;
  });
  if (Math.max(...free) > Date.now())
    throw new Error('the trials do not fit into seven days: fewer --phases');
  return devices.filter((played) => played.length > 0);
}

const timeOf = (startMs: number, message: Message): number => Math.round(startMs + message.at * 1000);

function confidenceOf(confidences: ReadonlyMap<number, number>, timeMs: number): number {
  const confidence = confidences.get(timeMs);
  if (confidence === undefined)
    throw new Error(`the reading of ${new Date(timeMs).toISOString()} was not stored`);
  return confidence;
}

async function sendAll(
  client: MqttClient,
  mac: string,
  played: readonly Played[],
  sending: Sending,
): Promise<void> {
  const answers: Record<string, unknown>[] = [];
  let onAnswer = () => {};
  const topic = `devices/${mac}/assessments`;
  client.on('message', (from, payload) => {
    if (from !== topic) return;
    answers.push(JSON.parse(payload.toString()) as Record<string, unknown>);
    onAnswer();
  });
  await client.subscribeAsync(topic, { qos: 1 });
  const answer = async (): Promise<Record<string, unknown>> => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    while (answers.length === 0) {
      if (timeout.aborted) throw new Error(`no answer to a backlog of ${mac}`);
      await Promise.race([new Promise<void>((resolve) => (onAnswer = resolve)), sleep(1000)]);
    }
    return answers.shift() ?? {};
  };
  for (const readings of backlogsOf(played, sending)) {
    await publish(client, `devices/${mac}/backlog`, readings, answer);
    await sleep(INTERVAL_MS);
  }
}

async function publish(
  client: MqttClient,
  topic: string,
  readings: readonly string[],
  answer: () => Promise<Record<string, unknown>>,
): Promise<void> {
  for (;;) {
    await client.publishAsync(topic, `[${readings.join(',')}]`, { qos: 1 });
    const { status, data, ...refusal } = await answer();
    if (status === 429) {
      await sleep(1000 * Number(refusal.retryAfter ?? 1));
      continue;
    }
    const accepted = (data as { accepted?: number } | undefined)?.accepted;
    if (status !== 200 || accepted !== readings.length) {
      throw new Error(`a backlog was answered ${status} ${JSON.stringify(data ?? refusal).slice(0, 500)}`);
    }
    return;
  }
}

/** Readings as JSON, as many together as a message may hold. */
function* backlogsOf(played: readonly Played[], sending: Sending): Generator<string[]> {
  let readings: string[] = [];
  let bytes = 2;
  for (const { stream, startMs } of played) {
    for (const message of stream.messages) {
      const reading = JSON.stringify(readingOf(stream, message, timeOf(startMs, message), sending));
      if (readings.length === MAX_READINGS || bytes + reading.length + 1 > MAX_BYTES) {
        yield readings;
        readings = [];
        bytes = 2;
      }
      readings.push(reading);
      bytes += reading.length + 1;
    }
  }
  if (readings.length > 0) yield readings;
}

function readingOf(stream: Stream, message: Message, timeMs: number, sending: Sending): object {
  const [accel_x, accel_y, accel_z, ...gyro] = sampleSent(stream, message, sending).map(short);
  const turns = hasGyro(stream.trial);
  const [gyro_x, gyro_y, gyro_z] = turns ? gyro : [null, null, null];
  return {
    recorded_at: new Date(timeMs).toISOString(),
    uptime_ms: Math.round(message.at * 1000),
    accel_x,
    accel_y,
    accel_z,
    gyro_x,
    gyro_y,
    gyro_z,
    ...(sending === 'samples' && { samples: samplesOf(stream, message, turns) }),
    ...(sending === 'parts' && { parts: rowsOf(partsOf(stream, message, turns)) }),
  };
}

function samplesOf({ signal, trial }: Stream, { first, last }: Message, turns: boolean): number[][] {
  return signal
    .slice(first, last)
    .map((sample, i) => [
      Math.min(0, short(((first + i + 1 - last) * 1000) / trial.rateHz)),
      ...sample.slice(0, turns ? 6 : 3).map(short),
    ]);
}

/** JSON has no NaN: without a gyro both values of the rotation are null. */
function rowsOf(parts: Float32Array): (number | null)[][] {
  const cells = Array.from(parts, (value) => (Number.isNaN(value) ? null : short(value)));
  return Array.from({ length: BINS }, (_, part) => cells.slice(part * BIN_VALUES, (part + 1) * BIN_VALUES));
}

/** Resolution of a sensor; more digits would only enlarge the message. */
const short = (value: number): number => Math.round(value * 1000) / 1000;

async function readConfidences(
  service: Service,
  account: Account,
  mac: string,
  played: readonly Played[],
): Promise<Map<number, number>> {
  const confidences = new Map<number, number>();
  const last = played.at(-1);
  const to = (last?.startMs ?? 0) + Math.ceil((last?.stream.messages.at(-1)?.at ?? 0) * 1000) + 1000;
  let from = played[0]?.startMs ?? 0;
  for (;;) {
    const range = new URLSearchParams({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
    const points = (await call(service, `/device/${mac}/readings?${range}`, {
      token: account.token,
    })) as readonly { timestamp: string; fallConfidence: number }[];
    const before = confidences.size;
    for (const { timestamp, fallConfidence } of points)
      confidences.set(Date.parse(timestamp), fallConfidence);
    const newest = Date.parse(points.at(-1)?.timestamp ?? '');
    if (confidences.size === before || Number.isNaN(newest)) return confidences;
    from = newest;
  }
}

async function openAccount(service: Service): Promise<Account> {
  const email = `evaluation-${randomBytes(6).toString('hex')}@example.org`;
  const body = {
    email,
    password: `A!1${randomBytes(9).toString('hex')}`,
    firstName: 'Eva',
    lastName: 'Luation',
  };
  const { token } = (await call(service, '/auth/signup', { body, whole: true })) as { token: string };
  return { email, token };
}

async function call(
  { url }: Service,
  path: string,
  { token, body, whole = false }: { token?: string; body?: object; whole?: boolean },
): Promise<unknown> {
  for (;;) {
    const response = await fetch(`${url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.status === 429) {
      await sleep(1000 * Number(response.headers.get('retry-after') ?? 1));
      continue;
    }
    const answer = (await response.json()) as { data?: unknown; error?: string };
    if (!response.ok) throw new Error(`${path} was answered ${response.status} ${answer.error}`);
    return whole ? answer : answer.data;
  }
}

/** A locally administered address, which no manufacturer uses. */
const randomMac = (): string =>
  ['02', ...[...randomBytes(5)].map((byte) => byte.toString(16).padStart(2, '0'))].join(':').toUpperCase();
