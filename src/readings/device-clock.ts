/** A clock that makes less than this share of our pace stands still. */
const SLOWEST_PACE = 0.1;
/** Queued readings arrive faster than they were made; at this share of the pace they were made at, they are live. */
const LIVE_PACE = 0.9;
/** So many live readings in a row are no pause in a queue that is being sent. */
const LIVE_READINGS = 3;
/** A live reading that seems later than this shows that the clocks have drifted apart. */
const MAX_DRIFT_MS = 500;

/**
 * docs/contract.md, "Send schedule": `uptime_ms` is the device's clock, tied to ours by the quickest message seen. Where it
 * makes no sense (constant, going back, in the future) the time of arrival counts.
 */
export class DeviceClock {
  #offset = 0;
  #uptime = Number.POSITIVE_INFINITY;
  #arrived = 0;
  #connectionId: string | undefined;
  #runs = true;
  #liveReadings = 0;

  /** When a reading was made, by our clock; never after its arrival. */
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
