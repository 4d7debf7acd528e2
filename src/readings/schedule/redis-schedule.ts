import type { RedisScripts } from '../../platform/cluster/cluster.ts';
import { RETURN_TURN, TAKE_TURN } from './redis-scripts.ts';
import {
  type Acceptance,
  connectionAge,
  isLate,
  ownClockTolerance,
  scheduleTolerance,
} from './send-schedule.ts';
import type { SharedSchedule } from './shared-schedule.ts';

/** Redis runs a script within this share of its timeout or not at all, so that no turn is taken without a reply. */
const MAX_DELAY_SHARE = 0.75;

/**
 * Why the reading is accepted (empty if it is refused), milliseconds until the next one is due, and Redis' time; of a
 * held lease, its instance and fence.
 */
type TakeTurnReply = readonly [
  acceptance: Acceptance | '' | 'expired' | 'held',
  dueInMs: number,
  now: number,
  holder?: string,
  fence?: string,
];

export const keyOf = (deviceKey: number): string => `vigil:schedule:${deviceKey}`;
const flag = (value: boolean): number => (value ? 1 : 0);

export function createRedisSchedule(scripts: RedisScripts): SharedSchedule {
  const takeTurn = scripts.define<TakeTurnReply>(TAKE_TURN);
  const returnTurn = scripts.define<null>(RETURN_TURN);
  const maxDelayMs = MAX_DELAY_SHARE * scripts.timeoutMs;
  /** How far Redis' clock is ahead of ours, by its last reply. */
  let lead: number | undefined;

  async function take(...[deviceKey, reading, waitedMs, intervalMs]: Parameters<SharedSchedule['take']>) {
    const { connection, arrivedAt, madeAt, lastStoredAt } = reading;
    try {
      const [acceptance, dueInMs, now, holder = '', fence = ''] = await takeTurn(
        keyOf(deviceKey),
        waitedMs,
        intervalMs,
        scheduleTolerance(intervalMs),
        flag(reading.isUrgent),
        flag(isLate(reading)),
        connection?.id ?? '',
        connectionAge(reading),
        arrivedAt - madeAt,
        // Nothing is stored yet, so there is no gap to fill.
        lastStoredAt === 0 ? 0 : arrivedAt - lastStoredAt,
        lead === undefined ? 0 : Math.ceil(performance.now() + lead + maxDelayMs),
        ownClockTolerance(intervalMs),
        reading.uptime,
      );
      lead = now - performance.now();
      if (acceptance === 'expired') return undefined;
      if (acceptance === 'held') return { acceptance: undefined, dueInMs, heldBy: { holder, fence } };
      return { acceptance: acceptance === '' ? undefined : acceptance, dueInMs };
    } catch {
      return undefined;
    }
  }

  return {
    take,
    giveBack(deviceKey, acceptance, storedAgoMs, intervalMs) {
      returnTurn(keyOf(deviceKey), acceptance, storedAgoMs, intervalMs).catch(() => {});
    },
  };
}
