/**
 * Membership of care teams, as a relation of `caregiver_id` and `patient_id`: the assigned caregivers and the members of
 * the patient's ward, kept by triggers (sql/031), without memberships that are over (sql/063). Permissions that come from
 * a care team query this relation; only code about assignments and wards themselves does not.
 */
export const CARE_TEAMS = 'current_care_teams';

/**
 * SQL: whether a membership in a ward lasts at a time. A membership that is over gives nothing, even in the moment
 * before its row is deleted. Takes an alias of ward_members and an SQL expression.
 */
export const lastsSql = (member: string, at: string): string =>
  `(${member}.until IS NULL OR ${member}.until > ${at})`;

/** Minutes after the end of an absence, in which the wearable may still be on its way. */
export const RETURN_MINUTES = 15;

/**
 * SQL: whether alerts that only say that nothing is known of a patient are held (docs/home.md, "Absence"). Takes SQL
 * expressions.
 */
export const isAwaySql = (patient: string, at: string): string =>
  `EXISTS (SELECT FROM absences_public a WHERE a.patient_id = ${patient}
     AND coalesce(a.ended_at, a.until_at) > ${at}::timestamptz - interval '${RETURN_MINUTES} minutes')`;
