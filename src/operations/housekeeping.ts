import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import type { Batch } from '../platform/database/retention.ts';
import type { ReadingDays } from '../platform/database/schema/partitions.ts';
import { Unavailable } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../platform/time.ts';
import { createTasks, type Task } from './housekeeping-tasks.ts';

/** What `apply_retention` has deleted, or would delete. */
export interface RetentionResult {
  readonly droppedDays: readonly string[];
  /** False when the time for one run was over before everything was deleted: housekeeping goes on with it. */
  readonly isComplete: boolean;
  /** By kind of record: docs/contract.md, "Retention and maintenance". */
  readonly deleted: Readonly<Record<string, number>>;
}

export interface Housekeeping {
  /** Deletes what is beyond its retention. */
  applyRetention(dryRun?: boolean): Promise<RetentionResult>;
  /** Erases readings of deleted devices; resolves when all are erased, or the time for one run is over. */
  eraseDeleted(): Promise<void>;
  /** Runs one task now, within the limits of one run; answers how many rows it has deleted. */
  run(name: string): Promise<number>;
  close(): Promise<void>;
}

export interface HousekeepingDeps {
  readonly db: Database;
  readonly days: ReadingDays;
  readonly config: Config;
  readonly metrics?: Pick<Metrics, 'housekeepingRan'>;
  /** How long one task may go on before the others' turn. */
  readonly budgetMs?: number;
  readonly now: () => number;
  readonly log: Log;
}

interface Run {
  readonly rows: number;
  /** False when its time was over first. */
  readonly isComplete: boolean;
  readonly isOthersTurn: boolean;
  readonly droppedDays: readonly string[];
}

const NOTHING: Run = { rows: 0, isComplete: true, isOthersTurn: false, droppedDays: [] };
const INTERVAL_MS = 10 * MINUTE_MS;
/** After a run in which a task reached its limit. */
const SOON_MS = MINUTE_MS;
const BUDGET_MS = 30 * SECOND_MS;
/** Another instance is erasing: its batch takes about so long. */
const OTHERS_TURN_MS = 100;

/**
 * docs/operations.md, "Housekeeping": the service itself deletes what is beyond its retention, whichever database it has.
 * Tasks are independent: each has its own batches, time, log line and metrics, and one that fails leaves the others alone.
 */
export function createHousekeeping(deps: HousekeepingDeps): Housekeeping {
  const { db, days, config, metrics, budgetMs = BUDGET_MS, now, log } = deps;
  let closing = false;
  let erasing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const tasks = createTasks({
    db,
    days,
    config,
    onErasureFailed: (deviceKey, error) =>
      log.error(
        { err: error, deviceKey },
        'housekeeping: readings of a deleted device could not be erased yet',
      ),
    now,
  });

  function taskNamed(name: string): Task {
    const task = tasks.find((one) => one.name === name);
    if (task === undefined) throw new Error(`housekeeping: there is no task ${name}`);
    return task;
  }

  async function runBatches(batch: Batch, deleted: (rows: number) => void): Promise<Omit<Run, 'rows'>> {
    const ends = performance.now() + budgetMs;
    for (;;) {
      const { rows, isDone, isOthersTurn = false, droppedDays = [] } = await batch();
      deleted(rows);
      const isOver = closing || performance.now() >= ends;
      if (isDone || isOver) return { isComplete: isDone, isOthersTurn, droppedDays };
    }
  }

  /** Counts the run even where it fails. A task whose rows are kept for good has nothing to do. */
  async function runTask({ name: task, start }: Task): Promise<Run> {
    if (start === undefined) return NOTHING;
    const began = performance.now();
    let rows = 0;
    const ran = (isComplete: boolean, failed: boolean): void =>
      metrics?.housekeepingRan(task, {
        rows,
        isComplete,
        failed,
        seconds: (performance.now() - began) / SECOND_MS,
        at: now(),
      });
    try {
      const run = await runBatches(start(), (deleted) => {
        rows += deleted;
      });
      ran(run.isComplete, false);
      if (run.droppedDays.length > 0)
        log.info({ dropped: run.droppedDays }, 'housekeeping: dropped days of readings beyond the retention');
      else if (rows > 0) log.debug({ task, rows }, 'housekeeping: rows deleted');
      return { ...run, rows };
    } catch (error) {
      ran(false, true);
      throw error;
    }
  }

  /** Days wait for a backup to end, and everything for a database that is away. */
  function logFailure(task: string, error: unknown): void {
    const line = `housekeeping: ${task} failed, retrying in ${INTERVAL_MS / MINUTE_MS} minutes`;
    if (error instanceof Unavailable) log.warn({ task, reason: error.message }, line);
    else log.error({ task, err: error }, line);
  }

  async function runAll(): Promise<void> {
    let hasMore = false;
    for (const task of tasks) {
      if (closing) return;
      try {
        const { rows, isComplete } = await runTask(task);
        if (isComplete) continue;
        hasMore = true;
        log.info(
          { task: task.name, rows },
          `housekeeping: ${task.name} reached its time limit, continuing in ${SOON_MS / SECOND_MS} s`,
        );
      } catch (error) {
        logFailure(task.name, error);
      }
    }
    timer = closing ? undefined : setTimeout(start, hasMore ? SOON_MS : INTERVAL_MS).unref();
  }

  let running: Promise<void> = Promise.resolve();
  function start(): void {
    running = runAll();
  }
  start();

  /** Until nothing is left: what another instance has begun may not include what was deleted since. */
  async function erase(): Promise<void> {
    const ends = performance.now() + budgetMs;
    while (!closing && performance.now() < ends) {
      const { isOthersTurn } = await runTask(taskNamed('erase_readings'));
      if (!isOthersTurn) return;
      await delay(OTHERS_TURN_MS, undefined, { ref: false });
    }
  }

  return {
    async applyRetention(dryRun = false) {
      const droppedDays = dryRun
        ? await days.drop(new Date(now() - config.retentionDays * DAY_MS), true)
        : (await runTask(taskNamed('drop_days'))).droppedDays;
      const deleted: Record<string, number> = {};
      let isComplete = true;
      for (const task of tasks) {
        if (task.report === undefined) continue;
        const { name, count } = task.report;
        if (dryRun) deleted[name] = await count();
        else {
          const run = await runTask(task);
          deleted[name] = run.rows;
          isComplete &&= run.isComplete;
        }
      }
      return { droppedDays, deleted, isComplete };
    },
    /** One sweep after the other, so that each call gets one that began after it. */
    eraseDeleted() {
      const sweep = erasing.then(erase);
      erasing = sweep.catch(() => {});
      return sweep;
    },
    run: async (name) => (await runTask(taskNamed(name))).rows,
    async close() {
      closing = true;
      clearTimeout(timer);
      await Promise.all([running, erasing]);
    },
  };
}
