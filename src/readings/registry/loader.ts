import { type DeviceRow, findDevicesByMac } from '../../devices/index.ts';
import { type RecentLevel, recentLevels } from '../../falls/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { lately, MINUTE_MS } from '../../platform/time.ts';
import type { Scoring } from '../scoring/scoring.ts';
import { WINDOW_LENGTH } from '../scoring/window.ts';
import { countReadings, lastReadings, type WindowReading } from '../store/readings.ts';
import { sensitivitiesOf } from '../wearer/store.ts';
import { type Device, FIRST_READINGS, RECENT_FALLS_MS } from './device.ts';
import type { DeviceCache } from './device-cache.ts';
import { refillWindow } from './window-refill.ts';

interface DeviceLoader {
  /** Loads a device from the cache, or from the database into the cache; undefined if it does not exist. */
  load(macAddress: string): Promise<Device | undefined>;
  /** Devices may have changed elsewhere: devices being loaded now are read again. */
  invalidate(): void;
}

interface DeviceLoaderDeps {
  readonly db: Queryable;
  readonly scoring: Scoring;
  readonly cache: DeviceCache;
  /** Reads reports that other instances have received and not saved yet. */
  readonly readReports: (rows: readonly DeviceRow[]) => Promise<(row: DeviceRow) => DeviceRow>;
  readonly remove: (device: Device) => void;
  readonly now: () => number;
}

/** How far back a window may reach. */
const WINDOW_REACH_MS = 10 * MINUTE_MS;

/** Loads devices requested in one turn of the event loop with one set of queries. */
export function createDeviceLoader({
  db,
  scoring,
  cache,
  readReports,
  remove,
  now,
}: DeviceLoaderDeps): DeviceLoader {
  const loading = new Map<string, Promise<Device | undefined>>();
  let requested: string[] = [];
  let batch: Promise<Map<string, Device>> | undefined;
  let revision = 0;

  async function loadAll(macs: readonly string[]): Promise<Map<string, Device>> {
    const before = revision;
    const cached = macs.map((mac) => cache.get(mac));
    const rows = await findDevicesByMac(db, macs);
    const present = new Set(rows.map((row) => row.id));
    // Deleting an account deletes its devices without an event for each.
    for (const device of cached) if (device !== undefined && !present.has(device.id)) remove(device);
    if (rows.length === 0) return new Map();
    const userIds = rows.map((row) => row.userId);
    const [withNewestReport, readings, falls, sensitivities] = await Promise.all([
      readReports(rows),
      lastReadings(
        db,
        rows.map((row) => row.key),
        WINDOW_LENGTH,
        lately(now(), WINDOW_REACH_MS),
      ),
      recentLevels(db, userIds, new Date(now() - RECENT_FALLS_MS)),
      sensitivitiesOf(db, userIds),
    ]);
    const lives = await livesOf(rows, readings);
    if (revision !== before) return loadAll(macs);
    addAll(rows.map(withNewestReport), readings, falls, lives);
    for (const [userId, sensitivity] of sensitivities) cache.ownerOf(userId)?.learn(sensitivity);
    const devices = new Map<string, Device>();
    for (const { macAddress } of rows) {
      const device = cache.get(macAddress);
      if (device !== undefined) devices.set(macAddress, device);
    }
    return devices;
  }

  /** How many readings each device has had. It costs a query only for the few devices that have readings, but hardly any lately. */
  async function livesOf(
    rows: readonly DeviceRow[],
    readings: readonly WindowReading[],
  ): Promise<ReadonlyMap<number, number>> {
    const lives = new Map<number, number>();
    for (const { deviceKey } of readings) lives.set(deviceKey, (lives.get(deviceKey) ?? 0) + 1);
    const unknown = rows.filter(
      ({ key, lastSeen }) => lastSeen !== null && (lives.get(key) ?? 0) < FIRST_READINGS,
    );
    if (unknown.length === 0) return lives;
    const counted = await countReadings(
      db,
      unknown.map(({ key }) => key),
      FIRST_READINGS,
    );
    return new Map([...lives, ...counted]);
  }

  function addAll(
    rows: readonly DeviceRow[],
    readings: readonly WindowReading[],
    falls: readonly RecentLevel[],
    lives: ReadonlyMap<number, number>,
  ): void {
    const added = rows.filter((row) => cache.get(row.macAddress) === undefined).map(cache.add);
    for (const device of added) device.life = lives.get(device.key) ?? 0;
    const loadedAt = now();
    for (const { window } of added) {
      window.loadedAt = loadedAt;
      window.lastArrivedAt = loadedAt;
    }
    const byKey = new Map(added.map((device) => [device.key, device]));
    for (const reading of readings) {
      const device = byKey.get(reading.deviceKey);
      if (device === undefined) continue;
      refillWindow(scoring, device.slot, device.readings++, reading);
      device.clock.madeAt(reading.uptimeMs, reading.recordedAt.getTime(), undefined);
    }
    for (const { id, userId, level, at } of falls) {
      cache.ownerOf(userId)?.falls.set(id, { level, at: at.getTime() });
    }
  }

  return {
    load(macAddress) {
      const inFlight = loading.get(macAddress);
      if (inFlight !== undefined) return inFlight;
      requested.push(macAddress);
      batch ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        const macs = requested;
        requested = [];
        batch = undefined;
        return loadAll(macs);
      });
      const loaded = batch.then((found) => found.get(macAddress)).finally(() => loading.delete(macAddress));
      loading.set(macAddress, loaded);
      return loaded;
    },
    invalidate() {
      revision += 1;
    },
  };
}
