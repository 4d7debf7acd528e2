import { SECOND_MS, SET_BACK_MS } from '../../platform/time.ts';

/**
 * docs/contract.md, "Send schedule": one reading per interval and device, as a schedule rather than a minimum distance
 * (generic cell rate algorithm). An accepted reading moves the schedule from the time at which it was taken, by the
 * device's clock, and not from its arrival. So a delay on the way costs nothing, while the long-run rate stays one per
 * interval whatever the device's clock says: a reading moves the schedule by an interval at least, and is accepted only
 * close to the time at which it is due.
 *
 *   taken:    0     1000    2000    3000    4000    5000
 *   arrived:  0     1010                    4200    5010     2000, 3000 and 4000 together after a stall
 *   due:      1000  2000                    3000, 4000, 5000
 *
 * A reading is early
 *   by arrival           300 ms before it is due, if its device's clock does not run
 *   by its own clock     900 ms before it is due, if its device's clock says that an interval has passed: the previous
 *                        one was delayed before the offset of the clock was known
 *
 * An earlier reading is accepted in three cases, none of which moves the schedule:
 *   overtaken a reading taken after it arrived before it, and the schedule has skipped its turn
 *   urgent    it may be a fall: at most one per second
 *   late      the client kept it while it was offline: one for each second without a reading
 */
const TOLERANCE_MS = 300;
const OWN_CLOCK_TOLERANCE_MS = 900;
/**
 * Longest delay on a standing connection, or without one. The contract promises 5 s: the first readings of a longer
 * stall must not use up the turns of those that are 5 s late.
 */
export const MAX_LATE_MS = 10 * SECOND_MS;
/** With a longer delay, a reading keeps the time at which it was taken. */
const KEEPS_TIME_AFTER_MS = 300;
/** docs/contract.md, "Send schedule", early but urgent. */
const URGENT_ACCELERATION = 20;
export const URGENT_INTERVAL_MS = SECOND_MS;
/** docs/contract.md, "Send schedule", early but late. */
export const MAX_LATE_READINGS = 600;

export const scheduleTolerance = (intervalMs: number): number => Math.min(TOLERANCE_MS, intervalMs / 2);
export const ownClockTolerance = (intervalMs: number): number =>
  Math.min(OWN_CLOCK_TOLERANCE_MS, 0.9 * intervalMs);

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
  /** In milliseconds since 1970, like `madeAt` and `lastStoredAt`. */
  readonly arrivedAt: number;
  /** When it was taken, by the device's own clock; never after its arrival. */
  readonly madeAt: number;
  /** The device's own clock. */
  readonly uptime: number;
  /** Time of the device's last stored reading; 0 if there is none. */
  readonly lastStoredAt: number;
}

/** Why a reading is accepted. */
export type Acceptance = 'due' | 'late' | 'extra' | 'urgent' | 'overtaken';

/** A device's state in the schedule. */
export class ScheduleState {
  /** When its next reading is due; 0 before the first. */
  due = 0;
  urgentAt = Number.NEGATIVE_INFINITY;
  /** Uptime of its newest accepted reading; NaN before the first. */
  uptime = Number.NaN;
  /** Milliseconds that the schedule has skipped, `MAX_LATE_MS` at most: overtaken readings may still fill them. */
  skipped = 0;
  /** Number of readings that its newest connection may send beyond the schedule. */
  extra = 0;
  connectionId: string | undefined;
  connectedAt = 0;
  /** When another instance has stored a reading of the device, in milliseconds since 1970; 0 if unknown. */
  storedElsewhereAt = 0;
}

/** Taken before its connection was opened, by a device that has sent readings before. */
export const isLate = ({ connection, madeAt, lastStoredAt }: ScheduledReading): boolean =>
  connection !== undefined && lastStoredAt !== 0 && madeAt < connection.connectedAt;

/** How long its connection had been open when it arrived. A connection of the future is older than the clock's last step back. */
export const connectionAge = ({ arrivedAt, connection }: ScheduledReading): number =>
  connection === undefined ? 0 : Math.max(0, arrivedAt - connection.connectedAt);

/** How late it is, as far as a standing connection can delay it. */
export const latenessOf = ({ arrivedAt, madeAt }: ScheduledReading): number =>
  Math.max(0, Math.min(MAX_LATE_MS, arrivedAt - madeAt));

/** The time at which an accepted reading counts as taken: its arrival, unless it was delayed. */
export function takenAt(reading: ScheduledReading, acceptance: Acceptance): number {
  const lateMs = acceptance === 'late' ? reading.arrivedAt - reading.madeAt : latenessOf(reading);
  return Math.floor(lateMs > KEEPS_TIME_AFTER_MS ? reading.arrivedAt - lateMs : reading.arrivedAt);
}

export const isUrgent = (x: number, y: number, z: number): boolean =>
  x * x + y * y + z * z >= URGENT_ACCELERATION ** 2;

/** Accepts a reading and updates the state, or returns undefined if it is too early. */
export function takeTurn(
  state: ScheduleState,
  reading: ScheduledReading,
  intervalMs: number,
): Acceptance | undefined {
  const { connection, arrived, uptime } = reading;
  if (connection !== undefined && connection.id !== state.connectionId)
    beginConnection(state, reading, connection);
  const hasExtra = connection !== undefined && state.extra > 0;
  if (hasExtra && isLate(reading)) {
    state.extra -= 1;
    state.uptime = uptime;
    return 'late';
  }
  const tolerance = scheduleTolerance(intervalMs);
  if (isOvertaken(state, reading) && state.skipped >= intervalMs - tolerance) {
    state.skipped -= intervalMs;
    return 'overtaken';
  }
  const isByOwnClock = uptime - state.uptime >= intervalMs - tolerance;
  if (arrived >= state.due - (isByOwnClock ? ownClockTolerance(intervalMs) : tolerance)) {
    const turnOf = turnTime(reading, intervalMs);
    const skipped = state.due === 0 ? 0 : Math.max(0, turnOf - state.due);
    state.skipped = Math.min(MAX_LATE_MS, state.skipped + skipped);
    state.due = Math.max(state.due, turnOf) + intervalMs;
    state.uptime = uptime;
    return 'due';
  }
  if (hasExtra) {
    state.extra -= 1;
    state.uptime = uptime;
    return 'extra';
  }
  if (reading.isUrgent && arrived - state.urgentAt >= URGENT_INTERVAL_MS) {
    state.urgentAt = arrived;
    return 'urgent';
  }
  return undefined;
}

/** Taken before a reading that has arrived already; messages of one connection do not overtake each other. */
const isOvertaken = (state: ScheduleState, reading: ScheduledReading): boolean =>
  reading.connection === undefined && reading.uptime < state.uptime && latenessOf(reading) > 0;

/**
 * The time whose turn a reading uses, by the clock of `arrived`. Extra readings stand for the time before a connection,
 * except for the last fraction of a second.
 */
function turnTime(reading: ScheduledReading, intervalMs: number): number {
  const { arrived, connection } = reading;
  const taken = arrived - latenessOf(reading);
  return connection === undefined ? taken : Math.max(taken, arrived - connectionAge(reading) - intervalMs);
}

/**
 * Allows one extra reading for each second since the last stored one, minus the seconds the previous connection filled.
 * Times in the future are from before the clock was set back: how long the device was away is not known.
 */
function beginConnection(
  state: ScheduleState,
  { lastStoredAt, arrivedAt }: ScheduledReading,
  { id, connectedAt }: DeviceConnection,
): void {
  const known = (time: number): number => (time <= arrivedAt + SET_BACK_MS ? time : 0);
  const filledUntil = Math.max(known(lastStoredAt), known(state.connectedAt - state.extra * SECOND_MS));
  const seconds = lastStoredAt === 0 ? 0 : Math.floor((connectedAt - filledUntil) / SECOND_MS);
  state.extra = Math.max(0, Math.min(MAX_LATE_READINGS, seconds));
  state.connectionId = id;
  state.connectedAt = connectedAt;
}

/** Call when an accepted reading could not be stored: its device may resend it at once. */
export function returnTurn(state: ScheduleState, acceptance: Acceptance, intervalMs: number): void {
  if (acceptance === 'due') state.due -= intervalMs;
  else if (acceptance === 'urgent') state.urgentAt = Number.NEGATIVE_INFINITY;
  else if (acceptance === 'overtaken') state.skipped += intervalMs;
  else state.extra += 1;
}

/** Whole seconds until a reading will be accepted, at least 1. */
export const secondsUntilDue = (due: number, now: number): number =>
  Math.max(1, Math.ceil((due - now) / 1000));
