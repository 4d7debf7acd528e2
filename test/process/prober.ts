import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { patientNow } from '../helpers/patience.ts';
import { pause } from '../helpers/quiet.ts';

/**
 * Calls a URL repeatedly from its own thread, so that other work of the caller does not add to the latency.
 */
export async function startProber(url: string): Promise<{ stop(): Promise<readonly Probe[]> }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { probe: url } });
  await once(worker, 'message');
  return {
    async stop() {
      worker.postMessage('stop');
      const [probes] = (await once(worker, 'message')) as [readonly Probe[]];
      await worker.terminate();
      return probes;
    },
  };
}

export interface Probe {
  readonly status: number;
  readonly ms: number;
}

const PAUSE_MS = 10;

async function probe(url: string, port: NonNullable<typeof parentPort>): Promise<void> {
  let stopped = false;
  port.once('message', () => {
    stopped = true;
  });
  const probes: Probe[] = [];
  const call = async () => {
    const from = patientNow();
    const response = await fetch(url);
    await response.arrayBuffer();
    return { status: response.status, ms: patientNow() - from };
  };
  // The first call loads the client and opens the connection.
  await call();
  port.postMessage('ready');
  while (!stopped) {
    probes.push(await call());
    await pause(PAUSE_MS);
  }
  port.postMessage(probes);
}

const wanted = workerData as { readonly probe?: string } | undefined;
if (!isMainThread && parentPort !== null && wanted?.probe !== undefined)
  await probe(wanted.probe, parentPort);
