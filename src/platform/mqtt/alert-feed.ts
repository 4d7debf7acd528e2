export interface AlertFeed {
  /** A client subscribes to the caregiver's alerts on this instance: from now on none is missed. */
  follow(caregiverId: string): Promise<void>;
  /** All of the caregiver's events up to this number have arrived; 0 while no client follows the caregiver. */
  receivedUpTo(caregiverId: string): number;
  /** Resolves when the current comparison, if any, has ended. */
  close(): Promise<void>;
}
