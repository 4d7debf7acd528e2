import type { Config } from '../config/config.ts';
import type { Database, Queryable } from './database.ts';

/** A task of housekeeping that deletes rows of a module after their retention. */
export interface RetentionTask {
  /** The label of its metrics and log lines: docs/operations.md, "Housekeeping". */
  readonly name: string;
  /** How long rows are kept; undefined keeps them for good. */
  readonly keptDays: (config: Config) => number | undefined;
  /** Deletes at most `most` rows, and none that another instance is deleting; answers how many. */
  readonly purge: (db: Database, before: Date, most: number) => Promise<number>;
  /** The most rows of one purge, so that none holds its locks for long; 5 000 unless given. */
  readonly batchSize?: number;
  /** Given where the maintenance task `apply_retention` reports the deleted rows, under this name. */
  readonly report?: {
    readonly name: string;
    readonly count: (q: Queryable, before: Date) => Promise<number>;
  };
}

/** What one batch of a task has done. */
export interface Progress {
  readonly rows: number;
  /** There is nothing left to do, or another instance is doing it. */
  readonly isDone: boolean;
  readonly isOthersTurn?: boolean;
  /** Names of days that were dropped. */
  readonly droppedDays?: readonly string[];
}

/** Does one bounded part of a task; each run of the task has its own. */
export type Batch = () => Promise<Progress>;
