import type { Database } from '../../platform/database/database.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { page } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import { fleetDeviceOf, type WantedFirmware } from '../records.ts';
import { FleetDevice, fleetFilter } from '../schema.ts';
import { FLEET_SORTS, listFleet } from '../store/fleet.ts';
import type { NewestReports } from '../store/reports.ts';

interface FleetRouteDeps {
  readonly db: Database;
  readonly reports: NewestReports;
  readonly firmware: WantedFirmware;
  readonly now: () => number;
}

/** docs/contract.md, "All wearables". */
export const fleetRoute = ({ db, reports, firmware, now }: FleetRouteDeps): Route =>
  route({
    operation: 'listDevices',
    at: 'GET /admin/devices',
    access: ['ADMIN'],
    summary: 'List the wearables of all patients, with their wearers. Every call is audited.',
    query: pageQuery(fleetFilter, FLEET_SORTS),
    reply: page(FleetDevice),
    async handle({ query, principal, record }) {
      const at = now();
      const { rows, pagination } = await listFleet(db, readPage(query), query, at);
      const subjects = rows.map(({ userId }) => userId);
      recordHealthRead({ principal, record }, 'the devices of all patients', subjects);
      const wearers = new Map(rows.map(({ id, wearer }) => [id, wearer]));
      const [devices, offered] = await Promise.all([
        reports.newest(rows),
        firmware.offeredTo(
          db,
          rows.map(({ id }) => id),
        ),
      ]);
      const data = devices.flatMap((device) => {
        const wearer = wearers.get(device.id);
        return wearer === undefined ? [] : [fleetDeviceOf(device, wearer, at, firmware.latest, offered)];
      });
      return { data, pagination };
    },
  });
