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
const MINUTE_MS = 60_000;

export interface DelayOptions extends Delays {
  readonly random: Random;
  readonly clock: Clock;
  readonly secondMs: number;
}

/** A link over a slow network: readings arrive late, in order, and the connection stands. */
export function delayed(link: Link, options: DelayOptions): Link {
  const { jitterMs, stallsPerMinute, random, clock, secondMs } = options;
  if (jitterMs === 0 && stallsPerMinute === 0) return link;
  const pace = secondMs / 1000;
  const untilStall = (): number =>
    stallsPerMinute === 0
      ? Number.POSITIVE_INFINITY
      : (random.between(0.5, 1.5) * pace * MINUTE_MS) / stallsPerMinute;
  let stallFrom = clock.steady() + untilStall();
  /** The wearable's clock at its fastest message: a reading that has waited for another one is not delayed again. */
  let offset = Number.POSITIVE_INFINITY;

  function arrivalOf(uptime: number): number {
    const now = clock.steady();
    offset = Math.min(offset, now - uptime * pace);
    const arrival = Math.max(now, uptime * pace + offset + random.between(0, jitterMs) * pace);
    if (arrival < stallFrom) return arrival;
    const stallTo = stallFrom + random.between(...STALL_MS) * pace;
    stallFrom = Math.max(stallTo, arrival) + untilStall();
    return Math.max(arrival, stallTo);
  }

  return {
    ...link,
    async send(reading, delivery) {
      await clock.sleep(arrivalOf(reading.uptime_ms) - clock.steady());
      return link.send(reading, delivery);
    },
  };
}
