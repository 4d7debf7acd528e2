import { SET_BACK_MS } from './time.ts';

/** Notices when the clock is set, by a clock that cannot be set. Every look counts, however late it is. */
export class ClockSteps {
  readonly #now: () => number;
  readonly #uptime: () => number;
  #lead: number;
  #steadySince: number;
  #setBacks = 0;

  /** `uptime`: time since the machine's start, in milliseconds. */
  constructor(now: () => number, uptime: () => number) {
    this.#now = now;
    this.#uptime = uptime;
    this.#lead = now() - uptime();
    this.#steadySince = now();
  }

  /** Since when the clock has not been set, in milliseconds since 1970. */
  steadySince(): number {
    this.#look();
    return this.#steadySince;
  }

  /** How often the clock was set back. */
  setBacks(): number {
    this.#look();
    return this.#setBacks;
  }

  /** A smaller difference is no step: the machine slews its clock. */
  #look(): void {
    const now = this.#now();
    const lead = now - this.#uptime();
    const step = lead - this.#lead;
    this.#lead = lead;
    if (Math.abs(step) <= SET_BACK_MS) return;
    this.#steadySince = now;
    if (step < 0) this.#setBacks += 1;
  }
}
