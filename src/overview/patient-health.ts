import { patientsAmong } from '../accounts/index.ts';
import { PATH_RESIDENT } from '../accounts/vocabulary.ts';
import {
  countSeenSince,
  type DeviceRow,
  deviceStatus,
  devicesOf,
  INACTIVE_AFTER_MS,
  ownersOfWorryingReports,
} from '../devices/index.ts';
import { recentLevels } from '../falls/index.ts';
import type { DeviceSummary } from '../people/device-summary-schema.ts';
import { couldBeHighRisk, isHighRisk } from '../people/health-score.ts';
import { groupedBy } from '../platform/batching/group-by.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type DeviceRegistry, RECENT_FALLS_MS } from '../readings/index.ts';
import { type Wellbeing, wellbeingOf } from './wellbeing.ts';

interface KnownHealth extends Wellbeing {
  readonly devices: readonly DeviceRow[];
}

/** Patients' health from stored reports, reports that are still in memory, and recent falls. */
export interface PatientHealth {
  deviceSummariesOf(userId: string): Promise<DeviceSummary[]>;
  /** In the order of `userIds`; without data a patient counts as healthy. */
  of(userIds: readonly string[]): Promise<KnownHealth[]>;
  countHighRisk(): Promise<number>;
  countActiveDevices(): Promise<number>;
}

interface PatientHealthDeps {
  readonly db: Queryable;
  readonly registry: DeviceRegistry;
  readonly now: () => number;
}

/** Number of patients per pair of queries when all are counted. */
const BATCH_SIZE = 1000;

export function createPatientHealth({ db, registry, now }: PatientHealthDeps): PatientHealth {
  async function of(userIds: readonly string[]): Promise<KnownHealth[]> {
    const since = new Date(now() - RECENT_FALLS_MS);
    const [rows, levels] = await Promise.all([devicesOf(db, userIds), recentLevels(db, userIds, since)]);
    const devicesByOwner = groupedBy(await registry.newest(rows), (row) => row.userId);
    const falls = groupedBy(levels, (fall) => fall.userId);
    return userIds.map((id) => {
      const owned = devicesByOwner(id);
      return { ...wellbeingOf(owned, falls(id)), devices: owned };
    });
  }

  /** Only patients whose wearable reported a worrying value can be high-risk, so the others are not read. */
  async function highRiskCandidates(): Promise<string[]> {
    const owners = new Set(await ownersOfWorryingReports(db));
    for (const device of registry.unsaved()) if (couldBeHighRisk(device)) owners.add(device.owner.userId);
    return patientsAmong(db, [...owners]);
  }

  return {
    of,
    async deviceSummariesOf(userId) {
      const devices = await registry.newest(await devicesOf(db, [userId]));
      return devices.map((device) => ({
        id: device.id,
        name: device.name,
        status: deviceStatus(device, now()),
      }));
    },
    async countHighRisk() {
      const all = await highRiskCandidates();
      let highRisk = 0;
      for (let from = 0; from < all.length; from += BATCH_SIZE) {
        const batch = await of(all.slice(from, from + BATCH_SIZE));
        highRisk += batch.filter((health) => isHighRisk(health.healthScore)).length;
      }
      return highRisk;
    },
    async countActiveDevices() {
      const since = now() - INACTIVE_AFTER_MS;
      let onlyInMemory = 0;
      for (const { disabled, lastSeenMs, storedSeenMs, owner } of registry.unsaved()) {
        if (owner.userId === PATH_RESIDENT) continue;
        const status = deviceStatus({ disabled, lastSeen: new Date(lastSeenMs) }, now());
        if (status === 'ACTIVE' && storedSeenMs <= since) onlyInMemory += 1;
      }
      return onlyInMemory + (await countSeenSince(db, new Date(since)));
    },
  };
}
