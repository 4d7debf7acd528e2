import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../platform/database/database.ts';
import type { RetentionBatch, RetentionTask } from '../platform/database/retention.ts';
import type { ReadingDays } from '../platform/database/schema/partitions.ts';
import { Conflict, Unavailable } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { MINUTE_MS, SECOND_MS } from '../platform/time.ts';
import type { ReadingsConfig } from '../readings/settings.ts';
import type { ClockWatch } from './clock/clock-watch.ts';
import { createTasks, type DeletionTime, dropDays, type HousekeepingTask } from './housekeeping-tasks.ts';
import type { OperationMetrics } from './metrics.ts';

/** The row counts that `apply_retention` deleted or would delete. */
interface RetentionResult {
  readonly droppedDays: readonly string[];
  /** False if the run reached its time limit before everything was deleted; housekeeping continues later. */
  readonly isComplete: boolean;
  /** By kind of record: docs/contract.md, "Retention and maintenance". */
  readonly deleted: Readonly<Record<string, number>>;
}

export interface Housekeeping {
  /** Deletes rows older than their retention. Throws CLOCK_IN_DOUBT unless the caller confirms the clock. */
  applyRetention(dryRun?: boolean, isClockRight?: boolean): Promise<RetentionResult>;
  /** Erases readings of deleted devices. Resolves when all are erased or the run reaches its time limit. */
  eraseDeleted(): Promise<void>;
  /** Runs one task now, within the limits of one run. Returns the number of rows it deleted. Throws as above. */
  run(name: string, isClockRight?: boolean): Promise<number>;
  close(): Promise<void>;
}

interface HousekeepingDeps {
  readonly db: Database;
  readonly days: ReadingDays;
  readonly config: ReadingsConfig;
  readonly retention: readonly RetentionTask[];
  readonly clock: Pick<ClockWatch, 'trustedNow' | 'confirm'>;
  readonly metrics?: Pick<OperationMetrics, 'housekeepingRan'>;
  /** Time limit of one task in a run. */
  readonly budgetMs?: number;
  readonly now: () => number;
  readonly log: Log;
}

interface Run {
  readonly rows: number;
  /** False if the time limit came first. */
  readonly isComplete: boolean;
  readonly isOthersTurn: boolean;
  readonly isHeldBack: boolean;
  readonly droppedDays: readonly string[];
}

const NOTHING: Run = { rows: 0, isComplete: true, isOthersTurn: false, isHeldBack: false, droppedDays: [] };
const INTERVAL_MS = 10 * MINUTE_MS;
/** Delay until the next run after a task reached its limit. */
const SOON_MS = MINUTE_MS;
const BUDGET_MS = 30 * SECOND_MS;
/** Another instance is erasing: its batch takes about this long. */
const OTHERS_TURN_MS = 100;

/**
 * docs/operations.md, "Housekeeping": the service itself deletes rows older than their retention, on any database.
 * Tasks are independent: each has its own batches, time limit, log line and metrics, and a failure does not affect the
 * others.
 */
export function createHousekeeping(deps: HousekeepingDeps): Housekeeping {
  const { db, days, config, retention, clock, metrics, budgetMs = BUDGET_MS, now, log } = deps;
  let closing = false;
  let erasing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const tasks = createTasks({
    db,
    days,
    config,
    retention,
    onErasureFailed: (deviceKey, error) =>
      log.error(
        { err: error, deviceKey },
        'housekeeping: readings of a deleted device could not be erased yet',
      ),
    now,
  });

  const trustedNow: DeletionTime = () => clock.trustedNow();

  function taskNamed(name: string): HousekeepingTask {
    const task = tasks.find((one) => one.name === name);
    if (task === undefined) throw new Error(`housekeeping: there is no task ${name}`);
    return task;
  }

  async function runBatches(
    batch: RetentionBatch,
    deleted: (rows: number) => void,
  ): Promise<Omit<Run, 'rows'>> {
    const ends = performance.now() + budgetMs;
    for (;;) {
      const { rows, isDone, isOthersTurn = false, isHeldBack = false, droppedDays = [] } = await batch();
      deleted(rows);
      const mustStop = closing || performance.now() >= ends;
      if (isDone || mustStop)
        return { isComplete: isDone && !isHeldBack, isOthersTurn, isHeldBack, droppedDays };
    }
  }

  /** Counts the run even if it fails. A task whose rows are kept forever does nothing. */
  async function runTask({ name: task, start }: HousekeepingTask, time = trustedNow): Promise<Run> {
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
      const run = await runBatches(start(time), (deleted) => {
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

  /** A running backup delays dropping days, and an unavailable database delays every task: warnings, not errors. */
  function logFailure(task: string, error: unknown): void {
    const line = `housekeeping: ${task} failed, retrying in ${INTERVAL_MS / MINUTE_MS} minutes`;
    if (error instanceof Unavailable) log.warn({ task, err: error }, line);
    else log.error({ task, err: error }, line);
  }

  /** Returns the pause until the next run. */
  async function runAll(): Promise<number> {
    let hasMore = false;
    const heldBack: string[] = [];
    for (const task of tasks) {
      if (closing) break;
      try {
        const { rows, isComplete, isHeldBack } = await runTask(task);
        if (isHeldBack) heldBack.push(task.name);
        if (isComplete || isHeldBack) continue;
        hasMore = true;
        log.info(
          { task: task.name, rows },
          `housekeeping: ${task.name} reached its time limit, continuing in ${SOON_MS / SECOND_MS} s`,
        );
      } catch (error) {
        logFailure(task.name, error);
      }
    }
    if (heldBack.length > 0) log.warn({ tasks: heldBack }, 'housekeeping: clock in doubt, nothing deleted');
    return hasMore ? SOON_MS : INTERVAL_MS;
  }

  let running: Promise<void> = Promise.resolve();
  function start(): void {
    const failed = (error: unknown): number => {
      log.error({ err: error }, `housekeeping: run failed, retrying in ${INTERVAL_MS / MINUTE_MS} minutes`);
      return INTERVAL_MS;
    };
    running = runAll()
      .catch(failed)
      .then((pauseMs) => {
        timer = closing ? undefined : setTimeout(start, pauseMs).unref();
      });
  }
  start();

  /** Repeats until nothing is left: a run by another instance may not include devices deleted since it started. */
  async function erase(): Promise<void> {
    const ends = performance.now() + budgetMs;
    while (!closing && performance.now() < ends) {
      const { isOthersTurn } = await runTask(taskNamed('erase_readings'));
      if (!isOthersTurn) return;
      await delay(OTHERS_TURN_MS, undefined, { ref: false });
    }
  }

  /** The time by which an admin's run deletes. */
  async function confirmedTime(isClockRight: boolean): Promise<DeletionTime> {
    if (isClockRight) {
      await clock.confirm();
      return async () => now();
    }
    if ((await trustedNow()) === undefined)
      throw new Conflict('The clock of the service is in doubt; check it, then confirm that it is right', {
        code: 'CLOCK_IN_DOUBT',
      });
    return trustedNow;
  }

  return {
    async applyRetention(dryRun = false, isClockRight = false) {
      const time = dryRun ? trustedNow : await confirmedTime(isClockRight);
      const droppedDays = dryRun
        ? await dropDays(days, config, now(), true)
        : (await runTask(taskNamed('drop_days'), time)).droppedDays;
      const deleted: Record<string, number> = {};
      let isComplete = true;
      for (const task of tasks) {
        if (task.report === undefined) continue;
        const { name, count } = task.report;
        if (dryRun) deleted[name] = await count();
        else {
          const run = await runTask(task, time);
          deleted[name] = run.rows;
          isComplete &&= run.isComplete;
        }
      }
      return { droppedDays, deleted, isComplete };
    },
    /** Sweeps run one after the other, so that each call gets a sweep that started after it. */
    eraseDeleted() {
      const sweep = erasing.then(erase);
      erasing = sweep.catch(() => {});
      return sweep;
    },
    async run(name, isClockRight = false) {
      return (await runTask(taskNamed(name), await confirmedTime(isClockRight))).rows;
    },
    async close() {
      closing = true;
      clearTimeout(timer);
      await Promise.all([running, erasing]);
    },
  };
}
