import { type AppError, TooManyRequests } from '../../platform/errors.ts';
import { createSteadyClock } from '../../platform/time.ts';
import type { Device } from '../registry/device.ts';
import {
  type Acceptance,
  isLate,
  returnTurn,
  type ScheduledReading,
  secondsUntilDue,
  takeTurn,
} from './send-schedule.ts';
import type { SharedSchedule } from './shared-schedule.ts';

/** A reading that waits for the schedule's decision. */
export interface WaitingTurn extends ScheduledReading {
  readonly device: Device;
  proceed(acceptance: Acceptance): void;
  refuse(error: AppError): void;
}

export interface Schedule {
  /** The clock for a reading's arrival: it cannot be set back. */
  readonly steadyNow: () => number;
  decide(turn: WaitingTurn): void;
  /** Call when an accepted reading could not be stored: its device may resend it at once. */
  giveBack(device: Device, acceptance: Acceptance): void;
  /** When the device's next reading is due, in milliseconds since 1970; `otherwise` if it has no schedule yet. */
  nextAllowedAt(device: Device, otherwise: number): number;
}

interface ScheduleDeps {
  readonly intervalMs: number;
  /** Set if several instances share the schedule. */
  readonly sharedSchedule: SharedSchedule | undefined;
  readonly now: () => number;
}

/** Applies readings/schedule/send-schedule.ts to all transports, in this process or shared with the other instances. */
export function createSchedule({ intervalMs, sharedSchedule, now }: ScheduleDeps): Schedule {
  const steadyNow = createSteadyClock(now);

  /**
   * Uses the time of arrival: the time the database took to find the device or the message is not the sender's jitter.
   */
  function decideHere(turn: WaitingTurn): void {
    finish(turn, takeTurn(turn.device.schedule, turn, intervalMs));
  }

  function decideTogether(turn: WaitingTurn, shared: SharedSchedule): void {
    void shared.take(turn.device.key, turn, steadyNow() - turn.arrived, intervalMs).then((decision) => {
      if (decision === undefined) return decideHere(turn);
      turn.device.schedule.due = steadyNow() + decision.dueInMs;
      finish(turn, decision.acceptance);
    });
  }

  function finish(turn: WaitingTurn, acceptance: Acceptance | undefined): void {
    if (acceptance !== undefined) return turn.proceed(acceptance);
    const seconds = secondsUntilDue(turn.device.schedule.due, turn.arrived);
    turn.refuse(
      new TooManyRequests(`One reading per ${intervalMs / 1000} s and device`, seconds, 'READING_TOO_EARLY'),
    );
  }

  return {
    steadyNow,
    decide(turn) {
      if (intervalMs === 0) turn.proceed(isLate(turn) ? 'late' : 'due');
      else if (sharedSchedule === undefined) decideHere(turn);
      else decideTogether(turn, sharedSchedule);
    },
    giveBack(device, acceptance) {
      returnTurn(device.schedule, acceptance, intervalMs);
      sharedSchedule?.giveBack(device.key, acceptance, now() - device.lastSeenMs, intervalMs);
    },
    nextAllowedAt({ schedule }, otherwise) {
      return schedule.due === 0 ? otherwise : now() + schedule.due - steadyNow();
    },
  };
}
