import type { DeviceSummary } from './device-summary-schema.ts';

/** A patient's state, from devices and falls. */
export interface PatientState {
  readonly healthScore: number;
  readonly lastSeen: Date | null;
  /** Falls of the last seven days, POTENTIAL and above. */
  readonly recentFalls: number;
  readonly devices: readonly unknown[];
}

/** Data from devices and falls in patients' records; this module must not import those modules. */
export interface PatientFacts {
  /** Returns states in the order of the ids. */
  of(patientIds: readonly string[]): Promise<readonly PatientState[]>;
  deviceSummariesOf(patientId: string): Promise<readonly DeviceSummary[]>;
}
