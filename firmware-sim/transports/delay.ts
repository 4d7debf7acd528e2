import type { Clock } from '../../client/clock.ts';
import type { Link } from '../../client/link.ts';
import type { Random } from '../random.ts';

/** How readings are delayed between the wearable and the service. */
export interface Delays {
  /** Each reading takes up to this many milliseconds. */
  readonly jitterMs: number;
  /** Times per minute at which nothing passes for two to four seconds. */
  readonly stallsPerMinute: number;
}

const STALL_MS = [2_000, 4_000] as const;

export interface DelayOptions extends Delays {
  readonly random: Random;
  readonly clock: Clock;
  readonly secondMs: number;
}

/** A link over a slow network: readings arrive late, in order, and the connection stands. */
export function delayed(link: Link, options: DelayOptions): Link {
  const { jitterMs, stallsPerMinute, random, clock, secondMs } = options;
  if (jitterMs === 0 && stallsPerMinute === 0) return link;
  return {
    ...link,
    async send(reading, delivery) {
      const stall = random.chance(stallsPerMinute / 60) ? random.between(...STALL_MS) : 0;
      await clock.sleep(((stall + random.between(0, jitterMs)) * secondMs) / 1000);
      return link.send(reading, delivery);
    },
  };
}
