import type { FallLevel } from '../../platform/fall-levels.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import type { Day } from '../../platform/zone.ts';

// A notification is stored as what happened; the text is written when it is sent or shown, in the language of the reader.
// It passes through JSON, so that times are text.

/** The text on a lock screen: the name, the severity and the place, and no other health data. */
export interface NotificationText {
  readonly title: string;
  readonly body: string;
}

export interface Whose {
  readonly patientName: string;
  readonly patientRoom: string | null;
}

/** Of a fall, or of a test alert: docs/response.md, "Test alerts". */
interface OfFall extends Whose {
  readonly isTest?: boolean;
}

/** The clock of the service is ahead of the expected time, behind it, or differs from the database's clock. */
export type ClockDoubt = 'AHEAD' | 'BEHIND' | 'DATABASE';

/** docs/operations.md, "Path test": where an alert does not go on. */
export type PathStage =
  | 'prepared'
  | 'published'
  | 'acknowledged'
  | 'raised'
  | 'queued'
  | 'delivered'
  | 'received';

/** docs/sensors.md, "Events". */
export const SENSOR_EVENTS = ['FALL', 'BED_EXIT', 'DOOR', 'CALL', 'INACTIVITY'] as const;

export type SensorEvent = (typeof SENSOR_EVENTS)[number];

/** What a sensor noticed that is neither a fall nor a call: an alert without a fall, unless the patient's rules escalate it. */
export type SensorSign = Exclude<SensorEvent, 'FALL' | 'CALL'>;

export const isSensorSign = (event: SensorEvent): event is SensorSign => event !== 'FALL' && event !== 'CALL';

export const SENSOR_SIGNS = SENSOR_EVENTS.filter(isSensorSign);

export interface FallContent extends OfFall {
  readonly level: FallLevel;
  readonly source: 'STREAM' | 'REPORT' | 'HELP_BUTTON' | 'CHECK_IN' | 'SENSOR';
  /** For the source SENSOR. */
  readonly sensorEvent?: SensorEvent | null;
  /** For a fall from a backlog; null for a recent one. */
  readonly minutesAgo: number | null;
}

export type DeviceCondition = 'DEVICE_INACTIVE' | 'DEVICE_OFFLINE' | 'DEVICE_BATTERY_LOW' | 'DEVICE_NOT_WORN';

export interface DeviceContent {
  readonly condition: DeviceCondition;
  readonly deviceName: string;
  readonly patientName: string;
  /** Hours without a reading for an offline wearable, minutes for another silent one; else the limit that was passed, in percent for a battery or in minutes. */
  readonly limit: number;
}

interface SwapContent {
  readonly wardName: string;
  readonly day: Day;
  /** Null for a shift that the roster no longer has. */
  readonly shiftName: string | null;
  /** Null for a person who has left the ward. */
  readonly fromName: string | null;
  readonly toName: string | null;
}

/** docs/home.md, "Notices to leads and admins". */
export type StaffContent =
  | {
      readonly about: 'roster-gap';
      readonly wardName: string;
      readonly shiftName: string;
      /** ISO 8601 */
      readonly start: string;
      readonly hasBegun: boolean;
    }
  | ({ readonly about: 'swap-asked' | 'swap-accepted' | 'swap-declined' } & SwapContent)
  | { readonly about: 'station-offline'; readonly stationName: string }
  | { readonly about: 'pager-offline' }
  | {
      readonly about: 'clock-doubt';
      readonly reason: ClockDoubt;
      /** What the clock shows, ISO 8601. */
      readonly clock: string;
    }
  | {
      readonly about: 'path-failed';
      readonly stage: PathStage;
      /** ISO 8601 */
      readonly since: string;
      /** Set where it is over when the admins can be told: the database was away. */
      readonly until: string | null;
    }
  | { readonly about: 'path-restored' }
  | {
      readonly about: 'neighbour-down';
      readonly host: string;
      /** ISO 8601 */
      readonly since: string;
    }
  | { readonly about: 'neighbour-back'; readonly host: string }
  | { readonly about: 'firmware-stopped'; readonly version: string; readonly failed: number }
  | {
      readonly about: 'sign-on-away';
      /** ISO 8601 */
      readonly since: string;
      /** OIDC_OFFLINE_HOURS */
      readonly hours: number;
    }
  | {
      readonly about: 'password-used';
      readonly personName: string;
      /** ISO 8601 */
      readonly at: string;
    }
  | {
      readonly about: 'pin-locked';
      readonly personName: string;
      readonly stationName: string;
      readonly minutes: number;
    };

export type NotificationContent =
  /** `isReminder`: a person was notified before, and no one has claimed the fall. */
  | ({ readonly about: 'fall'; readonly isReminder: boolean } & FallContent)
  /** To the admins, once per response: none of the people who should respond has a working channel. */
  | ({ readonly about: 'unreachable' } & FallContent)
  /** To the caregiver who is asked to take over a claim; the current holder keeps it until then. */
  | ({ readonly about: 'hand-off'; readonly giverName: string } & OfFall)
  /** To the caregiver who wanted to hand off a claim. */
  | ({ readonly about: 'hand-off-declined'; readonly declinerName: string } & OfFall)
  /** To the holder of the claim, else to the people of the current step: the wearer calls for help, perhaps again. */
  | ({
      readonly about: 'help-again';
      readonly presses: number;
      /** ISO 8601; when the claim ends and the next step is taken. Null without a claim. */
      readonly nextAt: string | null;
    } & OfFall)
  /** To the people who were notified of a fall, when it is resolved. */
  | ({
      readonly about: 'closing';
      readonly outcome: 'HELPED' | 'NO_HELP_NEEDED' | 'FALSE_ALARM' | 'CANCELLED_BY_PATIENT' | 'MOVED_ON';
      /** Null for the service itself, and for an account that is deleted. */
      readonly resolverName: string | null;
    } & OfFall)
  /** To the patient's other caregivers, when a caregiver's shift ends before they have resolved a fall they claimed. */
  | ({ readonly about: 'shift-end'; readonly holderName: string } & OfFall)
  /** To caregivers and admins, once per flood. */
  | ({ readonly about: 'flood'; readonly perMinute: number; readonly perHour: number } & Whose)
  | ({ readonly about: 'device' } & DeviceContent)
  /** To the care team: a sensor's event that is neither a fall nor a call. */
  | ({
      readonly about: 'sensor';
      readonly event: SensorSign;
      readonly sensorName: string;
      readonly minutesAgo: number | null;
    } & Whose)
  /** To caregivers and admins, once per flood. */
  | ({
      readonly about: 'sensor-flood';
      readonly sensorName: string;
      readonly perMinute: number;
      readonly perHour: number;
    } & Whose)
  /** docs/response.md, "Morning questions": to the caregivers on duty. The console has the question. */
  | ({ readonly about: 'morning-question' } & Whose)
  | StaffContent
  | { readonly about: 'test' };

/** A fall reported this late comes from a backlog; the message then says how old the fall is. */
const LATE_MS = 2 * MINUTE_MS;

export function minutesAgoOf(at: Date, now: number): number | null {
  const age = now - at.getTime();
  return age >= LATE_MS ? Math.round(age / MINUTE_MS) : null;
}
