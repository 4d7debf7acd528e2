import { NotFound } from '../../errors.ts';
import type { Queryable } from '../../storage/database.ts';
import { type DeviceRow, findDeviceNamed } from '../../storage/devices.ts';

/** Decisions, HTTP in general: `/device/:id` also takes the MAC address. */
export async function deviceAt(q: Queryable, id = ''): Promise<DeviceRow> {
  const row = await findDeviceNamed(q, id);
  if (row === undefined) throw new NotFound('Device');
  return row;
}
