import { statusViewOf } from '../domain/devices.ts';
import type { EventLog, NewEvent } from '../live/events.ts';
import type { Database } from '../storage/database.ts';
import { holdAudienceOf } from '../storage/device-conditions.ts';
import { type DeviceRow, setDisabled } from '../storage/devices.ts';

export interface DeviceStatusParts {
  readonly db: Database;
  readonly events: EventLog;
  readonly latestFirmware: string | undefined;
}

/** `device.status` for the owner and their caregivers: the status view of REST with the owner's id. */
export function deviceStatusEvents(
  device: DeviceRow,
  caregiverIds: readonly string[],
  latestFirmware: string | undefined,
  now: number,
): readonly NewEvent[] {
  const data = { ...statusViewOf(device, now, latestFirmware), userId: device.userId };
  return [device.userId, ...caregiverIds].map((recipientId) => ({
    recipientId,
    aboutId: device.userId,
    type: 'device.status',
    data,
  }));
}

/** Disables or enables a device and appends its `device.status` events in the same transaction. */
export async function switchDevice(
  { db, events, latestFirmware }: DeviceStatusParts,
  device: { readonly id: string; readonly disabled: boolean },
  disabled: boolean,
  at: Date,
): Promise<DeviceRow | undefined> {
  const { row, appended } = await db.transaction(async (q) => {
    // Before the device, as when its owner is deleted: see holdCareOf.
    const [audience] = await holdAudienceOf(q, [device.id]);
    const row = await setDisabled(q, device.id, disabled, at);
    if (row === undefined || device.disabled === disabled) return { row, appended: [] };
    const caregiverIds = audience?.caregiverIds ?? [];
    return {
      row,
      appended: await events.append(q, deviceStatusEvents(row, caregiverIds, latestFirmware, at.getTime())),
    };
  });
  events.broadcast(appended);
  return row;
}
