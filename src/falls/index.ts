export type { FallAlerts } from './raise/raise.ts';
export { alertsByWard, NO_ALERTS } from './reports/ward-alerts.ts';
export {
  countFallsByDay,
  fallsWithPatients,
  listFallsOf,
  lockFallsOfDevice,
  type RecentLevel,
  recentLevels,
} from './store/falls.ts';
export type { SignalOutcome, WearerSignals } from './wearer-signals/wearer-signals.ts';
