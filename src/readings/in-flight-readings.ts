/** Counts the readings that are accepted and not answered yet. */
export class InFlightReadings {
  #count = 0;
  #waiters: (() => void)[] = [];

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count > 0 || this.#waiters.length === 0) return;
    for (const resolve of this.#waiters) resolve();
    this.#waiters = [];
  }

  /** Resolves when every reading accepted so far is answered. */
  drain(): Promise<void> {
    return this.#count === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiters.push(resolve));
  }
}
