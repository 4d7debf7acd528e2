import { fork } from 'node:child_process';
import { once } from 'node:events';
import { atTheEnd } from '../machine/clean-up.ts';
import type { Spread } from '../rules/latencies.ts';
import type { SeededDevice } from '../seed.ts';

/** Wearables that send one reading per second each over MQTT. */
export interface SteadyStreamParts {
  readonly port: number;
  readonly devices: readonly SeededDevice[];
  readonly mostSeconds: number;
}

export interface SteadyStreamResult {
  readonly sent: number;
  readonly failed: number;
  /** As text. */
  readonly failures: string;
  readonly seconds: number;
  readonly latencies: Spread;
  /** Send delay of the generator itself, which is part of the latency. */
  readonly lateness: Spread;
}

export interface SteadyStream {
  /** Connects the wearables and starts sending. */
  begin(): Promise<void>;
  /** Stops sending until the next `begin`, but keeps the connections. */
  end(): Promise<SteadyStreamResult>;
  close(): Promise<void>;
}

/** Runs in its own process: other work of the generator must not affect the latencies. */
export function startSteadyStream(parts: SteadyStreamParts): SteadyStream {
  const child = fork(new URL('steady-stream-process.ts', import.meta.url));
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the steady stream ended with ${code}`)));
  });
  // The next call reports the error.
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
