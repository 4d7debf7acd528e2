import { laneOf } from '../domain/delivery.ts';
import { statusViewOf } from '../domain/devices.ts';
import type { EventLog, NewEvent } from '../live/events.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { type DeviceAudience, holdAudienceOf } from '../storage/device-conditions.ts';
import { type DeviceRow, setDisabled } from '../storage/devices.ts';
import { enqueue } from '../storage/outbox.ts';
import { webhooksFor } from '../storage/webhooks.ts';
import { messageAboutDevice } from './messages.ts';

export interface DeviceStatusParts {
  readonly db: Database;
  readonly events: EventLog;
  readonly latestFirmware: string | undefined;
}

/** A device whose status has changed, and who is to hear of it. */
export interface StatusChange {
  readonly device: DeviceRow;
  readonly people: Pick<DeviceAudience, 'ownerName' | 'ownerRoom' | 'caregiverIds'>;
}

/**
 * `device.status` for the owners and their caregivers, the status view of REST with the owner's id, and for the event
 * feeds of the organisation, in the transaction of the change; answers what is to be appended to the log of events.
 */
export async function tellDeviceStatus(
  q: Queryable,
  changes: readonly StatusChange[],
  latestFirmware: string | undefined,
  at: Date,
): Promise<readonly NewEvent[]> {
  if (changes.length === 0) return [];
  const views = changes.map(({ device, people }) => ({
    device,
    people,
    view: { ...statusViewOf(device, at.getTime(), latestFirmware), userId: device.userId },
  }));
  const webhooks = await webhooksFor(q, 'device.status');
  const messages = views.flatMap(({ device, people: { ownerName, ownerRoom }, view }) =>
    webhooks.map(({ id, url }) => ({
      fallId: null,
      to: { webhookId: id },
      lane: laneOf('webhook', url),
      message: messageAboutDevice(
        { patientId: device.userId, patientName: ownerName, patientRoom: ownerRoom },
        { title: `${device.name} of ${ownerName} is ${view.status}`, body: '' },
        at,
        { device: view },
      ),
    })),
  );
  await enqueue(q, messages, at);
  return views.flatMap(({ device, people, view }) =>
    [device.userId, ...people.caregiverIds].map(
      (recipientId): NewEvent => ({
        recipientId,
        aboutId: device.userId,
        type: 'device.status',
        data: view,
      }),
    ),
  );
}

/** Disables or enables a device and tells of it in the same transaction. */
export async function switchDevice(
  { db, events, latestFirmware }: DeviceStatusParts,
  device: { readonly id: string; readonly disabled: boolean },
  disabled: boolean,
  at: Date,
): Promise<DeviceRow | undefined> {
  const { row, appended } = await db.transaction(async (q) => {
    // Before the device, as when its owner is deleted: see holdCareOf.
    const [people] = await holdAudienceOf(q, [device.id]);
    const row = await setDisabled(q, device.id, disabled, at);
    if (row === undefined || people === undefined || device.disabled === disabled)
      return { row, appended: [] };
    const told = await tellDeviceStatus(q, [{ device: row, people }], latestFirmware, at);
    return { row, appended: await events.append(q, told) };
  });
  events.broadcast(appended);
  return row;
}
