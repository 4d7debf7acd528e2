/**
 * A single reading is dispatched at once; readings that follow closely are batched for this long. One task and one
 * commit per reading would cost several times the CPU time.
 */
const GATHER_MS = 1;
/** A batch of this size is dispatched without waiting for more. */
const FULL_BATCH = 16;

/** Decides when the waiting readings are dispatched as a batch. */
export class DispatchTimer {
  readonly #dispatch: () => void;
  /** Created once, not for every batch. */
  readonly #onGathered = (): void => this.#schedule();
  readonly #onImmediate = (): void => this.#run();
  #gathering: NodeJS.Timeout | undefined;
  #isScheduled = false;
  #dispatchedAt = Number.NEGATIVE_INFINITY;

  constructor(dispatch: () => void) {
    this.#dispatch = dispatch;
  }

  /** Plans a dispatch for so many waiting readings, unless one is planned. */
  plan(waiting: number): void {
    if (this.#isScheduled) return;
    if (waiting < FULL_BATCH) {
      if (this.#gathering !== undefined) return;
      const ms = this.#dispatchedAt + GATHER_MS - performance.now();
      if (ms > 0) {
        this.#gathering = setTimeout(this.#onGathered, ms);
        return;
      }
    }
    this.#schedule();
  }

  dispatched(at: number): void {
    this.#dispatchedAt = at;
  }

  /** Readings that arrive in the same turn of the event loop join the batch. */
  #schedule(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#isScheduled = true;
    setImmediate(this.#onImmediate);
  }

  #run(): void {
    this.#isScheduled = false;
    this.#dispatch();
  }
}
