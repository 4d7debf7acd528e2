import type { Person } from '../people/person.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ALERTING_LEVELS, type FallLevel } from '../platform/fall-levels.ts';
import type { FallSensor, FallSource, ResponseOutcome } from '../response/vocabulary.ts';

interface Resident extends Person {
  readonly room: string | null;
}

interface NightFall {
  readonly id: string;
  readonly patient: Resident;
  readonly at: Date;
  readonly level: FallLevel;
  readonly source: FallSource;
  readonly sensor: FallSensor | null;
  /** Times as text. */
  readonly claims: readonly { readonly at: string; readonly by: Person | null }[];
  readonly resolvedAt: Date | null;
  readonly outcome: ResponseOutcome | null;
}

/** JSON of a claim; without a caregiver if the account was deleted. */
const CLAIM = (at: string, by: string): string =>
  `json_build_object('at', to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
     'by', (SELECT json_build_object('id', b.id, 'name', rtrim(b.first_name || ' ' || b.last_name))
            FROM people_public b WHERE b.id = ${by}))`;

/** The falls of a ward's present patients in a time. */
export const fallsBetween = (
  q: Queryable,
  wardId: string,
  { start, end }: { readonly start: Date; readonly end: Date },
  most: number,
) =>
  q.rows<NightFall>(
    `SELECT f.id, json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name, 'room', u.room) AS patient,
            f.created_at AS at, f.status AS level, f.source, f.sensor, r.resolved_at AS "resolvedAt", r.outcome,
            coalesce((SELECT json_agg(${CLAIM('l.at', 'l.by_id')} ORDER BY l.id) FROM timelines_public l
                      WHERE l.fall_id = f.id AND l.type = 'claimed'),
                     -- The timeline may be deleted before the fall: the response has the last claim.
                     CASE WHEN r.claimed_at IS NULL THEN '[]' ELSE json_build_array(${CLAIM('r.claimed_at', 'r.claimed_by')}) END
            ) AS claims
     FROM real_falls f JOIN people_public u ON u.id = f.user_id LEFT JOIN responses_public r ON r.fall_id = f.id
     WHERE u.ward_id = $1 AND f.created_at >= $2 AND f.created_at < $3 AND f.status = ANY($4)
     ORDER BY f.created_at, f.id LIMIT $5`,
    [wardId, start, end, ALERTING_LEVELS, most],
  );

/** The patients of a ward, by room and name. */
export const residentsIn = (q: Queryable, wardId: string, most: number) =>
  q.rows<Resident & { readonly hasWearable: boolean }>(
    `SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.room,
            EXISTS (SELECT FROM devices_public d WHERE d.user_id = u.id AND NOT d.disabled) AS "hasWearable"
     FROM people_public u WHERE u.ward_id = $1 AND u.role = 'PATIENT' AND u.status = 'active'
     ORDER BY u.room, u.last_name, u.first_name, u.id LIMIT $2`,
    [wardId, most],
  );
