export {
  allowedAmong,
  isAllowed,
  patientsShownTo,
  requireCareOf,
  requireResponderTo,
} from './access.ts';
export {
  careAmong,
  inCareOf,
  isInCareTeam,
  isShown,
  type PatientsOf,
  shownAmong,
  shownFor,
} from './care-team.ts';
export { dueCheckIns, markMovements, signCheckIn, takeDueCheckIn } from './check-in/store.ts';
export { patientProfile } from './patient-profile.ts';
export { patientAt, patientInCareAt, patientLedAt } from './routes/patient-path.ts';
export { countAssignments } from './store/assignments.ts';
export { countUnread } from './store/messages.ts';
export { activePatients, wardOf } from './store/patients.ts';
export { findCaregiverOf, findResponder } from './store/responders.ts';
export { CARE_TEAMS } from './vocabulary.ts';
export { requireLead, requireLeadOf, requireMemberOf } from './wards/access.ts';
export { leadsOf } from './wards/store.ts';
