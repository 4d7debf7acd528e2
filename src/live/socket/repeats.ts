/** docs/contract.md, "Alerts": emergencies are re-sent until somebody goes, and again when nobody does any more. */
export const REPEAT_MS = 30_000;

/** A time that lies in the future is not recent: the clock was set back, and what is due must not wait for it. */
export const isRecent = (time: number, now: number, withinMs: number): boolean =>
  time <= now && now - time < withinMs;

/** docs/contract.md, "Alerts": how many are sent as frames of their own. */
export const NEWEST_EMERGENCIES = 20;

export interface Reminder {
  /** The newest open emergencies. */
  readonly alerts: readonly { readonly id: string }[];
  /** How many are open in all. */
  readonly count: number;
}

/** Caregivers with an open socket at this instance. */
export interface ConnectedCaregivers {
  connected(): readonly string[];
  /** Those with a connection that `remind` has not been called for yet. */
  newlyConnected(): readonly string[];
  /**
   * Sends what has not been sent for REPEAT_MS, on each of their connections; returns when the next of it is due.
   * An empty reminder is one too: the connection is no longer new.
   */
  remind(caregiverId: string, reminder: Reminder): number;
}
