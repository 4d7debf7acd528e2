import type { Metrics } from '../platform/metrics.ts';
import { SECOND_MS } from '../platform/time.ts';
import type { BackupState } from './backup/store.ts';
import type { DiskState } from './disk/watch.ts';

interface HousekeepingRun {
  readonly rows: number;
  readonly isComplete: boolean;
  readonly failed: boolean;
  readonly seconds: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface OperationMetrics {
  housekeepingRan(task: string, run: HousekeepingRun): void;
  /** Milliseconds since 1970. */
  certificateExpires(at: number): void;
  readClockInDoubt(read: () => boolean): void;
  readDisk(read: () => DiskState | undefined): void;
  readReplication(isAlone: () => boolean | undefined): void;
  readBackups(backups: { readonly state: BackupState | undefined }): void;
  readPacking(daysWaiting: () => number | undefined): void;
}

/** One series per task: a task that fails for days must not hide behind the others. */
export function createOperationMetrics(metrics: Metrics): OperationMetrics {
  const labels = ['task'] as const;
  const counter = (name: string, help: string) => metrics.counter(`housekeeping_${name}`, help, { labels });
  const gauge = (name: string, help: string) => metrics.gauge(`housekeeping_${name}`, help, labels);
  const runs = counter('runs_total', 'Runs of a housekeeping task');
  const failures = counter('failures_total', 'Runs of a housekeeping task that failed');
  const rows = counter('rows_total', 'Rows that a housekeeping task has deleted');
  const duration = gauge('duration_seconds', 'How long the last run of a housekeeping task took');
  const unfinished = gauge('unfinished', '1 when the last run reached its time limit with work left');
  const lastSuccess = gauge('last_success_timestamp_seconds', 'When a housekeeping task last succeeded');
  // Without a certificate not a number: 0 would be an expired one.
  let expires = Number.NaN;
  metrics.readGauge(
    'certificate_expires_timestamp_seconds',
    'When the certificate of HTTPS and MQTTS expires; NaN without one',
    () => expires,
  );
  return {
    readClockInDoubt: (read) =>
      void metrics.readGauge(
        'clock_in_doubt',
        '1 while the clock of the instance may be wrong, and nothing is deleted by age',
        () => (read() ? 1 : 0),
      ),
    readDisk(read) {
      const gauge = (name: string, help: string, value: (disk: DiskState) => number) =>
        metrics.readGauge(`disk_${name}`, `${help}; NaN where it is not known`, () => {
          const disk = read();
          return disk === undefined ? Number.NaN : value(disk);
        });
      gauge('free_bytes', "Free space of the database's disk", ({ free }) => free);
      gauge('size_bytes', "Size of the database's disk", ({ size }) => size);
      gauge(
        'full_seconds',
        "When the database's disk will be full, at its growth of the last days; +Inf if it will not be",
        ({ fullInMs = Number.NaN }) => fullInMs / SECOND_MS,
      );
    },
    readReplication: (isAlone) =>
      void metrics.readGauge(
        'database_alone',
        '1 while the database has no synchronous standby, so that a failover can lose what was acknowledged; NaN with one host',
        () => Number(isAlone()),
      ),
    readBackups(backups) {
      const figure = (name: string, help: string, read: (state: BackupState) => number | null | undefined) =>
        metrics.readGauge(`backup_${name}`, `${help}; NaN if there was none`, () => {
          const { state } = backups;
          return (state && read(state)) ?? Number.NaN;
        });
      const seconds = (at: Date | null) => at && at.getTime() / 1000;
      figure('last_success_timestamp_seconds', 'When the last complete backup ended', (state) =>
        seconds(state.succeededAt),
      );
      figure(
        'last_failure_timestamp_seconds',
        'When a backup failed, unless one has succeeded since',
        (state) => seconds(state.failedAt),
      );
      figure('size_bytes', 'Bytes that the last complete backup wrote', ({ bytes }) => bytes);
      figure('duration_seconds', 'How long the last complete backup took', (state) => state.seconds);
    },
    readPacking: (daysWaiting) =>
      void metrics.readGauge(
        'packing_days_waiting',
        'Days of readings that are due to be packed; NaN on instances that do not pack',
        () => daysWaiting() ?? Number.NaN,
      ),
    certificateExpires(at) {
      expires = at / 1000;
    },
    housekeepingRan(task, run) {
      runs.inc({ task });
      failures.inc({ task }, run.failed ? 1 : 0);
      rows.inc({ task }, run.rows);
      duration.set({ task }, run.seconds);
      unfinished.set({ task }, run.failed || run.isComplete ? 0 : 1);
      if (!run.failed) lastSuccess.set({ task }, run.at / 1000);
    },
  };
}
