import * as fallRecords from './store/fall-records.ts';

export { acknowledgement } from './acknowledgement.ts';
export { alertedOf, careTeamsOf, lockCaregiversOf, lockForRaise } from './care-team.ts';
export { messageAboutPerson } from './messages.ts';
export { findFallToCancel, lockForHelpCall } from './newest-fall.ts';
export { raiseAlerts } from './raise-alerts.ts';
export type { FallenPatient } from './raise-responses.ts';
export type { ReachabilityWatch } from './reachability-watch.ts';
export { Responses } from './responses.ts';
export { boardNoticesOf } from './staff-notices.ts';
export type { LiveAlert } from './store/alert-delivery.ts';
export {
  type AlertChange,
  alertsOfFall,
  openDeviceAlerts,
  raiseFallAlerts,
  settleDeviceAlerts,
  unacknowledgedDeviceAlerts,
} from './store/alerts.ts';
export { responseJson, timelineJson } from './store/export.ts';
export { timelineOf } from './store/response-log.ts';
export { openFallIds, responsesOf, withResponses } from './store/responses.ts';
export { onDuty } from './store/shifts.ts';
export { fallRecords };
