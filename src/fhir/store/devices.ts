import type { Viewer } from '../../accounts/permissions.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Condition, conjunction, given } from '../../platform/database/list.ts';
import { idAfter, pageOf } from '../search/paging.ts';
import type { SearchRequest } from '../search/request.ts';
import { hasId, isAt, visibleTo } from './conditions.ts';

export const DEVICE_STATUSES = ['active', 'inactive'];

/** The ids of a page of patients' wearables, in their order. */
export async function listDeviceIds(
  q: Queryable,
  viewer: Viewer,
  { ids, lastUpdated, patientId, statuses, count, after }: SearchRequest,
) {
  const { where, values } = conjunction([
    ...visibleTo(viewer, 'd.user_id'),
    ...hasId(ids, 'd.id'),
    ...given(patientId, (id): Condition => ['d.user_id = $?', id]),
    ...isAt(lastUpdated, 'd.updated_at'),
    ...given(
      statuses,
      (some): Condition => [`CASE WHEN d.disabled THEN 'inactive' ELSE 'active' END = ANY($?)`, some],
    ),
    ...given(idAfter(after), (id): Condition => ['d.id > $?', id]),
  ]);
  const rows = await q.rows<{ id: string }>(
    `SELECT d.id FROM devices_public d JOIN people_public p ON p.id = d.user_id AND p.role = 'PATIENT' ${where}
     ORDER BY d.id LIMIT ${count + 1}`,
    values,
  );
  return pageOf(rows, count, ({ id }) => ({ place: '', id }));
}

export const ownerOf = (q: Queryable, deviceId: string) =>
  q.row<{ patientId: string }>(
    `SELECT d.user_id AS "patientId" FROM devices_public d JOIN people_public p ON p.id = d.user_id AND p.role = 'PATIENT' WHERE d.id = $1`,
    [deviceId],
  );
