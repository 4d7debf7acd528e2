import { fork } from 'node:child_process';
import { atTheEnd } from '../machine/clean-up.ts';
import type { Spread } from '../rules/latencies.ts';
import type { SeededDevice } from '../seed.ts';

/** Wearables that send one reading a second each over MQTT. */
export interface SteadyStreamParts {
  readonly port: number;
  readonly devices: readonly SeededDevice[];
  readonly mostSeconds: number;
}

export interface SteadyStreamResult {
  readonly sent: number;
  readonly failed: number;
  /** In words. */
  readonly failures: string;
  readonly latencies: Spread;
}

export interface SteadyStream {
  end(): Promise<SteadyStreamResult>;
}

/** In a process of its own: what else the generator does meanwhile must not show in the latencies. */
export function startSteadyStream(parts: SteadyStreamParts): SteadyStream {
  const child = fork(new URL('steady-stream-process.ts', import.meta.url));
  const result = new Promise<SteadyStreamResult>((resolve, reject) => {
    child.once('message', (message) => resolve(message as SteadyStreamResult));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the steady stream ended with ${code}`)));
  });
  // Whoever ends it hears of it.
  result.catch(() => {});
  const stop = atTheEnd(async () => void child.kill());
  child.send(parts);
  return {
    async end() {
      child.send('end');
      return result.finally(stop);
    },
  };
}
