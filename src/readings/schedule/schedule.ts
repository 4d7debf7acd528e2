import { callEach } from '../../platform/call-each.ts';
import { type AppError, TooManyRequests } from '../../platform/errors.ts';
import { SECOND_MS } from '../../platform/time.ts';
import type { Device } from '../registry/device.ts';
import type { Leases } from './leases.ts';
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
  readonly shared: SharedDecisions | undefined;
  readonly steadyNow: () => number;
  readonly now: () => number;
}

/** Redis decides, unless an instance holds the device's lease. */
export interface SharedDecisions {
  readonly schedule: SharedSchedule;
  readonly leases: Leases;
}

/** A holder that runs gives its lease back at once, and the lease of one that does not run has ended by then. */
const MAX_CLAIM_MS = 6 * SECOND_MS;

/** Applies readings/schedule/send-schedule.ts to all transports, in this process or shared with the other instances. */
export function createSchedule({ intervalMs, shared, steadyNow, now }: ScheduleDeps): Schedule {
  /** Readings that wait for Redis, in the order of their arrival. */
  const waiting = new Map<Device, WaitingTurn[]>();

  /**
   * Uses the time of arrival: the time the database took to find the device or the message is not the sender's jitter.
   */
  function decideHere(turn: WaitingTurn): void {
    finish(turn, takeTurn(turn.device.schedule, turn, intervalMs));
  }

  function decideTogether(turn: WaitingTurn, deps: SharedDecisions): void {
    const { device } = turn;
    const queue = waiting.get(device);
    if (queue !== undefined) queue.push(turn);
    else if (deps.leases.holds(device)) decideHere(turn);
    else void decideInOrder(device, [turn], deps);
  }

  /** While Redis is unavailable, or once the lease is taken, this instance decides those that wait. */
  async function decideInOrder(device: Device, queue: WaitingTurn[], deps: SharedDecisions): Promise<void> {
    waiting.set(device, queue);
    try {
      for (;;) {
        const [turn] = queue;
        if (turn === undefined || deps.leases.holds(device)) return;
        const decision = await decided(turn, deps);
        if (decision === undefined) return;
        queue.shift();
        device.schedule.due = steadyNow() + decision.dueInMs;
        finish(turn, decision.acceptance);
      }
    } finally {
      waiting.delete(device);
      callEach(queue, decideHere, (error) => {
        throw error;
      });
    }
  }

  /** Undefined if this instance is to decide. */
  async function decided(turn: WaitingTurn, { schedule, leases }: SharedDecisions) {
    const { device, connection, arrived } = turn;
    const until = performance.now() + MAX_CLAIM_MS;
    for (let attempt = 0; performance.now() < until; attempt++) {
      if (connection !== undefined && leases.mayTake(device)) {
        const holder = await leases.take(device);
        if (holder === undefined) return undefined;
        await leases.claim(device.key, holder, attempt);
      } else {
        const decision = await schedule.take(device.key, turn, steadyNow() - arrived, intervalMs);
        if (decision?.heldBy === undefined) return decision;
        await leases.claim(device.key, decision.heldBy, attempt);
      }
    }
    return undefined;
  }

  function finish(turn: WaitingTurn, acceptance: Acceptance | undefined): void {
    if (acceptance !== undefined) return turn.proceed(acceptance);
    const seconds = secondsUntilDue(turn.device.schedule.due, turn.arrived);
    turn.refuse(
      new TooManyRequests(`One reading per ${intervalMs / 1000} s and device`, seconds, 'READING_TOO_EARLY'),
    );
  }

  function giveBack(device: Device, acceptance: Acceptance): void {
    // Redis refuses it while this instance takes the lease, and the schedule that comes with the lease does not have it.
    const taking = shared?.leases.taking(device);
    if (taking !== undefined) return void taking.then(() => giveBack(device, acceptance));
    returnTurn(device.schedule, acceptance, intervalMs);
    if (shared === undefined || shared.leases.holds(device)) return;
    shared.schedule.giveBack(device.key, acceptance, now() - device.lastStoredAt, intervalMs);
  }

  return {
    steadyNow,
    decide(turn) {
      if (intervalMs === 0) turn.proceed(isLate(turn) ? 'late' : 'due');
      else if (shared === undefined) decideHere(turn);
      else decideTogether(turn, shared);
    },
    giveBack,
    nextAllowedAt({ schedule }, otherwise) {
      return schedule.due === 0 ? otherwise : now() + schedule.due - steadyNow();
    },
  };
}
