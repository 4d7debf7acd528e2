import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { requireCareOf } from '../../../auth/care.ts';
import type { Principal } from '../../../auth/sessions.ts';
import type { Coordination } from '../../../coordination/coordination.ts';
import { deviceOf, statusViewOf } from '../../../domain/devices.ts';
import { canonicalMac } from '../../../domain/mac.ts';
import { AppError, Forbidden, InvalidInput, NotFound } from '../../../errors.ts';
import { Device, DeviceLogEntry, DeviceStatusView, deviceLogFilter } from '../../../schemas/devices.ts';
import { page, success } from '../../../schemas/envelope.ts';
import { pageQuery, readPage } from '../../../schemas/paging.ts';
import {
  Assessment,
  HistoryPoint,
  HistoryQuery,
  READING_BYTES,
  SensorReading,
} from '../../../schemas/readings.ts';
import type { AuditTrail } from '../../../storage/audit.ts';
import type { Database } from '../../../storage/database.ts';
import { DEVICE_LOG_SORTS, listDeviceLogs } from '../../../storage/device-logs.ts';
import { type DeviceRow, deleteDevice, findDevice, findDeviceByMac } from '../../../storage/devices.ts';
import { bucketedHistory, rawHistory } from '../../../storage/readings.ts';
import type { DeviceJournal } from '../../../stream/device-journal.ts';
import type { DeviceRegistry } from '../../../stream/device-registry.ts';
import type { Housekeeping } from '../../../stream/housekeeping.ts';
import type { Assessed, MessageName, SensorStream } from '../../../stream/sensor-stream.ts';
import { found, isUuid } from '../path-id.ts';
import { directRoute, type Route, route } from '../route.ts';

export interface DeviceRouteParts {
  readonly db: Database;
  readonly stream: SensorStream;
  readonly registry: DeviceRegistry;
  readonly journal: DeviceJournal;
  readonly housekeeping: Housekeeping;
  readonly coordination: Coordination;
  readonly audit: AuditTrail;
  readonly latestFirmware: string | undefined;
  readonly now: () => number;
}

const LOGS_PER_PAGE = 20;
const MOST_POINTS = 2000;
const HOUR_MS = 3_600_000;
/** What a chart shows when nobody says from when, and how long a point of it is. */
const HISTORY = {
  raw: { shownMs: HOUR_MS, pointMs: undefined },
  minute: { shownMs: 24 * HOUR_MS, pointMs: 60_000 },
  hour: { shownMs: 30 * 24 * HOUR_MS, pointMs: HOUR_MS },
} as const;
/** Erasing millions of readings goes on in the background; the caller waits for what is quickly done. */
const ERASE_PATIENCE_MS = 1_000;

/** Contract, section 4.2. */
export function deviceRoutes(parts: DeviceRouteParts): readonly Route[] {
  const { db, stream, registry, journal, now } = parts;

  const device = async ({ params }: { params: Readonly<Record<string, string>> }): Promise<DeviceRow> => {
    const id = params.id ?? '';
    const mac = isUuid(id) ? undefined : canonicalMac(id);
    const row =
      mac === undefined
        ? await found('Device', id, (uuid) => findDevice(db, uuid))
        : await findDeviceByMac(db, mac);
    if (row === undefined) throw new NotFound('Device');
    return registry.newest(row);
  };

  const viewedDevice = async (call: { principal: Principal; params: Readonly<Record<string, string>> }) => {
    const row = await device(call);
    await requireCareOf(db, call.principal, row.userId);
    return row;
  };

  return [
    directRoute({
      method: 'POST',
      path: '/device/sensor-stream',
      summary: 'Submit a sensor reading; the first one of an unknown MAC address registers the device',
      body: SensorReading,
      bodyBytes: READING_BYTES,
      status: 200,
      answer: success(Assessment),
      direct: (principal, body, idempotencyKey, answer) =>
        stream.handleReading(principal, body, namedBy(idempotencyKey), (outcome) =>
          answer(outcome instanceof AppError ? outcome : assessmentJson(outcome)),
        ),
    }),

    route({
      method: 'GET',
      path: '/device/:id',
      access: 'signed-in',
      limit: 'global',
      summary: 'A device, by its id or MAC address; for its owner, an assigned caregiver or an admin',
      target: viewedDevice,
      status: 200,
      answer: success(Device),
      handle: ({ target }) => ({ data: deviceOf(target, now()) }),
    }),

    route({
      method: 'GET',
      path: '/device/:id/status',
      access: 'signed-in',
      limit: 'global',
      summary: 'What the device last said of itself',
      target: viewedDevice,
      status: 200,
      answer: success(DeviceStatusView),
      handle: ({ target }) => ({ data: statusViewOf(target, now(), parts.latestFirmware) }),
    }),

    route({
      method: 'GET',
      path: '/device/:id/logs',
      access: 'signed-in',
      limit: 'global',
      summary: 'The newest 1000 log entries of the device',
      target: viewedDevice,
      query: pageQuery(deviceLogFilter, DEVICE_LOG_SORTS),
      status: 200,
      answer: page(DeviceLogEntry),
      async handle({ target, query }) {
        await journal.settled();
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
      method: 'GET',
      path: '/device/:id/readings',
      access: 'signed-in',
      limit: 'global',
      summary: `Readings for a chart, oldest first, at most ${MOST_POINTS} points; go on from the last one's timestamp`,
      target: viewedDevice,
      query: HistoryQuery,
      status: 200,
      answer: success(Type.Array(HistoryPoint)),
      async handle({ target, query, principal, caller }) {
        const resolution = query.resolution ?? 'raw';
        const { shownMs, pointMs } = HISTORY[resolution];
        const to = query.to ? new Date(query.to) : new Date(now());
        const from = query.from ? new Date(query.from) : new Date(to.getTime() - shownMs);
        if (from >= to) throw new InvalidInput({ from: 'must be before `to`' });
        const last =
          pointMs === undefined
            ? to.getTime()
            : Math.min(to.getTime(), from.getTime() + MOST_POINTS * pointMs);
        const range = { deviceKey: target.key, from, to: new Date(last), most: MOST_POINTS };
        if (principal.userId !== target.userId) {
          void parts.audit.record({
            level: 'info',
            action: 'health.read',
            outcome: 'done',
            message: 'Read the readings of a device',
            actorId: principal.userId,
            subjectId: target.userId,
            ...caller,
          });
        }
        return {
          data:
            resolution === 'raw' ? await rawHistory(db, range) : await bucketedHistory(db, range, resolution),
        };
      },
    }),

    route({
      method: 'DELETE',
      path: '/device/:id',
      access: 'signed-in',
      limit: 'global',
      summary: 'Delete a device with its readings and logs; for its owner alone',
      async target(call) {
        const row = await device(call);
        if (row.userId !== call.principal.userId) throw new Forbidden('Only the owner may delete a device');
        return row;
      },
      status: 204,
      async handle({ target, principal, caller }) {
        await deleteDevice(db, target.id);
        parts.coordination.announce({ type: 'device.deleted', macAddress: target.macAddress });
        void parts.audit.record({
          level: 'warning',
          action: 'device.deleted',
          outcome: 'done',
          message: `Deleted device ${target.macAddress}`,
          actorId: principal.userId,
          subjectId: target.userId,
          ...caller,
        });
        await Promise.race([
          parts.housekeeping.eraseDeleted(),
          delay(ERASE_PATIENCE_MS, undefined, { ref: false }),
        ]);
        return {};
      },
    }),
  ];
}

const namedBy = (key: string | undefined): MessageName | undefined =>
  key === undefined ? undefined : { bytes: Buffer.from(key), mayRepeat: true };

/** Written by hand because it is written most: no value in it can need escaping. */
function assessmentJson(a: Assessed): Buffer {
  return Buffer.from(
    `{"success":true,"data":{"deviceId":"${a.deviceId}","timestamp":"${iso(a.timestamp)}","fallDetected":${a.fallDetected},` +
      `"fallConfidence":${a.fallConfidence},"healthScore":${a.healthScore},"nextAllowedRequest":"${iso(a.nextAllowedRequest)}"}}`,
  );
}

const iso = (ms: number): string => new Date(ms).toISOString();
