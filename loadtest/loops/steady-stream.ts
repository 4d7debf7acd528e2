import { fork } from 'node:child_process';
import { once } from 'node:events';
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
  readonly seconds: number;
  readonly latencies: Spread;
  /** How late readings left: the generator's own slowness, which is part of the latency. */
  readonly lateness: Spread;
}

export interface SteadyStream {
  /** Connected, they send from now on. */
  begin(): Promise<void>;
  /** They send no more, until they begin again, but stay connected. */
  end(): Promise<SteadyStreamResult>;
  close(): Promise<void>;
}

/** In a process of its own: what else the generator does meanwhile must not show in the latencies. */
export function startSteadyStream(parts: SteadyStreamParts): SteadyStream {
  const child = fork(new URL('steady-stream-process.ts', import.meta.url));
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the steady stream ended with ${code}`)));
  });
  // Whoever asks it hears of it.
  failed.catch(() => {});
  const stop = atTheEnd(async () => void child.kill());
  async function ask<T>(what: SteadyStreamParts | 'begin' | 'end'): Promise<T> {
    child.send(what);
    const [answer] = (await Promise.race([once(child, 'message'), failed])) as [T];
    return answer;
  }
  const connected = ask<'connected'>(parts);
  connected.catch(() => {});
  return {
    async begin() {
      await connected;
      await ask<'begun'>('begin');
    },
    end: () => ask<SteadyStreamResult>('end'),
    close: stop,
  };
}
