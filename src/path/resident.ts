/** How the wearable of the test connects. */
export interface TestWearable {
  readonly macAddress: string;
  readonly token: string;
}

/** What the service knows of the test's fall. */
export interface FallProgress {
  readonly raisedAt: Date | null;
  readonly queuedAt: Date | null;
  /** Whether the outbox has recorded that the alert arrived. */
  readonly isReceived: boolean;
  /** Why the last attempt to send the alert failed. */
  readonly error: string | null;
}

/** The resident who does not exist, with a wearable, and a receiver of the alert; the modules that own them implement it. */
export interface TestResident {
  /** Deletes what an earlier test has left. The alert goes to `url`. */
  create(url: string, at: Date): Promise<TestWearable>;
  progress(): Promise<FallProgress>;
  remove(): Promise<void>;
}
