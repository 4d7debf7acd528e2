import type { DeviceStatus } from '../people/device-summary-schema.ts';
import type { FallLevel } from '../platform/fall-levels.ts';
import {
  type FallSource,
  type ResponseOutcome,
  type ResponseState,
  RESPONSE_STATES as STATES,
} from '../response/vocabulary.ts';

/** A patient whom the home's broker may show. */
export interface Resident {
  readonly id: string;
  readonly name: string;
  readonly room: string | null;
  /** The fall that matters most: an unresolved one, else the newest; null without any. */
  readonly fall: ResidentFall | null;
  /** Null without a wearable. */
  readonly wearable: { readonly status: DeviceStatus; readonly batteryLevel: number | null } | null;
}

export interface ResidentFall {
  readonly level: FallLevel;
  readonly source: FallSource;
  readonly state: ResponseState;
  readonly outcome: ResponseOutcome | null;
  readonly fellAt: Date;
  readonly claimedAt: Date | null;
  readonly resolvedAt: Date | null;
}

/** The states of the enum sensor; NONE before the first fall. */
export const RESPONSE_STATES = ['NONE', ...STATES] as const;

export const EVENTS = [
  'NONE',
  'FALL',
  'HELP_CALL',
  'CLAIMED',
  'RESOLVED',
  'FALSE_ALARM',
  'CALLED_OFF',
] as const;

interface LastEvent {
  readonly event: (typeof EVENTS)[number];
  readonly at: Date | null;
}

export const isUnresolved = ({ fall }: Resident): boolean => fall !== null && fall.state !== 'RESOLVED';

export function lastEventOf({ fall }: Resident): LastEvent {
  if (fall === null) return { event: 'NONE', at: null };
  if (fall.state === 'CLAIMED') return { event: 'CLAIMED', at: fall.claimedAt };
  if (fall.state === 'RESOLVED') return { event: ENDS[fall.outcome ?? 'HELPED'], at: fall.resolvedAt };
  return { event: fall.source === 'HELP_BUTTON' ? 'HELP_CALL' : 'FALL', at: fall.fellAt };
}

const ENDS = {
  HELPED: 'RESOLVED',
  NO_HELP_NEEDED: 'RESOLVED',
  FALSE_ALARM: 'FALSE_ALARM',
  CANCELLED_BY_PATIENT: 'CALLED_OFF',
  MOVED_ON: 'RESOLVED',
} as const satisfies Record<ResponseOutcome, LastEvent['event']>;
