import { holdTokenOf } from '../accounts/index.ts';
import type { NewEvent } from '../live/index.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { Queryable } from '../platform/database/database.ts';
import { Conflict, NotFound } from '../platform/errors.ts';
import type { Principal } from '../platform/http/principal.ts';
import { acknowledgement, lockCaregiversOf, settleDeviceAlerts } from '../response/index.ts';
import { DEVICE_MOVED } from './cluster-events.ts';
import { requireFewerThanMaxDevices } from './provisioning.ts';
import { countDevicesLocking, type DeviceRow, moveDevice } from './store/devices.ts';
import { replaceDeviceToken } from './store/tokens.ts';
import { endConditions, lockAudienceOf } from './watch/conditions.ts';
import { announceDeviceStatus, type DeviceStatusDeps } from './watch/status-changes.ts';

interface MoveDeps extends DeviceStatusDeps {
  readonly cluster: Cluster;
}

/**
 * docs/contract.md, "Provisioning": the same device gets another wearer and another token. Its readings, its falls and
 * their responses stay with the former wearer. Its open conditions end, because they no longer concern the former
 * wearer.
 */
export async function moveWearable(
  { events, firmware, cluster }: MoveDeps,
  device: DeviceRow,
  {
    patientId,
    tokenHash,
    by,
    at,
  }: {
    readonly patientId: string;
    readonly tokenHash: Buffer;
    readonly by: Pick<Principal, 'token'>;
    readonly at: Date;
  },
): Promise<DeviceRow> {
  const moved = await events.transaction(async (q) => {
    // Takes the stronger lock first, then locks both people and their care teams before any of their rows: see
    // lockCaregiversOf.
    const owned = await countDevicesLocking(q, patientId);
    if (owned === undefined) throw new NotFound('Patient');
    requireFewerThanMaxDevices(owned);
    await lockCaregiversOf(q, [device.userId, patientId]);
    const madeByToken = await holdTokenOf(q, by);
    const former = await lockAudienceOf(q, [device.id]);
    const moved = await moveDevice(q, device, patientId, at);
    if (moved === undefined) throw new Conflict('The device was moved or deleted. Reload and try again.');
    await replaceDeviceToken(q, device.id, { hash: tokenHash, madeByToken, at });
    const caregiverIds = former.flatMap((audience) => audience.caregiverIds);
    const settled = await settle(q, device, caregiverIds, at);
    const [people] = await lockAudienceOf(q, [device.id]);
    const published = people && (await announceDeviceStatus(q, [{ device: moved, people }], firmware, at));
    return { result: moved, events: [...settled, ...(published ?? [])] };
  });
  await cluster.broadcast(DEVICE_MOVED, { macAddress: device.macAddress });
  return moved;
}

async function settle(
  q: Queryable,
  { id, userId }: Pick<DeviceRow, 'id' | 'userId'>,
  formerCaregiverIds: readonly string[],
  at: Date,
): Promise<readonly NewEvent[]> {
  const over = await endConditions(q, id);
  if (over.length === 0) return [];
  const settled = await settleDeviceAlerts(q, over, at);
  return settled
    .filter(({ caregiverId }) => formerCaregiverIds.includes(caregiverId))
    .map((alert) => ({
      recipientId: alert.caregiverId,
      aboutId: userId,
      type: 'alert.acknowledged',
      data: acknowledgement({ id: alert.id, fallId: null }, null, at),
    }));
}
