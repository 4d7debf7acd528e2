import type { EventLog } from '../../live/index.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import { DEVICE_DISABLED } from '../cluster-events.ts';
import type { DeviceLogWriter } from '../log-writer.ts';
import { deviceOf, type WantedFirmware } from '../records.ts';
import { Device } from '../schema.ts';
import type { NewestReports } from '../store/reports.ts';
import { switchDevice } from '../watch/status-changes.ts';
import { deviceAt } from './device-path.ts';

interface DeviceSwitchRouteDeps {
  readonly db: Database;
  readonly reports: NewestReports;
  readonly cluster: Cluster;
  readonly events: EventLog;
  readonly firmware: WantedFirmware;
  readonly deviceLog: DeviceLogWriter;
  readonly now: () => number;
}

/** An admin disables and enables a device; every instance applies it from the device's next reading. */
export const deviceSwitchRoutes = (deps: DeviceSwitchRouteDeps): readonly Route[] => [
  switchRoute(deps, 'disable'),
  switchRoute(deps, 'enable'),
];

const switchRoute = (
  { db, reports, cluster, events, firmware, deviceLog, now }: DeviceSwitchRouteDeps,
  verb: 'disable' | 'enable',
): Route =>
  route({
    operation: `${verb}Device`,
    at: `POST /admin/devices/:id/${verb}`,
    access: ['ADMIN'],
    summary:
      verb === 'disable'
        ? 'Disable a device: refuse its messages'
        : 'Enable a device: accept its messages again',
    target: ({ params }) => deviceAt(db, params.id),
    reply: success(Device),
    async handle({ target, record }) {
      const disabled = verb === 'disable';
      const at = new Date(now());
      const switched = await switchDevice({ events, firmware }, target.id, disabled, at);
      if (switched === undefined) throw new NotFound('Device');
      const { device: row, changed } = switched;
      await cluster.broadcast(DEVICE_DISABLED, { macAddress: row.macAddress, disabled });
      if (changed) {
        const [type, message] = disabled
          ? (['WARNING', 'Disabled'] as const)
          : (['INFO', 'Enabled'] as const);
        deviceLog.record({ deviceId: row.id, type, message: `${message} by an admin`, at });
      }
      record({
        action: `device.${verb}d`,
        message: `Device ${row.macAddress} ${verb}d`,
        subjectId: row.userId,
      });
      const [newest = row] = await reports.newest([row]);
      return { data: deviceOf(newest, now()) };
    },
  });
