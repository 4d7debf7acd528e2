import type { Coordination } from '../coordination/coordination.ts';
import { Forbidden, Unauthenticated, Unavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Role } from '../schemas/accounts.ts';
import type { Scoring } from '../scoring/pool.ts';
import { WINDOW_LENGTH } from '../scoring/window.ts';
import type { Database } from '../storage/database.ts';
import type { DeviceLogEntry } from '../storage/device-logs.ts';
import {
  catchUpLastSeen,
  countDevicesLocking,
  type DeviceRow,
  findDeviceByMac,
  findDevicesByMac,
  insertDevice,
  saveReports,
} from '../storage/devices.ts';
import { recentLevels } from '../storage/falls.ts';
import { lastReadings, type WindowReading } from '../storage/readings/readings.ts';
import { findUser } from '../storage/users.ts';
import { MINUTE_MS } from '../time.ts';
import { Device, Owner, RECENT_FALLS_MS } from './device.ts';
import { refillWindow } from './window-refill.ts';

export interface DeviceRegistry {
  /** Answers at once for a device that has been seen since the start. */
  known(macAddress: string): Device | undefined;
  /** Loads the device, or registers it for this user: contract, section 4.2, rules 1 to 5. */
  admit(macAddress: string, userId: string): Promise<Device>;
  /** To be called when a device's report has changed. */
  touch(device: Device): void;
  /** A row of the database with what is newer in memory. */
  newest(row: DeviceRow): DeviceRow;
  /** Devices whose newest report the database does not have yet. */
  unsaved(): Iterable<Device>;
  close(): Promise<void>;
}

export interface DeviceRegistryParts {
  readonly db: Database;
  readonly scoring: Scoring;
  readonly coordination: Coordination;
  readonly writeDeviceLog: (entry: DeviceLogEntry) => void;
  readonly now: () => number;
  readonly log: Log;
}

/** Contract, section 8. */
const DEVICES_PER_USER = 10;
const SAVE_EVERY_MS = 10_000;
const SAVE_BATCH_SIZE = 2_000;
/** How far back a window may reach, and a crash may have cost us reports. */
const RECENT_MS = 10 * MINUTE_MS;
const RELEASE_AGAIN_MS = 100;
/** When memory for windows runs out, the longest silent of this many is forgotten. */
const EVICTION_SAMPLE = 64;

export async function createDeviceRegistry(parts: DeviceRegistryParts): Promise<DeviceRegistry> {
  const { db, scoring, coordination, writeDeviceLog, now, log } = parts;
  const devices = new Map<string, Device>();
  const owners = new Map<string, { readonly owner: Owner; devices: number }>();
  const unsaved = new Set<Device>();
  const loading = new Map<string, Promise<Device | undefined>>();
  let requested: string[] = [];
  let batch: Promise<Map<string, Device>> | undefined;
  /** Messages that wait for one go on in the order in which they came: a repetition must not overtake its original. */
  const admissions = new Map<string, Promise<Device>>();
  /** Grows with every change from outside: what was read before it must be read again. */
  let changes = 0;

  await catchUpLastSeen(db, new Date(now() - RECENT_MS)).catch((error: unknown) =>
    log.warn({ err: error }, 'when devices were last seen could not be brought up to date'),
  );

  coordination.subscribe((event) => {
    if (event.type === 'device.disabled') {
      changes += 1;
      const device = devices.get(event.macAddress);
      if (device !== undefined) device.disabled = event.disabled;
    } else if (event.type === 'resync') {
      changes += 1;
      void resync().catch((error: unknown) =>
        log.warn({ err: error }, 'devices could not be compared with the database'),
      );
    } else if (event.type === 'device.deleted') {
      changes += 1;
      const device = devices.get(event.macAddress);
      if (device !== undefined) forget(device);
    } else if (event.type === 'fall.recorded') {
      owners.get(event.userId)?.owner.falls.set(event.fallId, { level: event.level, at: event.at });
    }
  });

  /** News were missed: devices may have been disabled, enabled or deleted by another instance. */
  async function resync(): Promise<void> {
    const known = [...devices.keys()];
    for (let from = 0; from < known.length; from += SAVE_BATCH_SIZE) {
      const some = known.slice(from, from + SAVE_BATCH_SIZE);
      const rows = new Map((await findDevicesByMac(db, some)).map((row) => [row.macAddress, row]));
      for (const macAddress of some) {
        const device = devices.get(macAddress);
        const row = rows.get(macAddress);
        if (device !== undefined && row?.id !== device.id) forget(device);
        else if (device !== undefined && row !== undefined) device.disabled = row.disabled;
      }
    }
  }

  /** Devices that are asked for in one turn of the event loop are loaded by one set of queries. */
  function load(macAddress: string): Promise<Device | undefined> {
    const under = loading.get(macAddress);
    if (under !== undefined) return under;
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
  }

  async function loadAll(macs: readonly string[]): Promise<Map<string, Device>> {
    const before = changes;
    const cached = macs.map((mac) => devices.get(mac));
    const rows = await findDevicesByMac(db, macs);
    const present = new Set(rows.map((row) => row.id));
    // Accounts go with their devices, and nobody announces each of those.
    for (const device of cached) if (device !== undefined && !present.has(device.id)) forget(device);
    if (rows.length === 0) return new Map();
    const since = new Date(now() - RECENT_MS);
    const [readings, levels] = await Promise.all([
      lastReadings(
        db,
        rows.map((row) => row.key),
        WINDOW_LENGTH,
        since,
      ),
      recentLevels(
        db,
        rows.map((row) => row.userId),
        new Date(now() - RECENT_FALLS_MS),
      ),
    ]);
    if (changes !== before) return loadAll(macs);
    const strangers = rows.filter((row) => !devices.has(row.macAddress)).map(remember);
    const byKey = new Map(strangers.map((device) => [device.key, device]));
    for (const reading of readings) {
      const device = byKey.get(reading.deviceKey);
      if (device !== undefined) refill(device, reading);
    }
    for (const { id, userId, level, at } of levels) {
      owners.get(userId)?.owner.falls.set(id, { level, at: at.getTime() });
    }
    return new Map(
      rows.flatMap(({ macAddress }) => {
        const device = devices.get(macAddress);
        return device === undefined ? [] : [[macAddress, device]];
      }),
    );
  }

  function refill(device: Device, reading: WindowReading): void {
    refillWindow(scoring, device.slot, device.readings, reading);
    device.readings += 1;
  }

  async function register(macAddress: string, userId: string): Promise<DeviceRow> {
    const { row, isNew, role } = await db.transaction(async (q) => {
      const owned = await countDevicesLocking(q, userId);
      if (owned === undefined) throw new Unauthenticated();
      const there = await findDeviceByMac(q, macAddress);
      if (there !== undefined) return { row: there, isNew: false, role: undefined };
      if (owned >= DEVICES_PER_USER)
        throw new Forbidden(`A user may have at most ${DEVICES_PER_USER} devices`);
      const name = `Wearable ${macAddress.slice(-5)}`;
      const inserted = await insertDevice(q, { userId, macAddress, name, now: new Date(now()) });
      const role = inserted && (await findUser(q, userId))?.role;
      return { row: inserted ?? (await findDeviceByMac(q, macAddress)), isNew: inserted !== undefined, role };
    });
    if (row === undefined) throw new Unavailable('The device was deleted while it was being registered');
    if (isNew) logRegistration(row.id, role);
    return row;
  }

  /** The contract lets every account own devices, but only patients have caregivers whom a fall could alert. */
  function logRegistration(deviceId: string, role: Role | undefined): void {
    const at = new Date(now());
    writeDeviceLog({ deviceId, type: 'INFO', message: 'Registered', at });
    if (role === 'CAREGIVER' || role === 'ADMIN') {
      const owner = role === 'ADMIN' ? "an admin's" : "a caregiver's";
      const message = `Registered by ${owner} account: its falls alert nobody; use it with a patient's account`;
      writeDeviceLog({ deviceId, type: 'WARNING', message, at });
    }
  }

  async function loadOrRegister(macAddress: string, userId: string): Promise<Device> {
    const loaded = await load(macAddress);
    if (loaded !== undefined) return loaded;
    const row = await register(macAddress, userId);
    // Through the loader again: the owner's recent falls come with it.
    return (await load(macAddress)) ?? devices.get(macAddress) ?? remember(row);
  }

  function remember(row: DeviceRow): Device {
    const slot = scoring.claimSlot() ?? evictOne();
    const kept = owners.get(row.userId) ?? { owner: new Owner(row.userId), devices: 0 };
    kept.devices += 1;
    owners.set(row.userId, kept);
    const device = new Device(row, kept.owner, slot, now());
    devices.set(row.macAddress, device);
    return device;
  }

  function forget(device: Device): void {
    if (devices.get(device.macAddress) !== device) return;
    devices.delete(device.macAddress);
    unsaved.delete(device);
    releaseSlotOf(device);
    const kept = owners.get(device.owner.userId);
    if (kept === undefined) return;
    kept.devices -= 1;
    if (kept.devices === 0) owners.delete(device.owner.userId);
  }

  /** Not before its last reading is through: another device's window would get rows that are not its own. */
  function releaseSlotOf(device: Device): void {
    if (device.inFlight === 0) scoring.releaseSlot(device.slot);
    else setTimeout(releaseSlotOf, RELEASE_AGAIN_MS, device).unref();
  }

  function evictOne(): number {
    let longestSilent: Device | undefined;
    let looked = 0;
    for (const device of devices.values()) {
      if (looked++ >= EVICTION_SAMPLE) break;
      // To the end, so that others are looked at next time.
      devices.delete(device.macAddress);
      devices.set(device.macAddress, device);
      if (device.inFlight > 0 || unsaved.has(device)) continue;
      if (longestSilent === undefined || device.lastSeenMs < longestSilent.lastSeenMs) longestSilent = device;
    }
    if (longestSilent === undefined) throw new Unavailable('Too many devices are active at once');
    forget(longestSilent);
    return scoring.claimSlot() ?? longestSilent.slot;
  }

  async function save(): Promise<void> {
    const chosen = [...unsaved];
    for (let from = 0; from < chosen.length; from += SAVE_BATCH_SIZE) {
      const some = chosen.slice(from, from + SAVE_BATCH_SIZE);
      for (const device of some) unsaved.delete(device);
      try {
        const reports = some.map((device) => device.currentReport());
        await saveReports(db, reports);
        for (const [index, device] of some.entries())
          device.storedSeenMs = reports[index]?.lastSeen?.getTime() ?? device.storedSeenMs;
      } catch (error) {
        for (const device of some) if (devices.get(device.macAddress) === device) unsaved.add(device);
        log.warn({ err: error }, 'device reports could not be saved, they will be tried again');
        return;
      }
    }
  }

  let saving = Promise.resolve();
  const timer = setInterval(() => {
    saving = saving.then(save);
  }, SAVE_EVERY_MS).unref();

  return {
    known: (macAddress) => devices.get(macAddress),
    admit(macAddress, userId) {
      const key = `${userId} ${macAddress}`;
      const inFlight = admissions.get(key);
      if (inFlight !== undefined) return inFlight;
      const admission = loadOrRegister(macAddress, userId).finally(() => admissions.delete(key));
      admissions.set(key, admission);
      return admission;
    },
    touch(device) {
      unsaved.add(device);
    },
    newest(row) {
      const device = devices.get(row.macAddress);
      if (device === undefined || device.lastSeenMs < (row.lastSeen?.getTime() ?? 0)) return row;
      const report = device.currentReport();
      return { ...row, ...report, updatedAt: report.lastSeen ?? row.updatedAt };
    },
    unsaved: () => unsaved,
    async close() {
      clearInterval(timer);
      await saving;
      await save();
    },
  };
}
