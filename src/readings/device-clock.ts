/** A device clock slower than this share of our pace has stopped. */
const SLOWEST_PACE = 0.1;
/** Queued readings arrive faster than they were taken. At this share of their original pace, readings are live. */
const LIVE_PACE = 0.9;
/** This many live readings in a row cannot be a pause while a queue is being sent. */
const LIVE_READINGS = 3;
/** If a live reading seems later than this, the clocks have drifted apart. */
const MAX_DRIFT_MS = 500;

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
  #liveReadings = 0;

  /** When a reading was taken, by our clock; never after its arrival. */
  madeAt(uptime: number, arrived: number, connectionId: string | undefined): number {
    const elapsed = uptime - this.#uptime;
    if (connectionId !== this.#connectionId) this.#liveReadings = 0;
    else if (elapsed >= 0) this.#comparePace(elapsed, arrived - this.#arrived);
    this.#uptime = uptime;
    this.#arrived = arrived;
    this.#connectionId = connectionId;
    const offset = arrived - uptime;
    const drifted = this.#liveReadings >= LIVE_READINGS && offset - this.#offset > MAX_DRIFT_MS;
    if (!(elapsed > 0) || !this.#runs || drifted || offset < this.#offset) this.#offset = offset;
    return uptime + this.#offset;
  }

  #comparePace(elapsed: number, waited: number): void {
    this.#runs = elapsed >= waited * SLOWEST_PACE;
    this.#liveReadings = waited >= elapsed * LIVE_PACE ? this.#liveReadings + 1 : 0;
  }
}
