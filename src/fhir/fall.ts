import type { Flag, Observation, Task } from 'fhir/r4.js';
import type { SensorEvent } from '../notify/texts/content.ts';
import { isSensorSign } from '../notify/texts/content.ts';
import type { Person } from '../people/person.ts';
import type { FallSource, ResponseOutcome, VerificationStatus } from '../response/vocabulary.ts';
import type { FALL_LEVEL_CODES } from './fall-codes.ts';

/** A fall with its response, as the store reads it. */
export interface Fall {
  readonly id: string;
  readonly patientId: string;
  readonly patientName: string;
  readonly deviceId: string | null;
  readonly source: FallSource;
  /** Who reported the fall, if that is known: the patient, or a caregiver or admin for them. */
  readonly reporter: Person | null;
  /** Of a fall that another sensor has reported. */
  readonly sensorEvent: SensorEvent | null;
  readonly level: keyof typeof FALL_LEVEL_CODES;
  readonly confidence: number;
  /** In m/s², of the worst reading. */
  readonly accel: readonly number[] | null;
  /** The time of the impact, to the microsecond in `place`. */
  readonly fellAt: Date;
  readonly place: string;
  /** What a caregiver said with an acknowledgement; the last one counts. */
  readonly feedback: 'FALSE_ALARM' | 'CONFIRMED' | null;
  readonly secondsToClaim: number | null;
  /** The outcome was changed after the response was resolved. */
  readonly corrected: boolean;
  readonly updatedAt: Date;
  /** Null for falls from before there were responses; the other fields of the response then are, too. */
  readonly state: 'CHECKING' | 'OPEN' | 'CLAIMED' | 'RESOLVED' | null;
  readonly begunAt: Date | null;
  /** Null for a service account, which is no practitioner. */
  readonly claimedBy: string | null;
  /** Empty if no one has claimed it. */
  readonly claimedByName: string;
  readonly claimedAt: Date | null;
  readonly claimExpiresAt: Date | null;
  readonly helpPresses: number | null;
  readonly outcome: ResponseOutcome | null;
  /** Null if it is not judged by what followed the impact. */
  readonly verification: VerificationStatus | null;
  readonly resolvedAt: Date | null;
  readonly note: string | null;
}

/** What was observed; types/observation.ts has the same rules as SQL. */
export function kindOf({
  source,
  sensorEvent,
}: Fall): 'fall' | 'help-call' | 'missed-check-in' | 'sensor-sign' {
  if (source === 'HELP_BUTTON' || sensorEvent === 'CALL') return 'help-call';
  if (source === 'CHECK_IN') return 'missed-check-in';
  return sensorEvent !== null && isSensorSign(sensorEvent) ? 'sensor-sign' : 'fall';
}

/** store/status-conditions.ts has the same rules as SQL. */
export function observationStatus(fall: Fall): Observation['status'] {
  if (fall.state === null) return fall.feedback === 'FALSE_ALARM' ? 'entered-in-error' : 'final';
  if (fall.state !== 'RESOLVED') return 'preliminary';
  if (fall.corrected) return 'amended';
  return fall.outcome === 'FALSE_ALARM' ? 'entered-in-error' : 'final';
}

const TASK_STATUSES = { CHECKING: 'draft', OPEN: 'requested', CLAIMED: 'accepted' } as const;

export function taskStatus({ state, outcome }: Pick<Fall, 'state' | 'outcome'>): Task['status'] {
  if (state !== null && state !== 'RESOLVED') return TASK_STATUSES[state];
  return outcome === 'CANCELLED_BY_PATIENT' || outcome === 'MOVED_ON' ? 'cancelled' : 'completed';
}

export const flagStatus = ({ state }: Pick<Fall, 'state'>): Flag['status'] =>
  state === 'RESOLVED' ? 'inactive' : 'active';
