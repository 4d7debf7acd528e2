import type { Cluster, LimitVerdict } from '../cluster/cluster.ts';
import type { Config } from '../config/config.ts';
import { MINUTE_MS } from '../time.ts';
import type { LimitClass } from './route.ts';

interface Limit {
  readonly requests: number;
  readonly windowMs: number;
  readonly message: string;
}

export type CountedClass = Extract<LimitClass, 'global' | 'signup'>;

export interface Limits {
  readonly messages: Readonly<Record<CountedClass, string>>;
  /** Counts a request; undefined if the limit is switched off. */
  hit(limit: CountedClass, ip: string): LimitVerdict | Promise<LimitVerdict> | undefined;
}

/** docs/contract.md, "Rate limits", one row each; `urgent` counts as `global`, `login` has its own limits. */
export function createLimits(config: Config, cluster: Cluster): Limits {
  const table: Readonly<Record<CountedClass, Limit>> = {
    global: {
      requests: config.rateLimitGlobal,
      windowMs: MINUTE_MS,
      message: 'Rate limit exceeded',
    },
    signup: {
      requests: config.rateLimitSignup,
      windowMs: 15 * MINUTE_MS,
      message: 'Too many signups from this address, please try again later',
    },
  };
  return {
    messages: { global: table.global.message, signup: table.signup.message },
    hit(name, ip) {
      const { requests, windowMs } = table[name];
      return requests === 0 ? undefined : cluster.hit(`${name}:${ip}`, requests, windowMs);
    },
  };
}
