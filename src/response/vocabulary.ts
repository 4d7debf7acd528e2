import { isSensorSign, type SensorEvent, type SensorSign } from '../notify/texts/content.ts';
import type { Queryable } from '../platform/database/database.ts';

/** docs/response.md, "Escalation policy". */
export const STEP_TARGETS = ['on_duty', 'assigned', 'ward', 'ward_leads', 'admins'] as const;

export type StepTarget = (typeof STEP_TARGETS)[number];

export const FALL_SOURCES = ['STREAM', 'REPORT', 'HELP_BUTTON', 'CHECK_IN', 'SENSOR'] as const;

/**
 * A wearable's readings, a person's report, the wearer's own call for help, a check-in that the patient missed, or an
 * event of another sensor.
 */
export type FallSource = (typeof FALL_SOURCES)[number];

/** An event of another sensor, as the fall that it became keeps it. */
export interface FallSensor {
  readonly id: string;
  readonly name: string;
  readonly event: SensorEvent;
  readonly text: string | null;
}

/** Alert types and their subjects. A fall also has a response; the module that notices another subject raises its alert. */
export const ALERT_TYPES = {
  FALL_DETECTED: 'a fall',
  DEVICE_INACTIVE: 'a silent wearable',
  DEVICE_OFFLINE: 'a wearable that has been silent for 24 hours',
  DEVICE_BATTERY_LOW: 'a wearable with a low battery',
  DEVICE_NOT_WORN: 'a wearable that nobody wears',
  REPORT_FLOOD: 'a user who reports too many falls, or a sensor that sends too many events',
  SENSOR_BED_EXIT: 'a patient who left the bed',
  SENSOR_DOOR: 'a door that was opened',
  SENSOR_INACTIVITY: 'a patient who does not move',
} as const satisfies Record<`SENSOR_${SensorSign}`, string> & Record<string, string>;

export type AlertType = keyof typeof ALERT_TYPES;

/** The type of the alerts about a fall. */
export const fallAlertType = (event: SensorEvent | null): AlertType =>
  event !== null && isSensorSign(event) ? `SENSOR_${event}` : 'FALL_DETECTED';

/** Subjects of notices to leads and admins (docs/home.md, "Notices to leads and admins"). */
export const STAFF_NOTICE_KINDS = [
  'ROSTER_GAP',
  'ROSTER_SWAP',
  'STATION_OFFLINE',
  'PIN_LOCKED',
  'PAGER_OFFLINE',
  'CLOCK_IN_DOUBT',
  'PATH_FAILED',
  'PATH_RESTORED',
  'NEIGHBOUR_DOWN',
  'NEIGHBOUR_BACK',
  'FIRMWARE_STOPPED',
  'SIGN_ON_AWAY',
  'PASSWORD_USED',
] as const;

export type StaffNoticeKind = (typeof STAFF_NOTICE_KINDS)[number];

export const DUTY_VIA = ['roster', 'shift'] as const;

/** What puts somebody on duty: the roster of a ward, or a shift that they started. */
export type DutyVia = (typeof DUTY_VIA)[number];

export const RESPONSE_STATES = ['CHECKING', 'OPEN', 'CLAIMED', 'RESOLVED'] as const;

/** How the states follow one another is drawn in states.ts. */
export type ResponseState = (typeof RESPONSE_STATES)[number];

export const RESOLUTIONS = ['HELPED', 'NO_HELP_NEEDED', 'FALSE_ALARM'] as const;

/** By a caregiver, by the patient ("I'm OK"), or by the service itself (docs/response.md, "Verification"). */
export const RESPONSE_OUTCOMES = [...RESOLUTIONS, 'CANCELLED_BY_PATIENT', 'MOVED_ON'] as const;

export type ResponseOutcome = (typeof RESPONSE_OUTCOMES)[number];

export const SENSITIVITIES = ['fewer', 'standard', 'more'] as const;

/** docs/response.md, "Sensitivity". */
export type Sensitivity = (typeof SENSITIVITIES)[number];

/** How a patient's detected falls alert. */
export interface DetectionLimits {
  /** Whether they are verified before channels ring. */
  readonly verify: boolean;
  readonly sensitivity: Sensitivity;
}

/** Without a choice of anybody. */
export const DEFAULT_LIMITS: DetectionLimits = { verify: true, sensitivity: 'standard' };

export const VERIFICATION_STATUSES = ['pending', 'stands', 'moved_on'] as const;

/** docs/response.md, "Verification". */
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** So long after its impact a detected fall is judged again. */
export const VERIFY_AFTER_S = 10;

/** Impacts closer together are one. */
const SAME_IMPACT_MS = 1000;

export const isOtherImpact = (at: Date, before: Date): boolean =>
  at.getTime() - before.getTime() > SAME_IMPACT_MS;

/** Alerts that a ward of 25 residents hears in a shift of 8 hours. */
export const perShift = (alerts: number, wornHours: number): number => (25 * 8 * alerts) / wornHours;

export type VerificationVerdict = Exclude<VerificationStatus, 'pending'>;

/** An impact that is judged by what followed it. */
export interface ImpactToVerify {
  readonly deviceId: string | null;
  readonly impactAt: Date;
}

/** The detector, as responses know it: they must not import the readings module. */
export interface FallVerifier {
  /** Reads in the transaction. Returns the impacts after which the wearers have moved on; the others stand. */
  movedOn<Impact extends ImpactToVerify>(
    q: Queryable,
    impacts: readonly Impact[],
  ): Promise<ReadonlySet<Impact>>;
}

/** The types that a timeline shows; the log also keeps the escalation steps. */
export const TIMELINE_TYPES = [
  'detected',
  'risen',
  'verified',
  'repeated',
  'told',
  'unreceived',
  'claimed',
  'released',
  'expired',
  'assisted',
  'offered',
  'declined',
  'passed',
  'resolved',
  'corrected',
  'amended',
  'cancelled',
  'learned',
] as const;

/** The outcome of a fall that a caregiver has reported or changed. */
export interface JudgedOutcome {
  readonly fallId: string;
  readonly patientId: string;
  readonly outcome: 'FALSE_ALARM' | 'CONFIRMED';
  readonly at: Date;
}

/** What a change of an outcome has taught the detector about the wearer. */
interface LearnedFromOutcome {
  /** Undefined if the detector is as sensitive as before. */
  readonly sensitivity: 'less' | 'more' | undefined;
  readonly falseAlarms: number;
  /** Tells every instance; call it after the commit. */
  announce(): Promise<void>;
}

/** The detector, as responses know it: they must not import the readings module. */
export interface OutcomeLearner {
  /** Runs in the transaction that sets the outcome. Returns undefined if the outcome says nothing about the detector. */
  learn(q: Queryable, outcome: JudgedOutcome): Promise<LearnedFromOutcome | undefined>;
}

/** The stored parts of an explanation (readings/scoring/explain.ts) that words are made of; older falls lack some. */
export interface StoredAssessment {
  readonly decidedBy: string;
  readonly confidence?: number;
  readonly level?: string;
  /** How the choice of a patient, ward or organisation has changed the confidence. */
  readonly chosen?: { readonly sensitivity: Sensitivity; readonly detectorConfidence: number };
  readonly secondsSinceImpact?: number;
  readonly reasons: readonly Reason[];
}

export interface Reason {
  readonly name: string;
  readonly value: number;
  readonly contribution: number | null;
}

/** SQL: the sort key of lists of falls `f` that are sorted by response. */
export const RESPONSE_STATE = '(SELECT r.state FROM responses r WHERE r.fall_id = f.id)';

/** SQL: as RESPONSE_STATE, for the verification. */
export const RESPONSE_VERIFICATION = '(SELECT r.verification FROM responses_public r WHERE r.fall_id = f.id)';

/** The outcome that a caregiver reports for an alert. */
export const OUTCOMES = ['FALSE_ALARM', 'CONFIRMED'] as const;
export type Outcome = (typeof OUTCOMES)[number];
