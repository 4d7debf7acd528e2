/** What a wearable sends: one reading a second, or samples or parts with it. */
export interface Sending {
  readonly messageKind: 'reading' | 'samples';
  readonly gyro: boolean;
  readonly pressure: boolean;
}

/** Time in which a wearable was worn, credited to the hour since 1970 in which it moved. */
export interface Worn extends Sending {
  readonly deviceKey: number;
  readonly hour: number;
  readonly ms: number;
}

/** A stored reading that the shadow detector finds suspicious. */
export interface ShadowSuspicion {
  readonly deviceKey: number;
  /** Milliseconds since 1970. */
  readonly timeMs: number;
  readonly impactMs: number;
  /** With what was learned about the wearer, before a choice of sensitivity. */
  readonly confidence: number;
  readonly isByNetwork: boolean;
}

/** docs/movement.md: how a wearer moved in a minute. */
export const MOVEMENTS = ['STILL', 'LIGHT', 'ACTIVE'] as const;

export type Movement = (typeof MOVEMENTS)[number];

/** Minutes of a day, from the first until before the second. */
export type MinuteSpan = [from: number, until: number];

/** The minutes of a day of UTC in which a wearable of a patient sent readings. Spans may overlap, in any order. */
export interface CoveredDay {
  readonly patientId: string;
  readonly deviceKey: number;
  /** Since 1970. */
  readonly day: number;
  readonly connected: MinuteSpan[];
  readonly late: MinuteSpan[];
  readonly notWorn: MinuteSpan[];
}

/** What waits in memory to be stored. */
export interface Taken<Item> {
  /** Everything since the last call. */
  take(): readonly Item[];
  /** Gives back what could not be stored. */
  add(items: readonly Item[]): void;
}
