import { SECOND_MS } from '../../platform/time.ts';

/**
 * docs/contract.md, "Send schedule": one reading per interval and device, as a schedule rather than a minimum distance
 * (generic cell rate algorithm). A reading may come this much before it is due, so jitter costs nothing, while the
 * long-run rate stays one per interval.
 *
 *   due:      0        1000       2000       3000
 *   sent:     0      900   1050·····2100   2950      all accepted: none is more than 300 ms early
 *   refused:     80 (920 ms early)
 *
 * An earlier reading is accepted in two cases, neither of which moves the schedule:
 *   urgent    it may be a fall: at most one per second
 *   late      the client kept it while it was offline: one for each second without a reading
 */
const TOLERANCE_MS = 300;
/** docs/contract.md, "Send schedule", early but urgent. */
const URGENT_ACCELERATION = 20;
export const URGENT_INTERVAL_MS = SECOND_MS;
/** docs/contract.md, "Send schedule", early but late. */
export const MAX_LATE_READINGS = 600;

export const scheduleTolerance = (intervalMs: number): number => Math.min(TOLERANCE_MS, intervalMs / 2);

/** A connection that delivers readings in order; its client may have been offline before. */
export interface DeviceConnection {
  /** Unique among all connections of all instances. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly connectedAt: number;
}

/** The fields of a reading that the schedule uses. */
export interface ScheduledReading {
  /** By a clock that cannot be set back. */
  readonly arrived: number;
  readonly isUrgent: boolean;
  /** Undefined on a transport whose clients keep no readings while they are offline. */
  readonly connection: DeviceConnection | undefined;
  /** In milliseconds since 1970, like the next two. */
  readonly arrivedAt: number;
  /** When it was taken, by the device's own clock. */
  readonly madeAt: number;
  /** Time of the device's last stored reading; 0 if there is none. */
  readonly lastStoredAt: number;
}

/** Why a reading is accepted; only `late` keeps the time at which it was taken. */
export type Acceptance = 'due' | 'late' | 'extra' | 'urgent';

/** A device's state in the schedule. */
export class ScheduleState {
  /** When its next reading is due; 0 before the first. */
  due = 0;
  urgentAt = Number.NEGATIVE_INFINITY;
  /** Number of readings that its newest connection may send beyond the schedule. */
  extra = 0;
  connectionId: string | undefined;
  connectedAt = 0;
}

/** Taken before its connection was opened, by a device that has sent readings before. */
export const isLate = ({ connection, madeAt, lastStoredAt }: ScheduledReading): boolean =>
  connection !== undefined && lastStoredAt !== 0 && madeAt < connection.connectedAt;

export const isUrgent = (x: number, y: number, z: number): boolean =>
  x * x + y * y + z * z >= URGENT_ACCELERATION ** 2;

/** Accepts a reading and updates the state, or returns undefined if it is too early. */
export function takeTurn(
  state: ScheduleState,
  reading: ScheduledReading,
  intervalMs: number,
): Acceptance | undefined {
  const { connection, arrived } = reading;
  if (connection !== undefined && connection.id !== state.connectionId)
    beginConnection(state, reading, connection);
  const hasExtra = connection !== undefined && state.extra > 0;
  if (hasExtra && isLate(reading)) {
    state.extra -= 1;
    return 'late';
  }
  if (arrived >= state.due - scheduleTolerance(intervalMs)) {
    // A late reading stands for a past second and must not use up the turn of the live one behind it.
    const madeBy = isLate(reading) ? arrived - intervalMs : arrived;
    state.due = Math.max(state.due, madeBy) + intervalMs;
    return 'due';
  }
  if (hasExtra) {
    state.extra -= 1;
    return 'extra';
  }
  if (reading.isUrgent && arrived - state.urgentAt >= URGENT_INTERVAL_MS) {
    state.urgentAt = arrived;
    return 'urgent';
  }
  return undefined;
}

/**
 * Allows one extra reading for each second since the last stored one, minus the seconds the previous connection filled.
 */
function beginConnection(
  state: ScheduleState,
  { lastStoredAt }: ScheduledReading,
  { id, connectedAt }: DeviceConnection,
): void {
  const filledUntil = Math.max(lastStoredAt, state.connectedAt - state.extra * SECOND_MS);
  const seconds = lastStoredAt === 0 ? 0 : Math.floor((connectedAt - filledUntil) / SECOND_MS);
  state.extra = Math.max(0, Math.min(MAX_LATE_READINGS, seconds));
  state.connectionId = id;
  state.connectedAt = connectedAt;
}

/** Call when an accepted reading could not be stored: its device may resend it at once. */
export function returnTurn(state: ScheduleState, acceptance: Acceptance, intervalMs: number): void {
  if (acceptance === 'due') state.due -= intervalMs;
  else if (acceptance === 'urgent') state.urgentAt = Number.NEGATIVE_INFINITY;
  else state.extra += 1;
}

/** Whole seconds until a reading will be accepted, at least 1. */
export const secondsUntilDue = (due: number, now: number): number =>
  Math.max(1, Math.ceil((due - now) / 1000));
