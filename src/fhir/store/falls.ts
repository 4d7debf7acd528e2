import type { Viewer } from '../../accounts/permissions.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Condition, conjunction, given } from '../../platform/database/list.ts';
import type { Fall } from '../fall.ts';
import { pageOf, placeAfter } from '../search/paging.ts';
import type { SearchRequest } from '../search/request.ts';
import { hasId, isAt, visibleTo } from './conditions.ts';

/** From the timeline, which names those who report for a patient. Null without a timeline, or if the account is deleted. */
const REPORTER = `(
  SELECT json_build_object('id', b.id, 'name', concat_ws(' ', b.first_name, b.last_name))
  FROM (SELECT coalesce(by_id, t.patient_id) AS id FROM timelines_public
        WHERE fall_id = t.fall_id AND type = 'detected' ORDER BY id LIMIT 1) AS l JOIN people_public b ON b.id = l.id)`;

/**
 * Falls with their responses, for Observation, Task and Flag: one statement for a page. It reads tables of other modules,
 * because a search combines their columns. `fall_times` has the falls from POTENTIAL on, and the indexes.
 */
const SELECT = `
  SELECT t.fall_id AS id, t.patient_id AS "patientId", concat_ws(' ', p.first_name, p.last_name) AS "patientName",
         f.device_id AS "deviceId", f.source, CASE WHEN f.source = 'REPORT' THEN ${REPORTER} END AS reporter,
         f.sensor ->> 'event' AS "sensorEvent", f.status AS level, f.confidence, f.sensor_data -> 'accel' AS accel,
         t.fell_at AS "fellAt", (extract(epoch FROM t.fell_at) * 1000000)::bigint::text AS place, f.outcome AS feedback,
         t.claim_seconds AS "secondsToClaim", t.corrected, t.updated_at AS "updatedAt", r.state, r.created_at AS "begunAt",
         CASE WHEN c.role <> 'SERVICE' THEN c.id END AS "claimedBy", concat_ws(' ', c.first_name, c.last_name) AS "claimedByName",
         r.claimed_at AS "claimedAt", r.claim_expires_at AS "claimExpiresAt", r.help_presses AS "helpPresses", r.outcome, r.verification, r.resolved_at AS "resolvedAt",
         r.note
  FROM fall_times_public t
    JOIN real_falls f ON f.id = t.fall_id
    JOIN people_public p ON p.id = t.patient_id AND p.role = 'PATIENT'
    LEFT JOIN responses_public r ON r.fall_id = t.fall_id
    LEFT JOIN people_public c ON c.id = r.claimed_by`;

/** A condition: one of the given statuses, by the table of their conditions. */
export const hasStatus = (
  statuses: readonly string[] | undefined,
  conditions: Readonly<Record<string, string>>,
): Condition[] =>
  given(statuses, (some): Condition => [`(${some.map((status) => conditions[status]).join(' OR ')})`]);

/** Newest first. */
export async function listFalls(
  q: Queryable,
  viewer: Viewer,
  { ids, lastUpdated, patientId, count, after }: SearchRequest,
  more: readonly Condition[],
) {
  const { where, values } = conjunction([
    ...visibleTo(viewer, 't.patient_id'),
    ...hasId(ids, 't.fall_id'),
    ...given(patientId, (id): Condition => ['t.patient_id = $?', id]),
    ...isAt(lastUpdated, 't.updated_at'),
    ...given(
      placeAfter(after),
      ({ place, id }): Condition => [
        `t.fell_at <= ${TIME} AND (t.fell_at < ${TIME} OR t.fall_id::text COLLATE "C" > $?)`,
        place,
        place,
        id,
      ],
    ),
    ...more,
  ]);
  const rows = await q.rows<Fall>(
    `${SELECT} ${where} ORDER BY t.fell_at DESC, t.fall_id LIMIT ${count + 1}`,
    values,
  );
  return pageOf(rows, count, ({ place, id }) => ({ place, id }));
}

/** A time in microseconds since 1970. */
const TIME = `(timestamptz 'epoch' + $?::bigint * interval '1 microsecond')`;

export const findFall = (q: Queryable, id: string) => q.row<Fall>(`${SELECT} WHERE t.fall_id = $1`, [id]);
