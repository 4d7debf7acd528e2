import { PATH_RESIDENT } from '../../accounts/vocabulary.ts';
import { requireCareOf } from '../../people/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Params } from '../../platform/http/route.ts';
import { type DeviceRow, findDeviceNamed } from '../store/devices.ts';
import type { NewestReports } from '../store/reports.ts';

/** docs/contract.md, "Requests": `/device/:id` also takes the MAC address. */
export async function deviceAt(q: Queryable, id = ''): Promise<DeviceRow> {
  const row = await findDeviceNamed(q, id);
  if (row === undefined || row.userId === PATH_RESIDENT) throw new NotFound('Device');
  return row;
}

interface Call {
  readonly principal: Principal;
  readonly params: Params;
}

/** Resolves `/device/:id` to the device with its newest report. */
export function devicePaths(db: Queryable, reports: NewestReports) {
  const device = async ({ params }: Pick<Call, 'params'>): Promise<DeviceRow> => {
    const row = await deviceAt(db, params.id);
    const [newest = row] = await reports.newest([row]);
    return newest;
  };
  return {
    device,
    /** Access for the owner, an assigned caregiver or an admin. */
    async deviceInCare(call: Call): Promise<DeviceRow> {
      const row = await device(call);
      await requireCareOf(db, call.principal, row.userId);
      return row;
    },
  };
}
