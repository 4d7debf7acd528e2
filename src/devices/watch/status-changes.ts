import type { EventLog, NewEvent } from '../../live/index.ts';
import { enqueue, laneOf, webhooksByEvent } from '../../notify/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { messageAboutPerson } from '../../response/index.ts';
import { statusViewOf, type WantedFirmware } from '../records.ts';
import { INACTIVE_AFTER_MS, OFFLINE_AFTER_MS } from '../status.ts';
import { type DeviceRow, setDisabled } from '../store/devices.ts';
import { type DeviceAudience, lockAudienceOf, openSilence, type SilentSince } from './conditions.ts';

export interface DeviceStatusDeps {
  readonly events: EventLog;
  readonly firmware: WantedFirmware;
}

/** `last_seen` reaches the table some seconds late; this lag must not make a wearable count as silent. */
const REPORT_LAG_MS = 20_000;

export const silentSince = (now: number): SilentSince => ({
  silentBefore: new Date(now - REPORT_LAG_MS),
  inactiveSince: new Date(now - INACTIVE_AFTER_MS - REPORT_LAG_MS),
  offlineSince: new Date(now - OFFLINE_AFTER_MS),
});

/** A device whose status has changed, and the recipients of the event. */
export interface StatusChange {
  readonly device: DeviceRow;
  readonly people: Pick<DeviceAudience, 'ownerName' | 'ownerRoom' | 'caregiverIds'>;
}

/**
 * Sends `device.status` to the owners, their caregivers and the organisation's event feeds: the REST status view with
 * the owner's id. Runs in the transaction of the change; returns the events to append to the event log.
 */
export async function announceDeviceStatus(
  q: Queryable,
  changes: readonly StatusChange[],
  { latest, offeredTo }: WantedFirmware,
  at: Date,
): Promise<readonly NewEvent[]> {
  if (changes.length === 0) return [];
  const offered = await offeredTo(
    q,
    changes.map(({ device }) => device.id),
  );
  const views = changes.map(({ device, people }) => ({
    device,
    people,
    view: { ...statusViewOf(device, at.getTime(), latest, offered), userId: device.userId },
  }));
  const webhooks = (await webhooksByEvent(q))('device.status');
  const messages = views.flatMap(({ device, people: { ownerName, ownerRoom }, view }) =>
    webhooks.map(({ id, url }) => ({
      fallId: null,
      to: { webhookId: id },
      lane: laneOf('webhook', { url }),
      message: messageAboutPerson(
        'device.status',
        { patientId: device.userId, patientName: ownerName, patientRoom: ownerRoom },
        null,
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

interface Switched {
  readonly device: DeviceRow;
  readonly changed: boolean;
}

/**
 * Disables or enables a device and publishes the status in the same transaction. If the device is silent when it is
 * enabled, this publishes the silence, and the watch does not publish it again.
 */
export async function switchDevice(
  { events, firmware }: DeviceStatusDeps,
  deviceId: string,
  disabled: boolean,
  at: Date,
): Promise<Switched | undefined> {
  return events.transaction<Switched | undefined>(async (q) => {
    // Locked before the device, as when its owner is deleted: see lockCaregiversOf.
    const [people] = await lockAudienceOf(q, [deviceId]);
    const row = await setDisabled(q, deviceId, disabled, at);
    if (row === undefined || people === undefined) return { result: undefined, events: [] };
    const { changed, ...device } = row;
    if (!changed) return { result: { device, changed }, events: [] };
    if (!disabled) await openSilence(q, deviceId, silentSince(at.getTime()), at);
    const newEvents = await announceDeviceStatus(q, [{ device, people }], firmware, at);
    return { result: { device, changed }, events: newEvents };
  });
}
