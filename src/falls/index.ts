export type { FallAlerts } from './raise.ts';
export {
  countFallsByDay,
  fallsWithPatients,
  listFallsOf,
  lockFallsOfDevice,
  type RecentLevel,
  recentLevels,
} from './store/falls.ts';
export type { SignalOutcome, WearerSignals } from './wearer-signals.ts';
