import type { BoardPerson, Frames } from '../api/records.ts';
import { withSign } from './wearable-signal.ts';

/** docs/contract.md, "Devices": when a wearable counts as silent. */
export const INACTIVE_AFTER_MS = 30 * 60_000;
const OFFLINE_AFTER_MS = 24 * 60 * 60_000;

/** docs/contract.md, "Health score". */
export const BATTERY_LOW = 20;

export const isBatteryLow = ({ batteryLevel }: { readonly batteryLevel?: number | null }): boolean =>
  batteryLevel != null && batteryLevel < BATTERY_LOW;

/** The status of a wearable that was seen this long ago, as the service derives it. */
function statusAfter(silenceMs: number): 'ACTIVE' | 'INACTIVE' | 'OFFLINE' {
  if (silenceMs >= OFFLINE_AFTER_MS) return 'OFFLINE';
  return silenceMs >= INACTIVE_AFTER_MS ? 'INACTIVE' : 'ACTIVE';
}

/**
 * A resident is shown by the wearable that was seen last. What comes of another one, or late, is older than what is shown:
 * it would set the last reading back, and the status would contradict it.
 */
const isOlder = (time: string | null, { lastSeen }: BoardPerson): boolean =>
  lastSeen !== null && (time === null || Date.parse(time) < Date.parse(lastSeen));

export function withDeviceStatus(person: BoardPerson, data: Frames['device.status']['data']): BoardPerson {
  if (isOlder(data.lastDataPoint, person)) return person;
  return {
    ...person,
    deviceStatus: data.status,
    batteryLevel: data.batteryLevel ?? person.batteryLevel,
    lastSeen: data.lastDataPoint,
    paused: data.paused,
    pausedAt: data.pausedAt,
  };
}

/** `quietMs`: after how long without a reading a wearable is quiet. */
export function withReading(
  person: BoardPerson,
  data: Frames['reading']['data'],
  now: number,
  quietMs: number,
): BoardPerson {
  if (isOlder(data.timestamp, person)) return person;
  return {
    ...person,
    deviceStatus: statusAfter(now - Date.parse(data.timestamp)),
    lastSeen: data.timestamp,
    signal: withSign(person.signal, data.timestamp, now, quietMs),
    batteryLevel: data.batteryLevel ?? person.batteryLevel,
    heartRate: data.heartRate ?? person.heartRate,
    spo2: data.spo2 ?? person.spo2,
    healthScore: data.healthScore,
    paused: null,
    pausedAt: null,
  };
}
