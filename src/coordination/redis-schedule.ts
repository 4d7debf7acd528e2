import { isLate, scheduleTolerance } from '../domain/send-schedule.ts';
import type { SharedSchedule } from './coordination.ts';
import type { Connection } from './redis-connection.ts';

const keyOf = (deviceKey: number): string => `vigil:schedule:${deviceKey}`;
const flag = (value: boolean): number => (value ? 1 : 0);

export const createRedisSchedule = (commands: Connection): SharedSchedule => ({
  async take(deviceKey, reading, waitedMs, intervalMs) {
    const { connection, arrivedAt, madeAt, lastStoredAt } = reading;
    try {
      const [acceptance, dueInMs] = await commands.vigilTakeTurn(
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
      );
      return { acceptance: acceptance === '' ? undefined : acceptance, dueInMs };
    } catch {
      return undefined;
    }
  },
  giveBack(deviceKey, acceptance, storedAgoMs, intervalMs) {
    commands.vigilReturnTurn(keyOf(deviceKey), acceptance, storedAgoMs, intervalMs).catch(() => {});
  },
});
