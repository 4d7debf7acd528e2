export interface AlertFeed {
  /** Somebody listens to the caregiver's alerts here: from now on none is missed. */
  follow(caregiverId: string): Promise<void>;
  /** None of the caregiver's events up to this number is still to come; 0 while nobody follows them. */
  receivedUpTo(caregiverId: string): number;
  /** Resolves when the comparison under way, if any, is over. */
  close(): Promise<void>;
}
