import { DAY_MS, HOUR_MS, MINUTE_MS, minuteOf } from '../platform/time.ts';
import type { Device } from './registry/device.ts';
import type { CoveredDay, MinuteSpan, Taken } from './vocabulary.ts';

/** A reading that arrives later than this was not there when it mattered. */
const LATE_MS = MINUTE_MS;
/** A wearable that does not move for so long lies somewhere; a sleeper moves. */
const LONGEST_STILL_MS = 2 * HOUR_MS;
const DAY_MINUTES = DAY_MS / MINUTE_MS;

type Covered = Pick<
  Device,
  'key' | 'owner' | 'coveredMinute' | 'notWornSinceMs' | 'stillSinceMs' | 'wornSinceMs'
>;

type Kind = 'connected' | 'late' | 'notWorn';

/** The minutes in which wearables sent readings, until they are stored: docs/home.md, "Coverage". Sees every reading. */
export class CoveredMinutes implements Taken<CoveredDay> {
  readonly #days = new Map<string, CoveredDay>();
  readonly #stillMs: number;

  /** `notWornMs`: after so long without a movement caregivers hear that a wearable is not worn. */
  constructor(notWornMs: number) {
    this.#stillMs = Math.min(notWornMs, LONGEST_STILL_MS);
  }

  /** A stored reading; the first of a minute decides whether the wearable is worn in it. */
  note(device: Covered, isCharging: boolean, timeMs: number, arrivedAt: number): void {
    const minute = minuteOf(timeMs);
    if (minute === device.coveredMinute) return;
    if (arrivedAt - timeMs >= LATE_MS) return this.#mark(device, 'late', minute, minute + 1);
    device.coveredMinute = minute;
    this.#mark(device, 'connected', minute, minute + 1);
    if (isCharging) return this.#mark(device, 'notWorn', minute, minute + 1);
    const { stillSinceMs } = device;
    if (stillSinceMs === 0 || timeMs - stillSinceMs < this.#stillMs) return;
    // Known afterwards only: it lay there since its last movement.
    const isMarked = device.notWornSinceMs === stillSinceMs;
    device.notWornSinceMs = stillSinceMs;
    const from = isMarked
      ? minute
      : minuteOf(Math.max(stillSinceMs, timeMs - DAY_MS, device.wornSinceMs)) + 1;
    this.#mark(device, 'notWorn', from, minute + 1);
  }

  /** Readings of a backlog. */
  noteLate(device: Covered, readings: Iterable<{ readonly timeMs: number }>, receivedAt: number): void {
    for (const { timeMs } of readings) {
      const minute = minuteOf(timeMs);
      this.#mark(device, receivedAt - timeMs >= LATE_MS ? 'late' : 'connected', minute, minute + 1);
    }
  }

  take(): readonly CoveredDay[] {
    const taken = [...this.#days.values()];
    this.#days.clear();
    return taken;
  }

  add(days: readonly CoveredDay[]): void {
    for (const { connected, late, notWorn, ...of } of days) {
      const known = this.#dayOf(of);
      known.connected.push(...connected);
      known.late.push(...late);
      known.notWorn.push(...notWorn);
    }
  }

  #mark({ key: deviceKey, owner }: Covered, kind: Kind, from: number, until: number): void {
    for (let start = from; start < until; ) {
      const day = Math.floor(start / DAY_MINUTES);
      const end = Math.min(until, (day + 1) * DAY_MINUTES);
      const known = this.#dayOf({ patientId: owner.userId, deviceKey, day })[kind];
      append(known, start - day * DAY_MINUTES, end - day * DAY_MINUTES);
      start = end;
    }
  }

  #dayOf(of: Pick<CoveredDay, 'patientId' | 'deviceKey' | 'day'>): CoveredDay {
    const key = `${of.deviceKey} ${of.day}`;
    const known = this.#days.get(key);
    if (known !== undefined) return known;
    const begun = { ...of, connected: [], late: [], notWorn: [] };
    this.#days.set(key, begun);
    return begun;
  }
}

/** Minutes mostly follow one another; the database merges what overlaps. */
function append(spans: MinuteSpan[], from: number, until: number): void {
  const last = spans.at(-1);
  if (last !== undefined && last[0] <= from && from <= last[1]) last[1] = Math.max(last[1], until);
  else spans.push([from, until]);
}
