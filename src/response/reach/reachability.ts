/** docs/response.md, "Reachability". */
export const REACHABILITY_WARNINGS = {
  ON_DUTY_UNREACHABLE: 'No caregiver on duty has a working notification method.',
  CAREGIVERS_UNREACHABLE: 'No caregiver is on duty, and no caregiver has a working notification method.',
  NO_CAREGIVERS: 'There are no caregivers: alerts go to the admins.',
} as const;

export type ReachabilityWarning = keyof typeof REACHABILITY_WARNINGS;

/** How many active caregivers there are, and how many of them have a working notification channel. */
export interface Reachability {
  /** People who may fall. Without patients there is no fall to notify about. */
  readonly patients: number;
  readonly caregivers: number;
  readonly caregiversReachable: number;
  readonly onDuty: number;
  readonly onDutyReachable: number;
}

/**
 * The reason why no caregiver would be notified of a fall outside the console; undefined while one can be reached.
 * Escalation starts with the caregivers on duty, or with all caregivers if none is on duty. Sockets and MQTT do not
 * count: a page may be closed at any moment.
 */
export const reachabilityWarningOf = (now: Reachability): ReachabilityWarning | undefined =>
  now.patients === 0 ? undefined : unreachedBecause(now);

/** The same for a home that is being set up: its first resident may come at any moment. */
export function unreachedBecause(now: Reachability): ReachabilityWarning | undefined {
  if (now.caregivers === 0) return 'NO_CAREGIVERS';
  if (now.onDuty > 0) return now.onDutyReachable > 0 ? undefined : 'ON_DUTY_UNREACHABLE';
  return now.caregiversReachable > 0 ? undefined : 'CAREGIVERS_UNREACHABLE';
}
