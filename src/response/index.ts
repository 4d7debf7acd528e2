export type { LiveAlert } from './alerts/delivery-store.ts';
export { raiseAlerts } from './alerts/raise-alerts.ts';
export {
  type AlertChange,
  openDeviceAlerts,
  raiseFallAlerts,
  settleDeviceAlerts,
  unacknowledgedDeviceAlerts,
} from './alerts/store.ts';
export { alertedOf, careTeamsOf, lockCaregiversOf, lockForRaise } from './care-team.ts';
export { acknowledgement } from './commands/acknowledgement.ts';
export { findFallToCancel, lockForHelpCall } from './commands/newest-fall.ts';
export type { FallenPatient } from './commands/raise-responses.ts';
export { Responses } from './commands/responses.ts';
export { findOwnLimits, limitsFor, setOwnLimits } from './limits/store.ts';
export { messageAboutPerson } from './messages.ts';
export type { AdminNotices } from './notices/admin-notices.ts';
export { boardNoticesOf } from './notices/staff-notices.ts';
export type { ReachabilityWatch } from './reach/reachability-watch.ts';
export { openFalls } from './receipts/open-falls.ts';
export { onDuty } from './roster/shift-store.ts';
export { responseJson, timelineJson } from './store/export.ts';
export { timelineOf } from './store/response-log.ts';
export { withResponses } from './store/responses.ts';
