export type { FallAlerts } from './raise/raise.ts';
export {
  countFallsByDay,
  fallsWithPatients,
  listFallsOf,
  lockFallsOfDevice,
  type RecentLevel,
  recentLevels,
} from './store/falls.ts';
export type { SignalOutcome, WearerSignals } from './wearer-signals/wearer-signals.ts';
