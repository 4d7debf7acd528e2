import { setTimeout as delay } from 'node:timers/promises';
import { quietReading } from '../reading.ts';
import type { SeededDevice } from '../seed.ts';

const EVERY_MS = 50;
const PATIENCE_MS = 60_000;

/** Seconds until a reading is stored again. Each attempt uses another wearable, so that none is early for the send schedule. */
export async function secondsToRecover(url: string, devices: readonly SeededDevice[]): Promise<number> {
  const from = performance.now();
  let recovered: number | undefined;
  for (let i = 0; recovered === undefined; i++) {
    if (performance.now() - from > PATIENCE_MS) return Number.POSITIVE_INFINITY;
    const device = devices[i % devices.length];
    if (device === undefined) throw new Error('there is no wearable to probe with');
    void post(url, device).then((stored) => {
      if (stored) recovered ??= (performance.now() - from) / 1000;
    });
    await delay(EVERY_MS);
  }
  return recovered;
}

async function post(url: string, { macAddress, token }: SeededDevice): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/device/sensor-stream`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(quietReading(macAddress, Math.round(performance.now()))),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}
