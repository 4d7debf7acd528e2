import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Log } from '../../platform/log.ts';
import type { SharedMemory, Task } from './batch.ts';

/** A batch takes well under a millisecond; a thread that takes this long hangs and is replaced. */
const BATCH_TIMEOUT_MS = 2_000;
const ATTEMPTS = 2;
/** Threads load their code at start, which takes seconds on a busy machine; readings wait for them. */
const START_TIMEOUT_MS = 15_000;
/** Half of the time limit of a drain (docs/contract.md, "Shutdown"). */
const CLOSE_TIMEOUT_MS = 5_000;

/** The same relative path in the sources and in dist/; the worker has the same extension as this file. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const WORKER = fileURLToPath(new URL(`../../../workers/score-batch.${extension}`, import.meta.url));

interface Running {
  readonly pool: Piscina;
  /** Resolves when every thread has loaded its code, or after a timeout; never rejects. */
  readonly loaded: Promise<void>;
}

/**
 * The threads that score batches (workers/score-batch.ts), one for each batch of the shared memory. They start with the
 * service, or with the first batch that needs them.
 */
export class ScoringThreads {
  readonly #memory: SharedMemory;
  readonly #log: Log;
  #running: Running | undefined;
  #hasLoaded = false;
  #healthy = true;

  constructor(memory: SharedMemory, log: Log) {
    this.#memory = memory;
    this.#log = log;
  }

  /** Resolves when every thread has loaded its code, or after a timeout; never rejects. */
  start(): Promise<void> {
    return this.#started().loaded;
  }

  /** False from a failed batch until the next one succeeds. */
  get healthy(): boolean {
    return this.#healthy;
  }

  /** Returns false if every attempt has failed; never rejects. */
  async run(task: Task): Promise<boolean> {
    const { pool, loaded } = this.#started();
    if (!this.#hasLoaded) await loaded;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(), BATCH_TIMEOUT_MS);
      try {
        await pool.run(task, { signal: abort.signal });
        if (!this.#healthy) this.#log.info({}, 'scoring: threads recovered');
        this.#healthy = true;
        return true;
      } catch (error) {
        this.#healthy = false;
        this.#log.error({ err: error, attempt }, 'scoring: batch failed');
      } finally {
        clearTimeout(timer);
      }
    }
    return false;
  }

  async close(): Promise<void> {
    if (this.#running === undefined) return;
    const { pool, loaded } = this.#running;
    // Node (20.20) ends the whole process if a thread is stopped while it loads its modules. On a machine so busy
    // that threads are still loading, they are left running and end with the process.
    const hasLoaded = loaded.then(() => true);
    if (await Promise.race([hasLoaded, sleep(CLOSE_TIMEOUT_MS, false, { ref: false })])) await pool.destroy();
  }

  #started(): Running {
    if (this.#running !== undefined) return this.#running;
    const threads = this.#memory.batches.length;
    const pool = new Piscina({
      filename: WORKER,
      workerData: this.#memory,
      minThreads: threads,
      maxThreads: threads,
      idleTimeout: Number.POSITIVE_INFINITY,
    });
    // The failed task reports the crash; without a listener the error would also end the process.
    pool.on('error', (error: unknown) => this.#log.error({ err: error }, 'scoring: thread failed'));
    this.#running = { pool, loaded: this.#warmUp(pool, threads) };
    return this.#running;
  }

  async #warmUp(pool: Piscina, threads: number): Promise<void> {
    const nothing: Task = { batch: 0, count: 0, samples: undefined };
    const signal = AbortSignal.timeout(START_TIMEOUT_MS);
    await Promise.allSettled(Array.from({ length: threads }, () => pool.run(nothing, { signal })));
    this.#hasLoaded = true;
  }
}
