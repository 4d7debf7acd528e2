import { setTimeout as delay } from 'node:timers/promises';
import { compiled } from './compiled.ts';
import type { RunningVigil } from './service.ts';

/** Node options of a service whose memory `usedMemory` measures. */
export const collectable = (): readonly string[] => [
  '--expose-gc',
  '--import',
  `./${compiled('loadtest/machine/collect-garbage.ts')}`,
];

/** Weak references and finalizers release more in the collections after the first. */
const COLLECTIONS = 3;
const COLLECTION_MS = 1_000;
const METRICS = ['nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes'];

/**
 * Objects and buffers of JavaScript without garbage, in bytes. Resident memory would include pages that the garbage
 * collection has not returned, more than what the versions differ by.
 */
export async function usedMemory({ pid, metricsUrl }: RunningVigil): Promise<number> {
  for (let nth = 0; nth < COLLECTIONS; nth++) {
    process.kill(pid, 'SIGUSR2');
    await delay(COLLECTION_MS);
  }
  const text = await (await fetch(metricsUrl)).text();
  return METRICS.reduce((sum, name) => sum + metricIn(text, name), 0);
}

function metricIn(text: string, name: string): number {
  const value = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  if (Number.isNaN(value)) throw new Error(`the service has no metric ${name}`);
  return value;
}
