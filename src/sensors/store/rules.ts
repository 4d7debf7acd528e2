import type { Queryable } from '../../platform/database/database.ts';
import { profileFields } from '../../platform/database/export-sources.ts';
import { asJson } from '../../platform/database/recordset.ts';
import type { SensorRule } from '../rules.ts';

export const rulesOf = async (q: Queryable, patientId: string): Promise<readonly SensorRule[]> =>
  (await q.value<readonly SensorRule[]>('SELECT rules FROM sensor_rules WHERE patient_id = $1', [
    patientId,
  ])) ?? [];

export const saveRules = (q: Queryable, patientId: string, rules: readonly SensorRule[], at: Date) =>
  q.run(
    `INSERT INTO sensor_rules (patient_id, rules, updated_at) VALUES ($1, $2, $3)
     ON CONFLICT (patient_id) DO UPDATE SET rules = $2, updated_at = $3`,
    [patientId, asJson(rules), at],
  );

/** The sensors and sensor rules of a patient. */
export const profilePart = profileFields(
  `SELECT (SELECT json_agg(json_build_object('id', s.id, 'name', s.name, 'kind', s.kind, 'room', s.room,
                                             'createdAt', s.created_at) ORDER BY s.created_at)
           FROM sensors s WHERE s.patient_id = $1) AS sensors,
          (SELECT rules FROM sensor_rules WHERE patient_id = $1) AS "sensorRules"`,
);
