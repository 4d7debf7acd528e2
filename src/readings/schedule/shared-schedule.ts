import type { Acceptance, ScheduledReading } from './send-schedule.ts';

export interface SharedSchedule {
  /**
   * As readings/schedule/send-schedule.ts, decided for all instances at once, by a clock that they share; undefined when it cannot
   * be decided together. `waitedMs`: how long ago the reading arrived.
   */
  take(
    deviceKey: number,
    reading: ScheduledReading,
    waitedMs: number,
    intervalMs: number,
  ): Promise<ScheduleDecision | undefined>;
  /** An accepted reading could not be stored; the device's last stored one is `storedAgoMs` old. */
  giveBack(deviceKey: number, acceptance: Acceptance, storedAgoMs: number, intervalMs: number): void;
}

export interface ScheduleDecision {
  /** Undefined when the reading is too early. */
  readonly acceptance: Acceptance | undefined;
  /** In how many milliseconds the next reading is due. */
  readonly dueInMs: number;
}
