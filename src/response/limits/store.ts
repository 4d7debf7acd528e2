import type { Queryable } from '../../platform/database/database.ts';
import { DEFAULT_LIMITS, type DetectionLimits } from '../vocabulary.ts';

/** Null is inherited. */
type OwnLimits = { readonly [Limit in keyof DetectionLimits]: DetectionLimits[Limit] | null };

/** Undefined keeps a limit unchanged. */
type LimitsChange = { readonly [Limit in keyof OwnLimits]?: OwnLimits[Limit] | undefined };

export type LimitsOf = (patientId: string) => DetectionLimits;

/** Each patient's own limits, else their ward's, else the organisation's, else the default. */
export async function limitsFor(q: Queryable, patientIds: readonly string[]): Promise<LimitsOf> {
  const rows = await q.rows<DetectionLimits & { patientId: string }>(
    `SELECT p.id AS "patientId", coalesce(own.verify, ward.verify, organisation.verify, $2) AS verify,
            coalesce(own.sensitivity, ward.sensitivity, organisation.sensitivity, $3) AS sensitivity
     FROM people_public p
       LEFT JOIN detection_limits own ON own.patient_id = p.id
       LEFT JOIN detection_limits ward ON ward.ward_id = p.ward_id
       LEFT JOIN detection_limits organisation ON num_nonnulls(organisation.ward_id, organisation.patient_id) = 0
     WHERE p.id = ANY($1)`,
    [patientIds, DEFAULT_LIMITS.verify, DEFAULT_LIMITS.sensitivity],
  );
  const limits = new Map(rows.map(({ patientId, ...own }) => [patientId, own]));
  return (patientId) => limits.get(patientId) ?? DEFAULT_LIMITS;
}

/** Whose limits they are: one patient's, one ward's, or the organisation's (neither). */
interface LimitsOwner {
  readonly patientId?: string;
  readonly wardId?: string;
}

const IS_OWN = 'patient_id IS NOT DISTINCT FROM $1 AND ward_id IS NOT DISTINCT FROM $2';

const keysOf = ({ patientId, wardId }: LimitsOwner) => [patientId ?? null, wardId ?? null];

/** Null is inherited. */
const NO_OWN: OwnLimits = { verify: null, sensitivity: null };

export const findOwnLimits = async (q: Queryable, owner: LimitsOwner): Promise<OwnLimits> =>
  (await q.row<OwnLimits>(
    `SELECT verify, sensitivity FROM detection_limits WHERE ${IS_OWN}`,
    keysOf(owner),
  )) ?? NO_OWN;

/** A ward or patient that was deleted since gets none. */
export const setOwnLimits = (q: Queryable, owner: LimitsOwner, { verify, sensitivity }: LimitsChange) =>
  q.run(
    `INSERT INTO detection_limits AS l (patient_id, ward_id, verify, sensitivity)
     SELECT $1, $2, $3, $4
     WHERE ($1::uuid IS NULL OR EXISTS (SELECT FROM people_public WHERE id = $1 FOR KEY SHARE))
       AND ($2::uuid IS NULL OR EXISTS (SELECT FROM wards_public WHERE id = $2 FOR KEY SHARE))
     ON CONFLICT (ward_id, patient_id) DO UPDATE SET
       verify = CASE WHEN $5 THEN excluded.verify ELSE l.verify END,
       sensitivity = CASE WHEN $6 THEN excluded.sensitivity ELSE l.sensitivity END`,
    [...keysOf(owner), verify ?? null, sensitivity ?? null, verify !== undefined, sensitivity !== undefined],
  );
