import type { Owner } from './accounts.ts';
import { createLatency, type Latency } from './latency.ts';
import type { Answer } from './response/records.ts';

/** A fall that the simulator generated. */
export interface SimulatedFall {
  readonly device: number;
  readonly ownerName: string;
  readonly kind: string;
  readonly at: number;
  /** Happened without Wi-Fi: it can only be detected late. */
  readonly offline: boolean;
  /** When a reading was answered with `fallDetected`. */
  detectedAt?: number;
}

/** A reading that the service has acknowledged as stored. */
export interface Acknowledged {
  readonly at: number;
  readonly magnitude: number;
}

/** A wearer's button press, and the service's answer. */
export interface PressedAnswer {
  readonly answer: Answer;
  /** False if the fall was already certain, claimed or over. */
  readonly isGranted: boolean;
  readonly fallId?: string | undefined;
  readonly isNewFall: boolean;
}

export interface DeviceTally {
  readonly number: number;
  readonly owner: Owner;
  readonly macAddress: string;
  readonly acknowledged: Acknowledged[];
}

export interface Tally {
  readonly devices: DeviceTally[];
  readonly falls: SimulatedFall[];
  readonly answers: PressedAnswer[];
  readonly latency: Latency;
  /** Sizes of the first readings of each wearable, as JSON. */
  readonly bytes: Mean;
  /** "429 One reading per 1 s and device" → count. */
  readonly refused: Map<string, number>;
  sent: number;
  acknowledged: number;
  /** Acknowledged readings that came in a backlog, and those that the service already had. */
  late: number;
  duplicates: number;
  /** No answer came; the reading may have been stored or not. "ECONNREFUSED" → count. */
  readonly unanswered: Map<string, number>;
  /** Never sent: no Wi-Fi, or still busy, on a transport without backlog. */
  missedOffline: number;
  missedBusy: number;
  reconnects: number;
}

interface Mean {
  add(value: number): void;
  /** 0 without values. */
  mean(): number;
}

function createMean(): Mean {
  let sum = 0;
  let count = 0;
  return {
    add(value) {
      sum += value;
      count += 1;
    },
    mean: () => (count === 0 ? 0 : sum / count),
  };
}

export function createTally(): Tally {
  return {
    devices: [],
    falls: [],
    answers: [],
    latency: createLatency(),
    bytes: createMean(),
    refused: new Map(),
    sent: 0,
    acknowledged: 0,
    late: 0,
    duplicates: 0,
    unanswered: new Map(),
    missedOffline: 0,
    missedBusy: 0,
    reconnects: 0,
  };
}

export const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

export function countOne<K>(counts: Map<K, number>, what: K): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
