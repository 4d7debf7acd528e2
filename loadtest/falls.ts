import type { RunningVigil } from './machine/service.ts';
import { doing } from './progress.ts';
import { quietReading, severeReading } from './reading.ts';
import { type SeededDevice, withDatabase } from './seed.ts';

const TIMEOUT_MS = 20_000;
const PUT_ON_AT_ONCE = 20;

/**
 * As falls find a service in the field: each wearable has sent a reading before, and the database has the statistics
 * that it would have gathered by itself after a minute.
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

/** A wearable's reading that raises an alert; it is answered once the alert is committed. */
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

/** Neighbours in the list have one owner; falls of one owner should not follow each other. */
export const interleaved = (devices: readonly SeededDevice[], perOwner: number): SeededDevice[] =>
  Array.from({ length: perOwner }, (_, nth) => devices.filter((_, i) => i % perOwner === nth)).flat();
