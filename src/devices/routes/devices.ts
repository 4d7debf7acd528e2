import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { lockFallsOfDevice } from '../../falls/index.ts';
import { patientInCareAt } from '../../people/index.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Database } from '../../platform/database/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import { lockCaregiversOf } from '../../response/index.ts';
import { DEVICE_DELETED } from '../cluster-events.ts';
import type { DeviceLogWriter } from '../log-writer.ts';
import { deviceOf, statusViewOf, type WantedFirmware } from '../records.ts';
import { Device, DeviceLogEntry, DeviceStatusView, deviceLogFilter } from '../schema.ts';
import { DEVICE_LOG_SORTS, listDeviceLogs } from '../store/device-logs.ts';
import { deleteDevice, devicesOf } from '../store/devices.ts';
import type { NewestReports } from '../store/reports.ts';
import { lockConditionsOf } from '../watch/conditions.ts';
import { devicePaths } from './device-path.ts';

interface DeviceRouteDeps {
  readonly db: Database;
  readonly reports: NewestReports;
  readonly deviceLog: DeviceLogWriter;
  /** Erases the readings of deleted devices. */
  readonly eraseReadings: () => Promise<void>;
  readonly cluster: Cluster;
  readonly firmware: WantedFirmware;
  readonly now: () => number;
}

const LOGS_PER_PAGE = 20;
/** The reply to a deletion waits at most this long; the readings are then erased in the background. */
const ERASE_WAIT_MS = 1_000;

/** docs/contract.md, "Devices". */
export const deviceRoutes = (deps: DeviceRouteDeps): readonly Route[] => [
  getRoute(deps),
  statusRoute(deps),
  logRoute(deps),
  deleteRoute(deps),
];

const getRoute = ({ db, reports, now }: DeviceRouteDeps): Route =>
  route({
    operation: 'getDevice',
    at: 'GET /device/:id',
    access: 'signed-in',
    summary: 'Get a device by ID or MAC address. For its owner, an assigned caregiver or an admin.',
    target: devicePaths(db, reports).deviceInCare,
    reply: success(Device),
    handle({ target, principal, record }) {
      recordHealthRead({ principal, record }, 'a device', target.userId);
      return { data: deviceOf(target, now()) };
    },
  });

const statusRoute = ({ db, reports, firmware, now }: DeviceRouteDeps): Route =>
  route({
    operation: 'getDeviceStatus',
    at: 'GET /device/:id/status',
    access: 'signed-in',
    summary: "Get the device's last status report",
    target: devicePaths(db, reports).deviceInCare,
    reply: success(DeviceStatusView),
    async handle({ target, principal, record }) {
      recordHealthRead({ principal, record }, 'the status of a device', target.userId);
      return {
        data: statusViewOf(target, now(), firmware.latest, await firmware.offeredTo(db, [target.id])),
      };
    },
  });

const logRoute = ({ db, reports, deviceLog }: DeviceRouteDeps): Route =>
  route({
    operation: 'listDeviceLogs',
    at: 'GET /device/:id/logs',
    access: 'signed-in',
    summary: 'List the newest 1000 log entries of the device',
    target: devicePaths(db, reports).deviceInCare,
    query: pageQuery(deviceLogFilter, DEVICE_LOG_SORTS, LOGS_PER_PAGE),
    reply: page(DeviceLogEntry),
    async handle({ target, query, principal, record }) {
      // Log entries contain vitals and suspected falls.
      recordHealthRead({ principal, record }, 'the log of a device', target.userId);
      await deviceLog.settled();
      const { rows, pagination } = await listDeviceLogs(
        db,
        target.id,
        readPage(query, LOGS_PER_PAGE),
        query.logType,
      );
      return { data: rows, pagination };
    },
  });

const deleteRoute = ({ db, reports, cluster, eraseReadings }: DeviceRouteDeps): Route =>
  route({
    operation: 'deleteDevice',
    at: 'DELETE /device/:id',
    access: 'signed-in',
    scope: 'manage',
    summary: 'Delete a device with its readings and logs. For its owner only.',
    async target(call) {
      const device = await devicePaths(db, reports).device(call);
      if (device.userId !== call.principal.userId) throw new Forbidden('Only the owner may delete a device');
      return device;
    },
    status: 204,
    async handle({ target, record }) {
      await db.transaction(async (q) => {
        // The owner first, as when the account is deleted.
        await lockCaregiversOf(q, [target.userId]);
        await lockConditionsOf(q, target.id);
        await lockFallsOfDevice(q, target.id);
        await deleteDevice(q, target.id);
      });
      await cluster.broadcast(DEVICE_DELETED, { macAddress: target.macAddress });
      const message = `Deleted device ${target.macAddress}`;
      record({ level: 'warning', action: 'device.deleted', message, subjectId: target.userId });
      await Promise.race([eraseReadings(), delay(ERASE_WAIT_MS, undefined, { ref: false })]);
      return {};
    },
  });

export const patientDevicesRoute = ({
  db,
  reports,
  now,
}: Pick<DeviceRouteDeps, 'db' | 'reports' | 'now'>): Route =>
  route({
    operation: 'listPatientDevices',
    at: 'GET /patients/:id/devices',
    access: ['CAREGIVER', 'ADMIN'],
    summary: "List a patient's devices",
    target: (call) => patientInCareAt(db, call),
    reply: success(Type.Array(Device)),
    async handle({ target, principal, record }) {
      recordHealthRead({ principal, record }, 'the devices of a patient', target.id);
      const devices = await reports.newest(await devicesOf(db, [target.id]));
      return { data: devices.map((device) => deviceOf(device, now())) };
    },
  });
