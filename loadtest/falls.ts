import type { RunningVigil } from './machine/service.ts';
import { doing } from './progress.ts';
import { quietReading, severeReading } from './reading.ts';
import { type SeededDevice, withDatabase } from './seed.ts';

const TIMEOUT_MS = 20_000;
const PUT_ON_AT_ONCE = 20;

/**
 * Prepares the state of a running service: each wearable has sent a reading, and the database has the statistics that
 * autovacuum would gather within a minute.
 */
export async function putOn(vigil: RunningVigil, devices: readonly SeededDevice[]): Promise<void> {
  doing(`a first reading of ${devices.length} wearables`);
  const waiting = devices.values();
  const sendAll = async () => {
    for (const device of waiting) await send(vigil, device, quietReading(device.macAddress, 0));
  };
  await Promise.all(Array.from({ length: PUT_ON_AT_ONCE }, sendAll));
  await withDatabase(vigil.databaseUrl, (client) => client.query('ANALYZE'));
}

/** Sends a reading that raises an alert. The response comes after the alert is committed. */
export const sendFall = (vigil: RunningVigil, device: SeededDevice): Promise<void> =>
  send(vigil, device, severeReading(device.macAddress));

async function send(vigil: RunningVigil, { token }: SeededDevice, reading: object): Promise<void> {
  const answer = await fetch(`${vigil.url}/device/sensor-stream`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(reading),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`a reading was answered ${answer.status} ${text}`);
}

/** Reorders devices, because neighbours in the list have the same owner, and falls of one owner should not follow each other. */
export const interleaved = (devices: readonly SeededDevice[], perOwner: number): SeededDevice[] =>
  Array.from({ length: perOwner }, (_, nth) => devices.filter((_, i) => i % perOwner === nth)).flat();
