import type { EventLog, NewEvent } from '../../live/index.ts';
import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { acknowledgement, settleDeviceAlerts } from '../../response/index.ts';
import type { WantedFirmware } from '../records.ts';
import { type DeviceRow, findDevices } from '../store/devices.ts';
import { type ReadingsRelation, readNewestReports } from '../store/reports.ts';
import {
  type ConditionRow,
  closeConditions,
  type DeviceAudience,
  endSilence,
  endStillness,
  followClock,
  lockAudienceOf,
  openConditions,
  type SilentSince,
  takeConditionsToAlert,
} from './conditions.ts';
import { raiseDeviceAlerts } from './device-alerts.ts';
import { announceDeviceStatus, type StatusChange, silentSince } from './status-changes.ts';
import { limitsOf, thresholdsInForce } from './threshold-store.ts';
import { type AlertLimits, deviceAlert } from './thresholds.ts';
import { notWornBefore } from './waking-hours.ts';

interface DeviceWatch {
  /** Checks all devices now; also runs every half minute. */
  check(): Promise<void>;
  /** A silent wearable has sent a reading: the caregivers who were alerted to its silence get an event. */
  deviceIsBack(device: { readonly id: string }, at: number): void;
  /** A wearable that was still for long moves: the caregivers who were alerted that nobody wears it get an event. */
  deviceHasMoved(device: { readonly id: string }, at: number): void;
  close(): Promise<void>;
}

interface DeviceWatchDeps {
  readonly db: Database;
  readonly readings: ReadingsRelation;
  readonly events: EventLog;
  readonly firmware: WantedFirmware;
  /** Apply to patients who have no limits of their own. */
  readonly limits: AlertLimits;
  /** The organisation's time zone. */
  readonly timeZone: () => string;
  readonly now: () => number;
  /** Since when the clock has not been set. */
  readonly steadySince: () => number;
  readonly log: Log;
}

const CHECK_MS = 30_000;
/**
 * After a start or a database outage the silence was the server's own, and after a step of the clock there may be none:
 * wearables get time to send.
 */
const GRACE_MS = 5 * MINUTE_MS;
const BATCH_SIZE = 200;
const NEVER: SilentSince = {
  inactiveSince: new Date(0),
  offlineSince: new Date(0),
  silentBefore: new Date(0),
};
const CHANGES_STATUS: readonly string[] = ['STATUS_INACTIVE', 'DEVICE_OFFLINE'];

const silenceOf = ({ lastSeen }: DeviceRow, at: Date): number =>
  lastSeen === null ? 0 : at.getTime() - lastSeen.getTime();

/** Alerts caregivers when a wearable is silent, is not worn or has a low battery: one alert per occurrence, cleared by data. */
export function createDeviceWatch(deps: DeviceWatchDeps): DeviceWatch {
  const { db, readings, events, firmware, limits, timeZone, now, steadySince, log } = deps;
  let watchingSince = now();
  let inFlight: Promise<void> = Promise.resolve();

  async function check(): Promise<void> {
    try {
      await followClock(db, new Date(now()));
      // Batches of devices, some of which have more than one condition.
      while ((await events.transaction(closeSome)) >= BATCH_SIZE);
      while ((await events.transaction(openSome)) === BATCH_SIZE);
      while ((await events.transaction(alertSome)) === BATCH_SIZE);
    } catch (error) {
      watchingSince = now();
      throw error;
    }
  }

  async function openSome(q: Queryable) {
    const ready = now() - Math.max(watchingSince, steadySince()) >= GRACE_MS;
    const at = new Date(now());
    const opened = await openConditions(
      q,
      {
        ...(ready ? silentSince(now()) : NEVER),
        limits,
        notWornBefore: notWornBefore(at, limits.notWornMinutes, timeZone()) ?? null,
      },
      at,
      BATCH_SIZE,
    );
    if (opened.length === 0) return { result: 0, events: [] };
    const { devices, audience } = await lookUp(q, readings, opened, at);
    return { result: opened.length, events: await publishStatus(q, opened, devices, audience, at) };
  }

  /** Separate from the status, which is published at once: an alert waits while a fall of the owner is unresolved. */
  async function alertSome(q: Queryable) {
    const at = new Date(now());
    const taken = await takeConditionsToAlert(q, at, BATCH_SIZE);
    if (taken.length === 0) return { result: 0, events: [] };
    const { devices, audience } = await lookUp(q, readings, taken, at);
    const own = await limitsOf(
      q,
      [...devices.values()].map(({ userId }) => userId),
    );
    const described = taken.flatMap((condition) => {
      const device = devices.get(condition.deviceId);
      const people = audience.get(condition.deviceId);
      if (device === undefined || people === undefined) return [];
      const about = deviceAlert(
        condition.type,
        { name: device.name, ownerName: people.ownerName, silentMs: silenceOf(device, at) },
        { ...limits, ...thresholdsInForce(own.get(device.userId), limits) },
      );
      const { caregiverIds, ownerName, ownerRoom } = people;
      return [{ ...condition, ...about, ownerName, ownerRoom, patientId: device.userId, caregiverIds }];
    });
    return { result: taken.length, events: await raiseDeviceAlerts(q, described, at) };
  }

  /** Each of the three returns how many conditions changed. */
  async function closeSome(q: Queryable) {
    const over = await closeConditions(q, { ...silentSince(now()), limits }, BATCH_SIZE);
    return { result: over.length, events: await settle(q, over) };
  }

  async function settle(q: Queryable, over: readonly ConditionRow[]): Promise<readonly NewEvent[]> {
    if (over.length === 0) return [];
    const at = new Date(now());
    const { devices, audience } = await lookUp(q, readings, over, at);
    const settled = await settleDeviceAlerts(q, over, at);
    const acknowledged = settled.flatMap(({ id, caregiverId, deviceId }): NewEvent[] => {
      const device = devices.get(deviceId);
      // An alert outlives the care relationship it was raised under.
      if (device === undefined || !audience.get(deviceId)?.caregiverIds.includes(caregiverId)) return [];
      const data = acknowledgement({ id, fallId: null }, null, at);
      return [{ recipientId: caregiverId, aboutId: device.userId, type: 'alert.acknowledged', data }];
    });
    return [...acknowledged, ...(await publishStatus(q, over, devices, audience, at))];
  }

  /** Batteries, stillness and alerts do not change the status; a silence does, once per device. */
  function publishStatus(
    q: Queryable,
    conditions: readonly ConditionRow[],
    devices: ReadonlyMap<string, DeviceRow>,
    audience: ReadonlyMap<string, DeviceAudience>,
    at: Date,
  ): Promise<readonly NewEvent[]> {
    const silent = new Set(
      conditions.filter(({ type }) => CHANGES_STATUS.includes(type)).map(({ deviceId }) => deviceId),
    );
    const changes = [...silent].flatMap((id): StatusChange[] => {
      const device = devices.get(id);
      const people = audience.get(id);
      // Disabling the device has already published its status.
      return device === undefined || people === undefined || device.disabled ? [] : [{ device, people }];
    });
    return announceDeviceStatus(q, changes, firmware, at);
  }

  const periodic = startPeriodic({
    everyMs: CHECK_MS,
    now,
    work: check,
    failed: (error) => log.error({ err: error }, 'devices: check for silent devices failed'),
  });

  function end(conditions: (q: Queryable) => Promise<readonly ConditionRow[]>, what: string): void {
    const change = events.transaction(async (q) => {
      const over = await conditions(q);
      return { result: over.length, events: await settle(q, over) };
    });
    // On failure the next check tries again.
    const settled = change.then(
      () => {},
      (error: unknown) => log.error({ err: error }, `devices: notifying the end of a ${what} failed`),
    );
    inFlight = Promise.all([inFlight, settled]).then(() => {});
  }

  return {
    check,
    deviceIsBack: ({ id }, at) => end((q) => endSilence(q, readings, id, new Date(at)), 'silence'),
    deviceHasMoved: ({ id }, at) => end((q) => endStillness(q, id, new Date(at)), 'stillness'),
    async close() {
      await periodic.close();
      await inFlight;
    },
  };
}

/** The devices of some conditions, and the recipients of their events. */
async function lookUp(
  q: Queryable,
  readings: ReadingsRelation,
  conditions: readonly { readonly deviceId: string }[],
  at: Date,
) {
  const ids = [...new Set(conditions.map(({ deviceId }) => deviceId))];
  const rows = await findDevices(q, ids);
  const withNewestReport = await readNewestReports(q, readings, rows, at.getTime());
  const people = await lockAudienceOf(q, ids);
  return {
    devices: new Map(rows.map((row) => [row.id, withNewestReport(row)])),
    audience: new Map(people.map((row) => [row.deviceId, row])),
  };
}
