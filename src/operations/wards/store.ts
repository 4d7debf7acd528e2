import { isNoPathTest } from '../../accounts/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';

export interface WardCounts {
  /** Null for residents without a ward. */
  readonly id: string | null;
  readonly name: string | null;
  readonly residents: number;
  readonly wearables: number;
  readonly silentWearables: number;
  readonly unanswered: number;
}

const sum = (column: string): string => `coalesce(sum(${column}), 0)::int`;

/** Every ward by name; last, residents without one. */
export const wardCounts = (q: Queryable) =>
  q.rows<WardCounts>(
    `SELECT w.id, w.name, count(p.id)::int AS residents, ${sum('d.wearables')} AS wearables,
            ${sum('d.silent')} AS "silentWearables", ${sum('f.unanswered')} AS unanswered
     FROM wards_public w
       FULL JOIN (SELECT id, ward_id FROM people_public
                  WHERE role = 'PATIENT' AND status = 'active' AND ${isNoPathTest('id')}) p ON p.ward_id = w.id
       LEFT JOIN (SELECT d.user_id, count(*) AS wearables, count(c.device_id) AS silent
                  FROM devices_public d
                    LEFT JOIN device_conditions_public c ON c.device_id = d.id AND c.type = 'DEVICE_INACTIVE'
                  WHERE NOT d.disabled GROUP BY d.user_id) d ON d.user_id = p.id
       LEFT JOIN (SELECT r.patient_id, count(*) AS unanswered
                  FROM responses_public r JOIN real_falls f ON f.id = r.fall_id
                  WHERE r.state = 'OPEN' GROUP BY r.patient_id) f ON f.patient_id = p.id
     GROUP BY w.id, w.name ORDER BY w.name NULLS LAST, w.id`,
  );
