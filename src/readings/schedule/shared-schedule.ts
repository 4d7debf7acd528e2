import type { Acceptance, ScheduledReading } from './send-schedule.ts';

export interface SharedSchedule {
  /**
   * readings/schedule/send-schedule.ts, decided for all instances by a shared clock; undefined if the shared decision
   * is unavailable. The instance that holds the device's lease decides alone. `waitedMs`: how long ago the reading arrived.
   */
  take(
    deviceKey: number,
    reading: ScheduledReading,
    waitedMs: number,
    intervalMs: number,
  ): Promise<ScheduleDecision | undefined>;
  /** Call when an accepted reading could not be stored; the device's last stored one is `storedAgoMs` old. */
  giveBack(deviceKey: number, acceptance: Acceptance, storedAgoMs: number, intervalMs: number): void;
}

/** The instance that holds a device's lease (leases.ts). */
export interface LeaseHolder {
  readonly holder: string;
  readonly fence: string;
}

interface ScheduleDecision {
  /** Undefined if the reading is too early. */
  readonly acceptance: Acceptance | undefined;
  /** Milliseconds until the next reading is due. */
  readonly dueInMs: number;
  /** Set if nothing is decided: this instance must give its lease back first. */
  readonly heldBy?: LeaseHolder;
}
