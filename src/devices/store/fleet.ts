import { isNoPathTest } from '../../accounts/vocabulary.ts';
import type { DeviceStatus } from '../../people/device-summary-schema.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Condition, given, type ListSource, list } from '../../platform/database/list.ts';
import type { Page } from '../../platform/schema/paging.ts';
import { INACTIVE_AFTER_MS, OFFLINE_AFTER_MS } from '../status.ts';
import { DEVICE_COLUMNS, type DeviceRow } from './devices.ts';

interface FleetFilter {
  readonly status?: DeviceStatus | null | undefined;
  readonly wardId?: string | null | undefined;
  readonly search?: string | null | undefined;
}

export interface FleetRow extends DeviceRow {
  readonly wearer: {
    readonly id: string;
    readonly name: string;
    readonly room: string | null;
    readonly wardId: string | null;
  };
}

const WEARER = `(SELECT json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name, 'room', u.room,
    'wardId', u.ward_id) FROM people_public u WHERE u.id = user_id)`;

const SOURCE: ListSource = {
  columns: `${DEVICE_COLUMNS}, ${WEARER} AS wearer`,
  from: 'devices',
  sortable: {
    name: 'name',
    macAddress: 'mac_address',
    lastSeen: 'last_seen',
    batteryLevel: 'battery_level',
    firmwareVersion: 'firmware_version',
  },
  time: 'created_at',
  id: 'id',
};
export const FLEET_SORTS = Object.keys(SOURCE.sortable);

const SEARCHED = `name || ' ' || mac_address || ' ' ||
  (SELECT first_name || ' ' || last_name || ' ' || coalesce(room, '') FROM people_public WHERE people_public.id = user_id)`;

/** deviceStatus as SQL (devices/status.ts). Reports are stored every few seconds, which a list of hours allows for. */
function hasStatus(status: DeviceStatus, now: number): Condition {
  const inactive = new Date(now - INACTIVE_AFTER_MS);
  const offline = new Date(now - OFFLINE_AFTER_MS);
  switch (status) {
    case 'DISABLED':
      return ['disabled'];
    case 'UNREGISTERED':
      return ['NOT disabled AND last_seen IS NULL'];
    case 'OFFLINE':
      return ['NOT disabled AND last_seen <= $?', offline];
    case 'INACTIVE':
      return ['NOT disabled AND last_seen <= $? AND last_seen > $?', inactive, offline];
    case 'ACTIVE':
      return ['NOT disabled AND last_seen > $?', inactive];
  }
}

export const listFleet = (q: Queryable, page: Page, filter: FleetFilter, now: number) =>
  list<FleetRow>(q, SOURCE, page, [
    [isNoPathTest('user_id')],
    ...given(filter.status, (status) => hasStatus(status, now)),
    ...given(
      filter.wardId,
      (wardId): Condition => ['user_id IN (SELECT id FROM people_public WHERE ward_id = $?)', wardId],
    ),
    ...given(filter.search, (search): Condition => [`strpos(lower(${SEARCHED}), lower($?)) > 0`, search]),
  ]);

/** As many batteries as one forecast looks at; the emptiest first. */
const MOST_BATTERIES = 1000;

/** The wearables in use that have reported a battery. */
export const fleetBatteries = (q: Queryable, wardId: string | null) =>
  q.rows<
    Pick<DeviceRow, 'id' | 'key' | 'name' | 'charging'> &
      Pick<FleetRow, 'wearer'> & { readonly batteryLevel: number; readonly lastSeen: Date }
  >(
    `SELECT id, key, name, charging, battery_level AS "batteryLevel", last_seen AS "lastSeen", ${WEARER} AS wearer
     FROM devices
     WHERE ${isNoPathTest('user_id')} AND NOT disabled AND battery_level IS NOT NULL AND last_seen IS NOT NULL
       AND ($1::uuid IS NULL OR user_id IN (SELECT id FROM people_public WHERE ward_id = $1))
     ORDER BY battery_level, id LIMIT ${MOST_BATTERIES}`,
    [wardId],
  );
