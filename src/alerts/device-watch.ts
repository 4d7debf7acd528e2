import { deviceStatusEvents } from '../devices/status-events.ts';
import { deviceAlert } from '../domain/alert.ts';
import { INACTIVE_AFTER_MS, OFFLINE_AFTER_MS } from '../domain/device-status.ts';
import type { EventLog, LiveEvent, NewEvent } from '../live/events.ts';
import type { Log } from '../log.ts';
import { startPeriodic } from '../periodic.ts';
import type { LiveAlert } from '../storage/alert-delivery.ts';
import type { Database, Queryable } from '../storage/database.ts';
import {
  audienceOfDevices,
  type ConditionRow,
  closeConditions,
  endSilence,
  insertDeviceAlerts,
  openConditions,
  settleDeviceAlerts,
} from '../storage/device-conditions.ts';
import { type DeviceRow, findDevices } from '../storage/devices.ts';
import { MINUTE_MS } from '../time.ts';
import { acknowledgement } from './acknowledgement.ts';

export interface DeviceWatch {
  /** Looks at all devices now; it does so by itself every half minute. */
  check(): Promise<void>;
  /** A wearable that had been silent has sent a reading: whoever was told of its silence hears of its end. */
  deviceIsBack(device: { readonly id: string }, at: number): void;
  close(): Promise<void>;
}

export interface DeviceWatchParts {
  readonly db: Database;
  readonly events: EventLog;
  readonly latestFirmware: string | undefined;
  readonly now: () => number;
  readonly log: Log;
}

const CHECK_MS = 30_000;
/** Reports reach the table some seconds late; a wearable is not called silent for that. */
const REPORT_LAG_MS = 20_000;
/** After a start, or when the database was away, it was we who heard nothing: wearables get time to come back. */
const GRACE_MS = 5 * MINUTE_MS;
const BATTERY_LOW = 10;
/** A little above, so that a battery that wavers around the threshold is told of once. */
const BATTERY_RECOVERED = 15;
const BATCH_SIZE = 200;
const NEVER = new Date(0);

/** Monitoring that is blind must say so: one alert for each occurrence, cleared by data. */
export function createDeviceWatch({ db, events, latestFirmware, now, log }: DeviceWatchParts): DeviceWatch {
  let watchingSince = now();
  let inFlight: Promise<void> = Promise.resolve();

  async function check(): Promise<void> {
    try {
      while ((await inTransaction(closeSome)) === BATCH_SIZE);
      while ((await inTransaction(openSome)) === BATCH_SIZE);
    } catch (error) {
      watchingSince = now();
      throw error;
    }
  }

  /** Answers how many conditions changed; tells of them after the commit. */
  async function inTransaction(
    change: (q: Queryable) => Promise<{ readonly changed: number; readonly told: readonly NewEvent[] }>,
  ): Promise<number> {
    const { changed, told } = await db.transaction(async (q) => {
      const { changed, told } = await change(q);
      const appended: readonly LiveEvent[] = await events.append(q, told);
      return { changed, told: appended };
    });
    events.broadcast(told);
    return changed;
  }

  const inactiveSince = () => new Date(now() - INACTIVE_AFTER_MS - REPORT_LAG_MS);

  async function openSome(q: Queryable) {
    const ready = now() - watchingSince >= GRACE_MS;
    const at = new Date(now());
    const opened = await openConditions(
      q,
      {
        inactiveSince: ready ? inactiveSince() : NEVER,
        offlineSince: ready ? new Date(now() - OFFLINE_AFTER_MS) : NEVER,
        batteryBelow: BATTERY_LOW,
      },
      at,
      BATCH_SIZE,
    );
    if (opened.length === 0) return { changed: 0, told: [] };
    const { devices, audience } = await knownOf(q, opened);
    const described = opened.flatMap((condition) => {
      const device = devices.get(condition.deviceId);
      const people = audience.get(condition.deviceId);
      if (device === undefined || people === undefined) return [];
      const about = deviceAlert(condition.type, { name: device.name, ownerName: people.ownerName });
      return [{ ...condition, ...about, device, people }];
    });
    const alerts = await insertDeviceAlerts(q, described, at);
    const alertEvents = alerts.flatMap(({ id, caregiverId, deviceId, type }): NewEvent[] => {
      const about = described.find((it) => it.deviceId === deviceId && it.type === type);
      if (about === undefined) return [];
      const data: LiveAlert = {
        id,
        patientName: about.people.ownerName,
        type,
        severity: about.severity,
        message: about.message,
        timestamp: at,
        acknowledged: false,
        patientId: about.device.userId,
        fallId: null,
        deviceId,
      };
      return [{ recipientId: caregiverId, aboutId: about.device.userId, type: 'alert', data }];
    });
    return { changed: opened.length, told: [...alertEvents, ...statusEvents(opened, devices, audience)] };
  }

  async function closeSome(q: Queryable) {
    const over = await closeConditions(
      q,
      { inactiveSince: inactiveSince(), batteryFrom: BATTERY_RECOVERED },
      BATCH_SIZE,
    );
    return { changed: over.length, told: await settle(q, over) };
  }

  async function settle(q: Queryable, over: readonly ConditionRow[]): Promise<readonly NewEvent[]> {
    if (over.length === 0) return [];
    const at = new Date(now());
    const settled = await settleDeviceAlerts(q, over, at);
    const { devices, audience } = await knownOf(q, over);
    const acknowledged = settled.flatMap(({ id, caregiverId, deviceId }): NewEvent[] => {
      const device = devices.get(deviceId);
      if (device === undefined) return [];
      const data = acknowledgement({ id, fallId: null }, null, at);
      return [{ recipientId: caregiverId, aboutId: device.userId, type: 'alert.acknowledged', data }];
    });
    return [...acknowledged, ...statusEvents(over, devices, audience)];
  }

  /** A battery does not change the status; a silence does, once per device. */
  function statusEvents(
    conditions: readonly ConditionRow[],
    devices: ReadonlyMap<string, DeviceRow>,
    audience: ReadonlyMap<string, { readonly caregiverIds: readonly string[] }>,
  ): readonly NewEvent[] {
    const silent = new Set(
      conditions.filter(({ type }) => type !== 'DEVICE_BATTERY_LOW').map(({ deviceId }) => deviceId),
    );
    return [...silent].flatMap((id) => {
      const device = devices.get(id);
      // A device that is disabled was told of when it was.
      if (device === undefined || device.disabled) return [];
      return deviceStatusEvents(device, audience.get(id)?.caregiverIds ?? [], latestFirmware, now());
    });
  }

  const periodic = startPeriodic({
    everyMs: CHECK_MS,
    now,
    work: check,
    failed: (error) => log.error({ err: error }, 'silent devices could not be looked for'),
  });

  return {
    check,
    deviceIsBack({ id }, at) {
      const told = inTransaction(async (q) => {
        const over = await endSilence(q, id, new Date(at));
        return { changed: over.length, told: await settle(q, over) };
      });
      // The next check does what could not be done now.
      const settled = told.then(
        () => {},
        (error: unknown) => log.error({ err: error }, 'the end of a silence could not be told'),
      );
      inFlight = Promise.all([inFlight, settled]).then(() => {});
    },
    async close() {
      await periodic.close();
      await inFlight;
    },
  };
}

async function knownOf(q: Queryable, conditions: readonly { readonly deviceId: string }[]) {
  const ids = [...new Set(conditions.map(({ deviceId }) => deviceId))];
  const rows = await findDevices(q, ids);
  const people = await audienceOfDevices(q, ids);
  return {
    devices: new Map(rows.map((device) => [device.id, device])),
    audience: new Map(people.map((row) => [row.deviceId, row])),
  };
}
