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
