import { canonicalMac } from '../../domain/mac.ts';
import { NotFound } from '../../errors.ts';
import type { Queryable } from '../../storage/database.ts';
import { type DeviceRow, findDevice, findDeviceByMac } from '../../storage/devices.ts';
import { found, isUuid } from './path-id.ts';

/** Decisions, HTTP in general: `/device/:id` also takes the MAC address. */
export async function deviceAt(q: Queryable, id = ''): Promise<DeviceRow> {
  const mac = isUuid(id) ? undefined : canonicalMac(id);
  if (mac === undefined) return found('Device', id, (uuid) => findDevice(q, uuid));
  const row = await findDeviceByMac(q, mac);
  if (row === undefined) throw new NotFound('Device');
  return row;
}
