import type { RunningVigil } from './machine/service.ts';
import { severeReading } from './reading.ts';
import type { SeededDevice } from './seed.ts';

const TIMEOUT_MS = 20_000;

/** A wearable's reading that raises an alert; it is answered once the alert is committed. */
export async function sendFall(vigil: RunningVigil, { macAddress, token }: SeededDevice): Promise<void> {
  const answer = await fetch(`${vigil.url}/device/sensor-stream`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(severeReading(macAddress)),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`a fall was answered ${answer.status} ${text}`);
}

/** Neighbours in the list have one owner; falls of one owner should not follow each other. */
export const interleaved = (devices: readonly SeededDevice[], perOwner: number): SeededDevice[] =>
  Array.from({ length: perOwner }, (_, nth) => devices.filter((_, i) => i % perOwner === nth)).flat();
