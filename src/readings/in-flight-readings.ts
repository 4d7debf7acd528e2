interface Accepted {
  /** By a clock that cannot be set back. */
  readonly arrived: number;
}

/** The readings that are accepted and not answered yet. */
export class InFlightReadings {
  /** In the order in which they were accepted. */
  readonly #readings = new Set<Accepted>();
  #waiters: (() => void)[] = [];

  begin(reading: Accepted): void {
    this.#readings.add(reading);
  }

  end(reading: Accepted): void {
    this.#readings.delete(reading);
    if (this.#readings.size > 0 || this.#waiters.length === 0) return;
    for (const resolve of this.#waiters) resolve();
    this.#waiters = [];
  }

  /** Resolves when every reading accepted so far is answered. */
  drain(): Promise<void> {
    return this.#readings.size === 0
      ? Promise.resolve()
      : new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** How long the oldest one has been waiting at this time; 0 without one. */
  oldestMs(now: number): number {
    const [oldest] = this.#readings;
    return oldest === undefined ? 0 : now - oldest.arrived;
  }
}
