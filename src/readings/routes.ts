import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import type { DeviceLogWriter } from '../devices/log-writer.ts';
import { deviceOf, statusViewOf } from '../devices/records.ts';
import { devicePaths } from '../devices/routes/device-path.ts';
import { Device, DeviceLogEntry, DeviceStatusView, deviceLogFilter } from '../devices/schema.ts';
import { DEVICE_LOG_SORTS, listDeviceLogs } from '../devices/store/device-logs.ts';
import { deleteDevice } from '../devices/store/devices.ts';
import type { Coordination } from '../platform/cluster/cluster.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError, Forbidden, InvalidInput } from '../platform/errors.ts';
import { recordHealthRead } from '../platform/http/audit-lines.ts';
import type { Principal } from '../platform/http/principal.ts';
import { directRoute, type Params, type Route, route } from '../platform/http/route.ts';
import { READING_BYTES } from '../platform/mqtt/limits.ts';
import { page, success } from '../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../platform/schema/paging.ts';
import { HOUR_MS, MINUTE_MS } from '../platform/time.ts';
import { assessedJson } from './assessed-json.ts';
import type { Assessed, MessageIdentity, ReadingHandler } from './handler.ts';
import type { DeviceRegistry } from './registry/registry.ts';
import { Assessment, HistoryPoint, HistoryQuery, SensorReading } from './schema.ts';
import { bucketedHistory, rawHistory } from './store/readings.ts';

export interface DeviceRouteDeps {
  readonly db: Database;
  readonly stream: ReadingHandler;
  readonly registry: DeviceRegistry;
  readonly deviceLog: DeviceLogWriter;
  /** Erases the readings of deleted devices. */
  readonly eraseReadings: () => Promise<void>;
  readonly coordination: Coordination;
  readonly latestFirmware: string | undefined;
  readonly now: () => number;
}

const LOGS_PER_PAGE = 20;
const MAX_POINTS = 2000;
/** By resolution: the default time range of a chart, and the length of a point. */
const HISTORY = {
  raw: { defaultRangeMs: HOUR_MS, pointMs: undefined },
  minute: { defaultRangeMs: 24 * HOUR_MS, pointMs: MINUTE_MS },
  hour: { defaultRangeMs: 30 * 24 * HOUR_MS, pointMs: HOUR_MS },
} as const;
/** A deletion answers after this long at the latest; readings are erased on in the background. */
const ERASE_WAIT_MS = 1_000;

/** docs/contract.md, "Devices". */
export function deviceRoutes(deps: DeviceRouteDeps): readonly Route[] {
  const { db, stream, registry, deviceLog, now } = deps;

  const { device, deviceInCare } = devicePaths(db, registry);

  const ownDevice = (refusal: string) => async (call: { principal: Principal; params: Params }) => {
    const row = await device(call);
    if (row.userId !== call.principal.userId) throw new Forbidden(refusal);
    return row;
  };

  return [
    directRoute({
      operation: 'submitReading',
      method: 'POST',
      path: '/device/sensor-stream',
      withTemporaryPassword: 'devices',
      summary: 'Submit a sensor reading; the first one of an unknown MAC address registers the device',
      body: SensorReading,
      bodyBytes: READING_BYTES,
      status: 200,
      reply: success(Assessment),
      direct: (principal, body, idempotencyKey, reply) =>
        stream.handleReading(principal, body, messageIdentityOf(idempotencyKey), (outcome) =>
          reply(outcome instanceof AppError ? outcome : assessmentJson(outcome)),
        ),
    }),

    route({
      operation: 'getDevice',
      method: 'GET',
      path: '/device/:id',
      access: 'signed-in',
      limit: 'global',
      summary: 'A device, by its id or MAC address; for its owner, an assigned caregiver or an admin',
      target: deviceInCare,
      status: 200,
      reply: success(Device),
      handle: ({ target }) => ({ data: deviceOf(target, now()) }),
    }),

    route({
      operation: 'getDeviceStatus',
      method: 'GET',
      path: '/device/:id/status',
      access: 'signed-in',
      limit: 'global',
      summary: 'What the device last said of itself',
      target: deviceInCare,
      status: 200,
      reply: success(DeviceStatusView),
      handle: ({ target }) => ({ data: statusViewOf(target, now(), deps.latestFirmware) }),
    }),

    route({
      operation: 'listDeviceLogs',
      method: 'GET',
      path: '/device/:id/logs',
      access: 'signed-in',
      limit: 'global',
      summary: 'The newest 1000 log entries of the device',
      target: deviceInCare,
      query: pageQuery(deviceLogFilter, DEVICE_LOG_SORTS, LOGS_PER_PAGE),
      status: 200,
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
    }),

    route({
      operation: 'getDeviceReadings',
      method: 'GET',
      path: '/device/:id/readings',
      access: 'signed-in',
      limit: 'global',
      summary: `Readings for a chart, oldest first, at most ${MAX_POINTS} points; go on from the last one's timestamp`,
      target: deviceInCare,
      query: HistoryQuery,
      status: 200,
      reply: success(Type.Array(HistoryPoint)),
      async handle({ target, query, principal, record }) {
        const resolution = query.resolution ?? 'raw';
        const { defaultRangeMs, pointMs } = HISTORY[resolution];
        const to = query.to ? new Date(query.to) : new Date(now());
        const from = query.from ? new Date(query.from) : new Date(to.getTime() - defaultRangeMs);
        if (from >= to) throw new InvalidInput({ from: 'must be before `to`' });
        const last =
          pointMs === undefined
            ? to.getTime()
            : Math.min(to.getTime(), from.getTime() + MAX_POINTS * pointMs);
        const range = { deviceKey: target.key, from, to: new Date(last), limit: MAX_POINTS };
        recordHealthRead({ principal, record }, 'the readings of a device', target.userId);
        return {
          data:
            resolution === 'raw' ? await rawHistory(db, range) : await bucketedHistory(db, range, resolution),
        };
      },
    }),

    route({
      operation: 'deleteDevice',
      method: 'DELETE',
      path: '/device/:id',
      access: 'signed-in',
      limit: 'global',
      summary: 'Delete a device with its readings and logs; for its owner alone',
      target: ownDevice('Only the owner may delete a device'),
      status: 204,
      async handle({ target, record }) {
        await deleteDevice(db, target.id);
        await deps.coordination.broadcast({ type: 'device.deleted', macAddress: target.macAddress });
        const message = `Deleted device ${target.macAddress}`;
        record({ level: 'warning', action: 'device.deleted', message, subjectId: target.userId });
        await Promise.race([deps.eraseReadings(), delay(ERASE_WAIT_MS, undefined, { ref: false })]);
        return {};
      },
    }),
  ];
}

const messageIdentityOf = (key: string | undefined): MessageIdentity | undefined =>
  key === undefined ? undefined : { bytes: Buffer.from(key), maybeDuplicate: true };

const assessmentJson = (assessed: Assessed): Buffer =>
  Buffer.from(`{"success":true,"data":${assessedJson(assessed)}}`);
