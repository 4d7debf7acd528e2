import type { DeviceSummary } from './device-summary.ts';

/** A patient's state, from devices and falls. */
export interface PatientState {
  readonly healthScore: number;
  readonly lastSeen: Date | null;
  /** Falls of the last seven days, POTENTIAL and above. */
  readonly recentFalls: number;
  readonly devices: readonly unknown[];
}

/** What the records of patients show of their devices and falls; those modules are on the right of this one. */
export interface PatientFacts {
  /** In the order of the ids. */
  of(patientIds: readonly string[]): Promise<readonly PatientState[]>;
  deviceSummariesOf(patientId: string): Promise<readonly DeviceSummary[]>;
}
