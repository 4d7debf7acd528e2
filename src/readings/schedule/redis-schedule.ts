import { COMMAND_TIMEOUT_MS, type Connection } from '../../platform/cluster/redis-connection.ts';
import { isLate, scheduleTolerance } from './send-schedule.ts';
import type { SharedSchedule } from './shared-schedule.ts';

/** Well before we give a command up: what Redis does then, it must not do unseen. */
const MAX_DELAY_MS = 0.75 * COMMAND_TIMEOUT_MS;

const keyOf = (deviceKey: number): string => `vigil:schedule:${deviceKey}`;
const flag = (value: boolean): number => (value ? 1 : 0);

export function createRedisSchedule(commands: Connection): SharedSchedule {
  /** What Redis' clock is ahead of ours, by its last answer. */
  let lead: number | undefined;

  async function take(...[deviceKey, reading, waitedMs, intervalMs]: Parameters<SharedSchedule['take']>) {
    const { connection, arrivedAt, madeAt, lastStoredAt } = reading;
    try {
      const [acceptance, dueInMs, now] = await commands.vigilTakeTurn(
        keyOf(deviceKey),
        waitedMs,
        intervalMs,
        scheduleTolerance(intervalMs),
        flag(reading.isUrgent),
        flag(isLate(reading)),
        connection?.id ?? '',
        connection === undefined ? 0 : arrivedAt - connection.connectedAt,
        arrivedAt - madeAt,
        // Nothing stored yet: nothing to make up for.
        lastStoredAt === 0 ? 0 : arrivedAt - lastStoredAt,
        lead === undefined ? 0 : Math.ceil(performance.now() + lead + MAX_DELAY_MS),
      );
      lead = now - performance.now();
      if (acceptance === 'expired') return undefined;
      return { acceptance: acceptance === '' ? undefined : acceptance, dueInMs };
    } catch {
      return undefined;
    }
  }

  return {
    take,
    giveBack(deviceKey, acceptance, storedAgoMs, intervalMs) {
      commands.vigilReturnTurn(keyOf(deviceKey), acceptance, storedAgoMs, intervalMs).catch(() => {});
    },
  };
}
