import type { Log } from '../platform/log.ts';
import { MINUTE_MS } from '../platform/time.ts';
import { providerCode, reasonOf } from './provider-errors.ts';

/** Warnings about requests to the provider: each kind once a minute, because anybody can cause them. */
export class FailureLog {
  readonly #log: Pick<Log, 'warn'>;
  readonly #last = new Map<string, number>();

  constructor(log: Pick<Log, 'warn'>) {
    this.#log = log;
  }

  note(error: unknown, message: string): void {
    const kind = `${providerCode(error)} ${message}`;
    const at = performance.now();
    if (at - (this.#last.get(kind) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
    this.#last.set(kind, at);
    this.#log.warn(reasonOf(error), message);
  }
}
