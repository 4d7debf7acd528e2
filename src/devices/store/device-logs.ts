import type { Queryable } from '../../platform/database/database.ts';
import { type Condition, type ListSource, list } from '../../platform/database/list.ts';
import type { Page } from '../../platform/schema/paging.ts';

export interface NewDeviceLogEntry {
  readonly deviceId: string;
  readonly type: 'INFO' | 'WARNING' | 'ERROR';
  readonly message: string;
  readonly at: Date;
}

/** docs/contract.md, "Devices". */
const MAX_PER_DEVICE = 1000;

export async function insertDeviceLogs(q: Queryable, entries: readonly NewDeviceLogEntry[]): Promise<void> {
  // A device may have been deleted since: its entries are skipped and must not fail those of other devices.
  await q.run(
    `INSERT INTO device_logs (device_id, at, type, message)
     SELECT e.* FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[]) AS e (device_id, at, type, message)
     JOIN devices d ON d.id = e.device_id`,
    [
      entries.map((e) => e.deviceId),
      entries.map((e) => e.at),
      entries.map((e) => e.type),
      entries.map((e) => e.message),
    ],
  );
  await q.run(
    `DELETE FROM device_logs l USING unnest($1::uuid[]) AS d (id)
     WHERE l.device_id = d.id AND (l.at, l.id) <= (
       SELECT at, id FROM device_logs WHERE device_id = d.id ORDER BY at DESC, id DESC OFFSET ${MAX_PER_DEVICE} LIMIT 1)`,
    [[...new Set(entries.map((e) => e.deviceId))]],
  );
}

const SOURCE: ListSource = {
  columns: `id::text, device_id AS "deviceId", type, message, at AS timestamp`,
  from: 'device_logs',
  sortable: { timestamp: 'at', type: 'type', message: 'message' },
  time: 'at',
  id: 'device_logs.id',
  numbered: true,
};
export const DEVICE_LOG_SORTS = Object.keys(SOURCE.sortable);

export const listDeviceLogs = (q: Queryable, deviceId: string, page: Page, type?: string | null) => {
  const ofType: Condition[] = type ? [['type = $?', type.toUpperCase()]] : [];
  const ofItsWearer: Condition = [
    `at >= coalesce((SELECT worn_since FROM devices WHERE id = $?), '-infinity')`,
    deviceId,
  ];
  return list(q, SOURCE, page, [['device_id = $?', deviceId], ofItsWearer, ...ofType]);
};

const SURPLUS = `SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY device_id ORDER BY at DESC, id DESC) AS place FROM device_logs
  ) ranked WHERE place > ${MAX_PER_DEVICE}`;

/** For maintenance; normally there is nothing to delete, because every insert keeps the limit. */
export const trimDeviceLogs = (q: Queryable) => q.run(`DELETE FROM device_logs WHERE id IN (${SURPLUS})`);

export const countSurplusDeviceLogs = async (q: Queryable): Promise<number> =>
  (await q.value<number>(`SELECT count(*) AS total FROM (${SURPLUS}) surplus`)) ?? 0;
