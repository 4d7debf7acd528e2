import { createBatchWriter } from '../platform/database/batch-writer.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { DeviceMetrics } from './metrics.ts';
import { insertDeviceLogs, type NewDeviceLogEntry } from './store/device-logs.ts';

export interface DeviceLogWriter {
  record(entry: NewDeviceLogEntry): void;
  /** Resolves when all entries recorded so far can be read. */
  settled(): Promise<void>;
  drain(): Promise<void>;
}

const REST_MS_EACH = 20;

/** Writes device logs asynchronously: a reading's reply does not wait for its device's log. */
export function createDeviceLogWriter({
  db,
  metrics,
  log,
}: {
  readonly db: Database;
  readonly metrics: DeviceMetrics;
  readonly log: Log;
}): DeviceLogWriter {
  const writer = createBatchWriter<NewDeviceLogEntry>({
    name: 'device log',
    write: (entries) => db.transaction((q) => insertDeviceLogs(q, entries)),
    restMsEach: REST_MS_EACH,
    onDropped: () => metrics.dropped('device_log_entry'),
    log,
  });
  return {
    record: (entry) => void writer.add(entry),
    settled: () => writer.settled(),
    drain: () => writer.drain(),
  };
}
