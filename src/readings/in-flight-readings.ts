const SLOTS = 1024;
const SLOT_MS = 250;

/**
 * The readings that are accepted and have no reply yet, counted by the quarter of a second in which they arrived: a Set
 * of them would add an eighth to the CPU of a reading.
 */
export class InFlightReadings {
  readonly #counts = new Int32Array(SLOTS);
  /** When the first reading of each slot arrived. A slot that comes round again with readings keeps its time. */
  readonly #since = new Float64Array(SLOTS);
  #count = 0;
  #waiters: (() => void)[] = [];

  /** `arrived`: by a clock that cannot be set back. */
  begin(arrived: number): void {
    const slot = slotOf(arrived);
    if (this.#counts[slot] === 0) this.#since[slot] = arrived;
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
    this.#count += 1;
  }

  end(arrived: number): void {
    const slot = slotOf(arrived);
    this.#counts[slot] = (this.#counts[slot] ?? 0) - 1;
    this.#count -= 1;
    if (this.#count > 0 || this.#waiters.length === 0) return;
    for (const resolve of this.#waiters) resolve();
    this.#waiters = [];
  }

  /** Resolves when every reading accepted so far has its reply. */
  drain(): Promise<void> {
    return this.#count === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** How long the oldest one has been waiting at this time, or at most a slot longer; 0 without one. */
  oldestMs(now: number): number {
    let oldest = now;
    this.#counts.forEach((count, slot) => {
      if (count > 0) oldest = Math.min(oldest, this.#since[slot] ?? now);
    });
    return now - oldest;
  }
}

const slotOf = (arrived: number): number => Math.floor(arrived / SLOT_MS) % SLOTS;
