import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { refuseIfExceeded } from '../../platform/cluster/count-use.ts';
import { SECOND_MS } from '../../platform/time.ts';

/** Waits for the turn of `key`; throws 429 if too many wait, or after MAX_TURNS. */
export type LoginPace = (key: string) => Promise<void>;

interface LoginPaceDeps {
  readonly cluster: Pick<Cluster, 'hit'>;
  readonly refusal: Parameters<typeof refuseIfExceeded>[1];
  readonly now: () => number;
}

const INTERVAL_MS = 5 * SECOND_MS;
/** Clients wait for about 30 s. */
const MAX_TURNS = 5;
/** Per instance; bounds the memory of requests that wait. */
const MAX_WAITING = 1_000;
const POLL_MS = 200;

/** docs/contract.md, "Login limits": one login in 5 s for each key, on all instances together. Other keys do not wait. */
export function createLoginPace({ cluster, refusal, now }: LoginPaceDeps): LoginPace {
  let waiting = 0;

  /** The clock may be set back meanwhile, so the wait also ends after an interval of real time. */
  async function until(at: number): Promise<void> {
    const latest = performance.now() + INTERVAL_MS;
    while (now() < at && performance.now() < latest)
      await delay(Math.min(POLL_MS, at - now()), undefined, { ref: false });
  }

  return async (key) => {
    for (let turns = 0; ; turns++) {
      const verdict = await cluster.hit(`login-pace:${key}`, 1, INTERVAL_MS);
      if (verdict.allowed) return;
      if (turns === MAX_TURNS || waiting >= MAX_WAITING) refuseIfExceeded(verdict, refusal, now());
      waiting += 1;
      await until(verdict.resetAt).finally(() => {
        waiting -= 1;
      });
    }
  };
}
