import { isLate, scheduleTolerance } from '../domain/send-schedule.ts';
import type { SharedSchedule } from './coordination.ts';
import { COMMAND_TIMEOUT_MS, type Connection } from './redis-connection.ts';

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
        lead === undefined ? 0 : Math.ceil(performance.now() + lead + COMMAND_TIMEOUT_MS),
      );
      lead = now - performance.now();
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
