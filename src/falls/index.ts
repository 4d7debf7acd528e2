export type { FallAlerts } from './raise.ts';
export {
  countFalls,
  countFallsByDay,
  fallsWithPatients,
  listFallsOf,
  type RecentLevel,
  recentLevels,
} from './store/falls.ts';
export { countOutcomes, countOutcomesByDay } from './store/outcomes.ts';
export type { SignalOutcome, WearerSignals } from './wearer-signals.ts';
