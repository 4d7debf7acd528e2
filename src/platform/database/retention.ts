import type { Database, Queryable } from './database.ts';

/** A housekeeping task that deletes rows of a module after their retention. */
export interface RetentionTask {
  /** The label of its metrics and log lines: docs/operations.md, "Housekeeping". */
  readonly name: string;
  /** How long rows are kept; undefined keeps them forever. */
  readonly keptDays: number | undefined;
  /** Deletes at most `most` rows, and none that another instance is deleting; returns the number of deleted rows. */
  readonly purge: (db: Database, before: Date, most: number) => Promise<number>;
  /** The maximum number of rows per purge, which bounds how long it holds locks; default 5 000. */
  readonly batchSize?: number;
  /** Set if the maintenance task `apply_retention` reports the deleted rows, under this name. */
  readonly report?: {
    readonly name: string;
    readonly count: (q: Queryable, before: Date) => Promise<number>;
  };
}

/** The result of one batch of a task. */
interface Progress {
  readonly rows: number;
  /** No work is left, or another instance is doing it. */
  readonly isDone: boolean;
  readonly isOthersTurn?: boolean;
  /** The clock is in doubt, so nothing was deleted. */
  readonly isHeldBack?: boolean;
  /** The names of dropped days. */
  readonly droppedDays?: readonly string[];
}

/** Does one bounded part of a task; each run of the task creates its own. */
export type RetentionBatch = () => Promise<Progress>;
