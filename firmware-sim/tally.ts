import type { Owner } from './accounts.ts';
import { createLatency, type Latency } from './latency.ts';
import type { Answer } from './response/records.ts';

/** A fall that the simulator knows of, because it made it. */
export interface SimulatedFall {
  readonly device: number;
  readonly ownerName: string;
  readonly kind: string;
  readonly at: number;
  /** Happened without Wi-Fi: it can only be noticed late. */
  readonly offline: boolean;
  /** When a reading was answered with `fallDetected`. */
  detectedAt?: number;
}

/** What was promised to be stored. */
export interface Acknowledged {
  readonly at: number;
  readonly magnitude: number;
}

/** A button that a wearer pressed, and what the service said to it. */
export interface PressedAnswer {
  readonly answer: Answer;
  /** Not granted: the fall was certain, claimed or over already. */
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
  /** "429 One reading per 1 s and device" → how often. */
  readonly refused: Map<string, number>;
  sent: number;
  acknowledged: number;
  /** Of those acknowledged, the ones that came in a backlog; and those that the service knew already. */
  late: number;
  duplicates: number;
  /** No answer came; it may have been stored or not. "ECONNREFUSED" → how often. */
  readonly unanswered: Map<string, number>;
  /** Never sent: no Wi-Fi, or still busy, on a transport that has no backlog. */
  missedOffline: number;
  missedBusy: number;
  reconnects: number;
}

export function createTally(): Tally {
  return {
    devices: [],
    falls: [],
    answers: [],
    latency: createLatency(),
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
