import { MAX_LATE_MS } from './send-schedule.ts';

/** A device clock slower than this share of our pace has stopped. */
const SLOWEST_PACE = 0.1;
/** Delayed readings arrive faster than they were taken. At this share of their original pace, readings are live. */
const LIVE_PACE = 0.9;
/** If a live reading seems later than this, the clocks may have drifted apart. */
const MAX_DRIFT_MS = 500;
/**
 * They have if so many live readings in a row are that late: on a network whose delay only grows, a few are. Beyond 5 s
 * three are enough, because no connection delays live readings so much.
 */
const DRIFTED_READINGS = 10;
const STOPPED_AFTER_MS = 5_000;
const STOPPED_READINGS = 3;
/** A clock that has advanced this often in a row runs; an older reading was then overtaken on the way. */
const ADVANCED_READINGS = 3;

/**
 * docs/contract.md, "Send schedule": `uptime_ms` is the device's clock; the fastest message seen gives its offset to
 * ours. If it is implausible (constant, going back, in the future), the time of arrival counts.
 */
export class DeviceClock {
  #offset = 0;
  #uptime = Number.POSITIVE_INFINITY;
  #arrived = 0;
  #connectionId: string | undefined;
  #runs = true;
  #advanced = 0;
  /** Number of late live readings in a row, and the offset of the fastest of them. */
  #lateReadings = 0;
  #lateOffset = 0;

  /** When a reading was taken, by our clock; never after its arrival. */
  madeAt(uptime: number, arrived: number, connectionId: string | undefined): number {
    const elapsed = uptime - this.#uptime;
    const offset = arrived - uptime;
    if (elapsed < 0 && this.#isOvertaken(offset, connectionId)) return uptime + this.#offset;
    const isSameConnection = connectionId === this.#connectionId;
    if (isSameConnection && elapsed >= 0) this.#comparePace(elapsed, arrived - this.#arrived, offset);
    else this.#lateReadings = 0;
    this.#advanced = elapsed > 0 ? this.#advanced + 1 : 0;
    this.#uptime = uptime;
    this.#arrived = arrived;
    this.#connectionId = connectionId;
    if (!(elapsed > 0) || !this.#runs || offset < this.#offset) this.#offset = offset;
    else if (this.#hasDrifted(offset)) this.#offset = this.#lateOffset;
    return uptime + this.#offset;
  }

  /** Only messages without a common connection overtake each other. */
  #isOvertaken(offset: number, connectionId: string | undefined): boolean {
    const lateMs = offset - this.#offset;
    const runs = this.#runs && this.#advanced >= ADVANCED_READINGS;
    return connectionId === undefined && runs && lateMs > 0 && lateMs <= MAX_LATE_MS;
  }

  #comparePace(elapsed: number, waited: number, offset: number): void {
    this.#runs = elapsed >= waited * SLOWEST_PACE;
    if (waited < elapsed * LIVE_PACE || offset - this.#offset <= MAX_DRIFT_MS) this.#lateReadings = 0;
    else {
      this.#lateOffset = this.#lateReadings === 0 ? offset : Math.min(this.#lateOffset, offset);
      this.#lateReadings += 1;
    }
  }

  #hasDrifted(offset: number): boolean {
    const isStopped = offset - this.#offset > STOPPED_AFTER_MS;
    return this.#lateReadings >= (isStopped ? STOPPED_READINGS : DRIFTED_READINGS);
  }
}
