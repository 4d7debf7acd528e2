import type { SentAlert } from '../events.ts';

/**
 * docs/contract.md, "Alerts": emergencies are re-sent until a caregiver claims them, and again when no claim is held
 * any more.
 */
export const REPEAT_MS = 30_000;

/** docs/contract.md, "Alerts": the number of emergencies that are sent as separate frames. */
export const NEWEST_EMERGENCIES = 20;

interface Reminder {
  /** The newest open emergencies. */
  readonly alerts: readonly SentAlert[];
  /** Total number of open emergencies. */
  readonly count: number;
}

/** Caregivers with an open socket on this instance. */
export interface ConnectedCaregivers {
  connected(): readonly string[];
  /** Caregivers with a connection for which `remind` has not been called yet. */
  newlyConnected(): readonly string[];
  /**
   * Sends the reminders not sent within REPEAT_MS, on each of the caregiver's connections; returns when the next one
   * is due. An empty reminder counts too: the connection is no longer new.
   */
  remind(caregiverId: string, reminder: Reminder): number;
}
