export { acknowledgement } from './acknowledgement.ts';
export { type CareTeam, careTeamsOf, lockCaregiversOf, lockCareTeams } from './care-team.ts';
export { messageAboutPerson } from './messages.ts';
export type { FallenPatient } from './raise-responses.ts';
export { REACHABILITY_WARNINGS } from './reachability.ts';
export type { ReachabilityWatch } from './reachability-watch.ts';
export { Responses } from './responses.ts';
export { isGivenUp } from './states.ts';
export type { LiveAlert } from './store/alert-delivery.ts';
export {
  type AlertChange,
  alertsOfFall,
  insertFloodAlerts,
  openDeviceAlerts,
  raiseFallAlerts,
} from './store/alerts.ts';
export { responseJson, timelineJson } from './store/export.ts';
export { timelineOf } from './store/response-log.ts';
export {
  lastCancelled,
  lockNewestUnresolved,
  newestUnresolved,
  openFallIds,
  RESPONSE_STATE,
  responsesOf,
  takeTurnsCalling,
  withResponses,
} from './store/responses.ts';
export { onDuty } from './store/shifts.ts';
