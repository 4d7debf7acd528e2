import { saveReports } from '../../devices/index.ts';
import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Device } from './device.ts';

/** Saves devices' newest reports in the background: one statement every few seconds for all changed devices. */
interface DeviceReports {
  /** Call when a device's report has changed. */
  touch(device: Device): void;
  /** Call when a device is removed from memory: its report is no longer saved. */
  discard(device: Device): void;
  /** Devices whose newest report is not in the database yet. */
  unsaved(): Iterable<Device>;
  /** Saves all of them now; otherwise every few seconds. */
  save(): Promise<void>;
  close(): Promise<void>;
}

interface DeviceReportsDeps {
  readonly db: Queryable;
  /** Whether a device is still in memory. */
  readonly isCached: (device: Device) => boolean;
  readonly now: () => number;
  readonly log: Log;
}

const SAVE_EVERY_MS = 10_000;
const SAVE_BATCH_SIZE = 2_000;

export function createDeviceReports({ db, isCached, now, log }: DeviceReportsDeps): DeviceReports {
  const unsaved = new Set<Device>();

  function touch(device: Device): void {
    device.unsaved = true;
    unsaved.add(device);
  }

  function discard(device: Device): void {
    device.unsaved = false;
    unsaved.delete(device);
  }

  async function save(): Promise<void> {
    const all = [...unsaved];
    for (let from = 0; from < all.length; from += SAVE_BATCH_SIZE) {
      const batch = all.slice(from, from + SAVE_BATCH_SIZE);
      for (const device of batch) discard(device);
      try {
        const at = now();
        for (const device of batch) device.followClock(at);
        const reports = batch.map((device) => device.currentReport());
        await saveReports(db, reports, at);
        for (const [index, device] of batch.entries())
          device.storedSeenMs = reports[index]?.lastSeen?.getTime() ?? device.storedSeenMs;
      } catch (error) {
        for (const device of batch) if (isCached(device)) touch(device);
        log.warn({ err: error }, 'devices: saving reports failed, retrying');
        return;
      }
    }
  }

  const periodic = startPeriodic({
    everyMs: SAVE_EVERY_MS,
    now,
    work: save,
    failed: (error) => log.error({ err: error }, 'devices: saving reports failed'),
  });

  return {
    touch,
    discard,
    unsaved: () => unsaved,
    save,
    async close() {
      await periodic.close();
      await save();
    },
  };
}
