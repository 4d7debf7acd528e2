import {
  DEVICE_DELETED,
  DEVICE_DISABLED,
  DEVICE_MOVED,
  DEVICE_PAUSED,
  DEVICE_SHAKE_TEST,
} from '../../devices/cluster-events.ts';
import {
  catchUpReports,
  type DeviceRow,
  findDevicesByMac,
  type NewDeviceLogEntry,
  readNewestReports,
  registerDevice,
} from '../../devices/index.ts';
import { FALL_RECORDED } from '../../falls/cluster-events.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { RESYNC } from '../../platform/cluster/events.ts';
import type { Database } from '../../platform/database/database.ts';
import { repeated } from '../../platform/database/repeated.ts';
import type { Timelines } from '../../platform/database/timelines.ts';
import { Unavailable } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { MINUTE_MS, SET_BACK_MS } from '../../platform/time.ts';
import { SENSITIVITY_CHANGED } from '../cluster-events.ts';
import type { Scoring } from '../scoring/scoring.ts';
import { READINGS } from '../store/readings.ts';
import { NOTHING_LEARNED, sensitivitiesOf } from '../wearer/store.ts';
import type { Device } from './device.ts';
import { createDeviceCache } from './device-cache.ts';
import { createDeviceLoader } from './loader.ts';
import { createDeviceReports } from './reports.ts';

export interface DeviceRegistry {
  /** Returns the device if it is in memory. */
  known(macAddress: string): Device | undefined;
  /** Loads the device; undefined if it does not exist. */
  find(macAddress: string): Promise<Device | undefined>;
  /** Loads the device, or registers it for this user: docs/contract.md, "Devices". */
  admit(macAddress: string, userId: string): Promise<Device>;
  /** Call when a device's report has changed. */
  touch(device: Device): void;
  /** Database rows, updated with newer values from memory or from stored readings. */
  newest(rows: readonly DeviceRow[]): Promise<DeviceRow[]>;
  /** Recovers reports that another instance could not save before it died. */
  catchUp(): Promise<void>;
  /** Devices whose newest report is not in the database yet. */
  unsaved(): Iterable<Device>;
  /** Saves the reports that this instance has not saved yet. */
  saveReports(): Promise<void>;
  close(): Promise<void>;
}

interface DeviceRegistryDeps {
  readonly db: Database;
  readonly scoring: Scoring;
  readonly cluster: Cluster;
  readonly timelines: Pick<Timelines, 'onPrimaryChanged'>;
  readonly writeDeviceLog: (entry: NewDeviceLogEntry) => void;
  readonly now: () => number;
  readonly log: Log;
}

/** Checks every device: 100,000 devices take some seconds. */
const CATCH_UP_TIMEOUT_MS = 2 * MINUTE_MS;
const asStored = (row: DeviceRow): DeviceRow => row;
const RESYNC_BATCH_SIZE = 2_000;

export async function createDeviceRegistry(deps: DeviceRegistryDeps): Promise<DeviceRegistry> {
  const { db, scoring, cluster, now, log } = deps;
  const cache = createDeviceCache(scoring);
  const reports = createDeviceReports({ db, isCached: cache.holds, now, log });
  /** A single instance has every report in memory, and caught up with the others before it started. */
  const readReports = async (rows: readonly DeviceRow[]): Promise<(row: DeviceRow) => DeviceRow> =>
    cluster.isShared ? readNewestReports(db, READINGS, rows, now()) : asStored;
  const loader = createDeviceLoader({ db, scoring, cache, readReports, remove, now });
  /**
   * Messages that wait for the same device continue in their order of arrival: a repetition must not overtake its
   * original.
   */
  const admissions = new Map<string, Promise<Device>>();

  await catchUp().catch((error: unknown) =>
    log.warn({ err: error }, 'devices: updating reports from stored readings failed'),
  );
  cluster.subscribe(DEVICE_DISABLED, ({ macAddress, disabled }) => {
    loader.invalidate();
    const device = cache.get(macAddress);
    if (device !== undefined) device.disabled = disabled;
  });
  cluster.subscribe(DEVICE_SHAKE_TEST, ({ macAddress, at }) => {
    loader.invalidate();
    const device = cache.get(macAddress);
    if (device !== undefined) device.shakeTestAtMs = at;
  });
  cluster.subscribe(DEVICE_PAUSED, ({ macAddress, paused, at }) => {
    loader.invalidate();
    const device = cache.get(macAddress);
    if (device !== undefined && (paused || device.pausedSinceMs <= at))
      device.pausedSinceMs = paused ? at : 0;
  });
  for (const kind of [DEVICE_DELETED, DEVICE_MOVED])
    cluster.subscribe(kind, ({ macAddress }) => {
      loader.invalidate();
      const device = cache.get(macAddress);
      if (device !== undefined) remove(device);
    });
  cluster.subscribe(FALL_RECORDED, ({ userId, fallId, level, at }) => {
    cache.ownerOf(userId)?.falls.set(fallId, { level, at });
  });
  cluster.subscribe(SENSITIVITY_CHANGED, ({ userId, ...sensitivity }) => {
    loader.invalidate();
    cache.ownerOf(userId)?.learn(sensitivity);
  });
  cluster.subscribe(RESYNC, () => {
    loader.invalidate();
    void resync().catch((error: unknown) =>
      log.warn({ err: error }, 'devices: comparison with the database failed'),
    );
  });

  let primaryChanges = 0;
  deps.timelines.onPrimaryChanged(() => {
    primaryChanges += 1;
    loader.invalidate();
    for (const macAddress of cache.macAddresses()) {
      const device = cache.get(macAddress);
      if (device === undefined) continue;
      device.isOutdated = true;
      cache.remove(device);
    }
    // Those that are registered there too keep their reports.
    void reports.save();
  });

  async function catchUp(): Promise<void> {
    const limits = { statementTimeoutMs: CATCH_UP_TIMEOUT_MS };
    // Other instances save their own reports at the same time.
    await repeated(() => db.session(limits, (q) => catchUpReports(q, READINGS, new Date(now()))));
  }

  function withMemory(row: DeviceRow): DeviceRow {
    const device = cache.get(row.macAddress);
    if (device?.key !== row.key) return row;
    // A time of the future is from before the clock was set back; the device watch corrects it in the row.
    const latest = now() + SET_BACK_MS;
    const storedMs = row.lastSeen === null || row.lastSeen.getTime() > latest ? 0 : row.lastSeen.getTime();
    if (device.lastSeenMs < storedMs || device.lastSeenMs > latest) return row;
    const report = device.currentReport();
    return { ...row, ...report, updatedAt: report.lastSeen ?? row.updatedAt };
  }

  async function newest(rows: readonly DeviceRow[]): Promise<DeviceRow[]> {
    const withNewestReport = await readReports(rows);
    return rows.map((row) => withNewestReport(withMemory(row)));
  }

  function remove(device: Device): void {
    if (!cache.holds(device)) return;
    cache.remove(device);
    reports.discard(device);
  }

  /** Events were missed: another instance may have disabled, enabled, moved or deleted devices. */
  async function resync(): Promise<void> {
    const macs = cache.macAddresses();
    for (let from = 0; from < macs.length; from += RESYNC_BATCH_SIZE) {
      const batch = macs.slice(from, from + RESYNC_BATCH_SIZE);
      const rows = new Map((await findDevicesByMac(db, batch)).map((row) => [row.macAddress, row]));
      const sensitivities = await sensitivitiesOf(
        db,
        [...rows.values()].map(({ userId }) => userId),
      );
      for (const macAddress of batch) {
        const device = cache.get(macAddress);
        const row = rows.get(macAddress);
        const isUnchanged = row?.id === device?.id && row?.userId === device?.owner.userId;
        if (device !== undefined && !isUnchanged) remove(device);
        else if (device !== undefined && row !== undefined) {
          device.disabled = row.disabled;
          device.shakeTestAtMs = row.shakeTestAt?.getTime() ?? null;
          device.owner.learn(sensitivities.get(row.userId) ?? NOTHING_LEARNED);
        }
      }
    }
  }

  async function loadOrRegister(macAddress: string, userId: string): Promise<Device> {
    const loaded = await loader.load(macAddress);
    if (loaded !== undefined) return loaded;
    const before = primaryChanges;
    const row = await registerDevice(deps, macAddress, userId);
    // Uses the loader again, which also loads the owner's recent falls.
    const known = (await loader.load(macAddress)) ?? cache.get(macAddress);
    if (known !== undefined) return known;
    if (primaryChanges !== before) throw new Unavailable('The registration was lost in a failover');
    return cache.add(row);
  }

  return {
    known: cache.get,
    find: loader.load,
    admit(macAddress, userId) {
      const key = `${userId} ${macAddress}`;
      const inFlight = admissions.get(key);
      if (inFlight !== undefined) return inFlight;
      const admission = loadOrRegister(macAddress, userId).finally(() => admissions.delete(key));
      admissions.set(key, admission);
      return admission;
    },
    touch: reports.touch,
    newest,
    catchUp,
    unsaved: reports.unsaved,
    saveReports: reports.save,
    close: reports.close,
  };
}
