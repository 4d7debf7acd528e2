import { randomUUID } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import { join, readingsTopic } from '../mqtt/clients.ts';
import type { Json } from './app.ts';
import { eventually } from './eventually.ts';
import { pause } from './quiet.ts';
import { randomMac, resting } from './readings.ts';

const BETWEEN_MS = 50;
const RETRY_MS = 200;
const CONNECT_MS = 10_000;

/** One attempt to send something; true when it was acknowledged. */
type Attempt = () => Promise<boolean>;

interface Deps {
  post(path: string, body: unknown, key: string): Promise<{ readonly status: number; readonly body: Json }>;
  readonly mqttUrl: string;
  readonly wearer: { readonly email: string; readonly token: string };
}

export interface Sender {
  readonly mac: string;
  /** `uptime_ms` of the readings that were acknowledged. */
  readonly acknowledged: readonly number[];
  /** Resolves with the longest time without an acknowledgement since then, once something sent from now on has one. */
  longestPause(since: number, timeoutMs: number): Promise<number>;
}

export interface Wearables {
  readonly http: Sender;
  readonly mqtt: Sender;
  /** The ids of the falls that were acknowledged. */
  readonly falls: readonly string[];
  reportFall(): Promise<void>;
  stop(): Promise<void>;
}

/** Two wearables, one over HTTP and one over MQTT, each of which repeats a reading until it is acknowledged. */
export function startRepeatingWearables({ post, mqttUrl, wearer }: Deps): Wearables {
  const falls: string[] = [];
  let going = true;
  let client: Promise<MqttClient> | undefined;
  let gone: Promise<boolean> = Promise.resolve(false);

  async function acknowledged(attempt: Attempt): Promise<boolean> {
    while (going) {
      if (await attempt()) return true;
      await pause(RETRY_MS);
    }
    return false;
  }

  async function connect(): Promise<MqttClient> {
    const credentials = { username: wearer.email, password: wearer.token };
    const options = { connectTimeout: CONNECT_MS, keepalive: 10, rejectUnauthorized: false };
    const connected = await join({ app: { ports: {} } }, credentials, options, mqttUrl);
    connected.on('error', () => {});
    gone = new Promise((resolve) => connected.once('close', () => resolve(false)));
    return connected;
  }

  function overMqtt(mac: string, uptime_ms: number): Attempt {
    const reading = JSON.stringify(resting(mac, { uptime_ms }));
    let dup = false;
    return async () => {
      try {
        client ??= connect();
        const published = (await client).publishAsync(readingsTopic(mac), reading, { qos: 1, dup });
        dup = true;
        const isAcknowledged = published.then(
          () => true,
          () => false,
        );
        if (await Promise.race([isAcknowledged, gone])) return true;
      } catch {
        // Not connected.
      }
      client?.then((lost) => lost.end(true)).catch(() => {});
      client = undefined;
      return false;
    };
  }

  function overHttp(mac: string, uptime_ms: number): Attempt {
    const key = randomUUID();
    return async () => (await post('/device/sensor-stream', resting(mac, { uptime_ms }), key)).status === 200;
  }

  function start(attemptOf: (mac: string, uptime_ms: number) => Attempt) {
    const mac = randomMac();
    const done: { readonly uptime_ms: number; readonly sent: number; readonly at: number }[] = [];
    const ended = (async () => {
      for (let uptime_ms = 1; going; uptime_ms++) {
        const sent = performance.now();
        if (!(await acknowledged(attemptOf(mac, uptime_ms)))) return;
        done.push({ uptime_ms, sent, at: performance.now() });
        await pause(BETWEEN_MS);
      }
    })();
    return {
      ended,
      mac,
      get acknowledged() {
        return done.map(({ uptime_ms }) => uptime_ms);
      },
      async longestPause(since: number, timeoutMs: number) {
        const now = performance.now();
        await eventually('readings are acknowledged', () => done.some(({ sent }) => sent > now), timeoutMs);
        return Math.max(
          ...done.map(({ at }, nth) => (at < since ? 0 : at - Math.max(since, done[nth - 1]?.at ?? since))),
        );
      },
    };
  }

  const [http, mqtt] = [start(overHttp), start(overMqtt)];
  return {
    http,
    mqtt,
    falls,
    async reportFall() {
      const key = randomUUID();
      await acknowledged(async () => {
        const { status, body } = await post('/falls', { confidence: 0.95 }, key);
        if (status === 201) falls.push(body.data.id);
        return status === 201;
      });
    },
    async stop() {
      going = false;
      (await client?.catch(() => undefined))?.end(true);
      await Promise.all([http.ended, mqtt.ended]);
    },
  };
}
