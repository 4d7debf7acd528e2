// Typical wearables: mqtt.js with its defaults, an HTTP client that retries, a plain WebSocket.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import mqtt from 'mqtt';
import { WebSocket } from 'ws';
import { quietReading, violentReading } from '../reading.ts';
import type { SeededDevice } from '../seed.ts';
import type { Ledger } from './ledger.ts';

export interface Wearable {
  readonly device: SeededDevice;
  /** The next reading is a fall. */
  fall(): void;
  /** True if the service has acknowledged the fall. */
  fallAcknowledged(): boolean;
  stop(): Promise<void>;
}

/** A little more than a second, so that a busy machine does not make readings early. */
const INTERVAL_MS = 1_100;
const RETRY_MS = 1_000;
/** Longer than any response may take. */
const PATIENCE_MS = 30_000;

/** Common part of the three: one reading per second, and a fall on demand. */
function createBody(device: SeededDevice, ledger: Ledger) {
  let fallNext = false;
  let fallUptime: number | undefined;
  let fallStored = false;
  return {
    next() {
      const uptimeMs = Math.round(performance.now());
      const fell = fallNext;
      fallNext = false;
      if (fell) fallUptime = uptimeMs;
      ledger.sent(device.macAddress, uptimeMs);
      return (fell ? violentReading : quietReading)(device.macAddress, uptimeMs);
    },
    acknowledged({ uptime_ms }: { readonly uptime_ms: number }): void {
      ledger.acknowledged(device.macAddress, uptime_ms);
      if (uptime_ms === fallUptime) fallStored = true;
    },
    fall(): void {
      fallNext = true;
      fallStored = false;
    },
    fallAcknowledged: () => fallStored,
  };
}

/** Counts from the last call, however late it was: a stall of this process must not make readings early. */
function every(ms: number, work: () => void): () => void {
  let timer: NodeJS.Timeout;
  const again = () => {
    timer = setTimeout(
      () => {
        work();
        again();
      },
      ms * (0.98 + Math.random() * 0.04),
    );
  };
  again();
  return () => clearTimeout(timer);
}

/** mqtt.js itself keeps unsent messages and sends them after it reconnects. */
export function startMqttWearable(port: number, device: SeededDevice, ledger: Ledger): Wearable {
  const body = createBody(device, ledger);
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, { username: device.email, password: device.token });
  client.on('error', () => {});
  /** Send time of each unacknowledged PUBLISH. */
  const onTheWire = new Map<number, number>();
  const answered = (uptimeMs: number) => {
    const since = onTheWire.get(uptimeMs);
    if (since !== undefined) ledger.waited(performance.now() - since);
    onTheWire.delete(uptimeMs);
  };
  client.on('close', () => {
    for (const uptimeMs of [...onTheWire.keys()]) answered(uptimeMs);
  });
  const stop = every(INTERVAL_MS, () => {
    const reading = body.next();
    if (client.connected) onTheWire.set(reading.uptime_ms, performance.now());
    client.publish(
      `devices/${device.macAddress}/readings`,
      JSON.stringify(reading),
      { qos: 1 },
      (error?: Error) => {
        answered(reading.uptime_ms);
        if (!error) body.acknowledged(reading);
      },
    );
  });
  return {
    device,
    ...body,
    async stop() {
      stop();
      await client.endAsync(true);
    },
  };
}

/** Resends the same reading with the same key until it is stored, and drops readings that are due meanwhile. */
export function startHttpWearable(url: () => string, device: SeededDevice, ledger: Ledger): Wearable {
  const body = createBody(device, ledger);
  let busy = false;
  let stopped = false;

  async function post(reading: object, key: string): Promise<number> {
    const from = performance.now();
    try {
      const answer = await fetch(`${url()}/device/sensor-stream`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${device.token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        body: JSON.stringify(reading),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 0;
    } finally {
      ledger.waited(performance.now() - from);
    }
  }

  const stop = every(INTERVAL_MS, () => {
    if (busy) return;
    busy = true;
    const reading = body.next();
    const key = randomUUID();
    const send = async () => {
      while (!stopped) {
        if ((await post(reading, key)) === 200) return body.acknowledged(reading);
        await delay(RETRY_MS);
      }
    };
    void send().finally(() => {
      busy = false;
    });
  });
  return {
    device,
    ...body,
    async stop() {
      stop();
      stopped = true;
    },
  };
}

/** Reconnects after a lost connection, and drops readings without a response, because it cannot know their result. */
export function startSocketWearable(port: () => number, device: SeededDevice, ledger: Ledger): Wearable {
  const body = createBody(device, ledger);
  const waiting = new Map<number, { readonly reading: { uptime_ms: number }; readonly since: number }>();
  let socket: WebSocket | undefined;
  let stopped = false;

  const answered = (ref: number): { uptime_ms: number } | undefined => {
    const found = waiting.get(ref);
    waiting.delete(ref);
    if (found !== undefined) ledger.waited(performance.now() - found.since);
    return found?.reading;
  };

  function connect(): void {
    const opening = new WebSocket(`ws://127.0.0.1:${port()}/api/live`, {
      headers: { Authorization: `Bearer ${device.token}` },
    });
    socket = opening;
    opening.on('error', () => {});
    opening.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { type: string; ref?: number; status?: number };
      if (frame.type !== 'assessment' || frame.ref === undefined) return;
      const reading = answered(frame.ref);
      if (reading !== undefined && frame.status === 200) body.acknowledged(reading);
    });
    opening.on('close', () => {
      for (const ref of [...waiting.keys()]) answered(ref);
      if (!stopped) setTimeout(connect, RETRY_MS).unref();
    });
  }
  connect();

  const stop = every(INTERVAL_MS, () => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    const reading = body.next();
    waiting.set(reading.uptime_ms, { reading, since: performance.now() });
    socket.send(JSON.stringify({ type: 'reading', ref: reading.uptime_ms, data: reading }));
  });
  return {
    device,
    ...body,
    async stop() {
      stop();
      stopped = true;
      socket?.terminate();
    },
  };
}
