import { type Periodic, startPeriodic } from '../../platform/batching/periodic.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DailyTable, Day } from '../../platform/database/schema/partitions.ts';
import type { Log } from '../../platform/log.ts';
import { HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
import type { BackupWarning } from '../health-schema.ts';
import { type LoadedReadings, loadDays } from './folder/load-days.ts';
import { type BackupState, daysToRestore, findBackupState } from './store.ts';

interface BackupWatchDeps extends LoadedReadings {
  readonly db: Database;
  readonly keptFrom: (table: DailyTable) => Promise<Day | undefined>;
  readonly now: () => number;
  readonly log: Log;
}

export interface Restoring {
  /** Days that are loaded. */
  readonly done: number;
  readonly of: number;
  /** Days that could not be loaded yet. */
  readonly failed: readonly Day[];
}

const CHECK_MS = MINUTE_MS;
/** A day that cannot be loaded is tried again with each check; a load may take as long as it needs. */
const NO_LIMIT_MS = 2 ** 31 - 1;
/** A nightly backup, and some hours in which it may run. */
const OLD_MS = 36 * HOUR_MS;

/** Reads what `backup` and `restore`, which are other processes, have noted, and loads days of a restored backup. */
export class BackupWatch {
  readonly #deps: BackupWatchDeps;
  readonly #interruption = new AbortController();
  readonly #checks: Periodic;
  readonly #loads: Periodic;
  #state: BackupState | undefined;
  #restoring: Restoring | undefined;

  constructor(deps: BackupWatchDeps) {
    this.#deps = deps;
    const { now, log } = deps;
    const failed = (what: string) => (error: unknown) => {
      if (this.#interruption.signal.aborted) return;
      log.error({ err: error }, `${what} failed, retrying`);
    };
    this.#checks = startPeriodic({
      everyMs: CHECK_MS,
      now,
      work: () => this.check(),
      failed: failed('backup: check'),
    });
    this.#loads = startPeriodic({
      everyMs: CHECK_MS,
      maxRunMs: NO_LIMIT_MS,
      now,
      work: () => this.load(),
      failed: failed('restore: loading days'),
    });
    this.#checks.wake();
    this.#loads.wake();
  }

  /** When it was last checked. */
  get state(): BackupState | undefined {
    return this.#state;
  }

  /** Undefined if all days of the last restore are loaded. */
  get restoring(): Restoring | undefined {
    return this.#restoring;
  }

  /** The last complete backup; undefined if there was none. */
  get last(): { readonly at: Date; readonly seconds: number; readonly bytes: number } | undefined {
    const { succeededAt: at, seconds, bytes } = this.#state ?? {};
    return at == null ? undefined : { at, seconds: Math.round(seconds ?? 0), bytes: bytes ?? 0 };
  }

  /** An installation that was never backed up is the operator's choice. */
  warnings(): readonly BackupWarning[] {
    const { last, state, restoring } = this;
    const isOld = last !== undefined && this.#deps.now() - last.at.getTime() > OLD_MS;
    return [
      ...(isOld ? (['BACKUP_OLD'] as const) : []),
      ...(state?.failedAt ? (['BACKUP_FAILED'] as const) : []),
      ...(restoring && restoring.failed.length > 0 ? (['RESTORE_INCOMPLETE'] as const) : []),
    ];
  }

  async check(): Promise<void> {
    const { db } = this.#deps;
    const [state, missing] = await Promise.all([findBackupState(db), daysToRestore(db)]);
    this.#state = state;
    const days = new Set(missing.map(({ day }) => day));
    const failed = new Set(missing.filter(({ failure }) => failure !== null).map(({ day }) => day));
    const of = Math.max(state?.restoreDays ?? 0, days.size);
    this.#restoring = days.size === 0 ? undefined : { done: of - days.size, of, failed: [...failed] };
  }

  async load(): Promise<void> {
    await loadDays({ ...this.#deps, signal: this.#interruption.signal });
    await this.check();
  }

  async close(): Promise<void> {
    this.#interruption.abort();
    await Promise.all([this.#checks.close(), this.#loads.close()]);
  }
}
