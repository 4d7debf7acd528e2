// What the service says of a response, as far as the simulator reads it.

export interface Person {
  readonly id: string;
  readonly name: string;
}

export interface FallResponse {
  readonly state: 'CHECKING' | 'OPEN' | 'CLAIMED' | 'RESOLVED';
  readonly claimedBy: Person | null;
  readonly etaMinutes: number | null;
  readonly offeredTo: Person | null;
  readonly outcome: Outcome | 'CANCELLED_BY_PATIENT' | null;
}

export const OUTCOMES = ['HELPED', 'NO_HELP_NEEDED', 'FALSE_ALARM'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A wearable's buttons. */
export type Answer = 'ok' | 'help';

/** The `data` of a `response` frame. */
export interface ResponseChange {
  readonly fallId: string;
  readonly patientId: string;
  readonly patientName: string;
  readonly response: FallResponse;
}

/** A line of `GET /falls/:id/timeline`. */
export interface TimelineEntry {
  readonly at: string;
  readonly type: string;
  readonly by: Person | null;
  /** Of `told`: `delivered` or `failed`. */
  readonly outcome?: string | null;
}
