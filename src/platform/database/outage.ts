import { messageOf, Unavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import { SECOND_MS } from '../time.ts';
import { isAway, isReadTimeout, isStatementTimeout } from './errors.ts';

/** Nothing has failed for this long: a database that refuses writes still answers reads, and its outage is not over. */
const CALM_MS = 5 * SECOND_MS;

interface Running {
  readonly since: number;
  /** How often each line was left out. */
  readonly lines: Map<string, number>;
  readingsRefused: number;
  /** The first success after the last failure. */
  backAt?: number;
  timer?: NodeJS.Timeout;
}

/**
 * One line when the database becomes unavailable, and one when it is back: every part of the service that needs it fails and
 * retries meanwhile, and says so in `log`, where those lines are counted instead of written.
 */
export class Outage {
  readonly #written: Log;
  #running: Running | undefined;

  constructor(log: Log) {
    this.#written = log;
  }

  /** The log of whatever uses the database. */
  get log(): Log {
    const line =
      (level: keyof Log): Log['warn'] =>
      (fields, message) => {
        if (!this.#leavesOut(fields, message)) this.#written[level](fields, message);
      };
    return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
  }

  #leavesOut(fields: { readonly err?: unknown; readonly refused?: unknown }, message: string): boolean {
    if (this.#running === undefined || !isAway(fields.err)) return false;
    const { lines } = this.#running;
    lines.set(message, (lines.get(message) ?? 0) + 1);
    if (typeof fields.refused === 'number') this.#running.readingsRefused += fields.refused;
    return true;
  }

  began(error: unknown): void {
    if (this.#running !== undefined) return;
    this.#running = { since: performance.now(), lines: new Map(), readingsRefused: 0 };
    this.#written.error(
      { reason: messageOf(error) },
      'database: not available, its errors are counted until it is back',
    );
  }

  /** Work on the database has failed, for whatever reason. */
  failed(error: unknown): void {
    if (!isAway(error)) return;
    if (isOutage(error)) this.began(error);
    if (this.#running === undefined) return;
    clearTimeout(this.#running.timer);
    delete this.#running.timer;
    delete this.#running.backAt;
  }

  succeeded(): void {
    if (this.#running === undefined || this.#running.timer !== undefined) return;
    this.#running.backAt = performance.now();
    this.#running.timer = setTimeout(() => this.#ended(), CALM_MS).unref();
  }

  #ended(): void {
    if (this.#running === undefined) return;
    const { since, backAt = performance.now(), lines, readingsRefused } = this.#running;
    this.#running = undefined;
    const seconds = Math.round((backAt - since) / SECOND_MS);
    this.#written.warn(
      { seconds, readingsRefused, leftOut: Object.fromEntries(lines) },
      'database: available again',
    );
  }
}

/** One slow statement, one connection that a firewall dropped, or too much work at once is none. */
const isOutage = (error: unknown): boolean =>
  !isStatementTimeout(error) &&
  !isReadTimeout(error) &&
  !(error instanceof Unavailable && error.cause === undefined);
