import type { FallLevel } from '../platform/fall-levels.ts';

/** Facts about a person and their wearable; null where unknown. */
export interface HealthEvidence {
  readonly heartRate: number | null;
  /** Mean jump between successive heart rates of the last readings, in bpm. */
  readonly heartRateJitter: number | null;
  readonly spo2: number | null;
  readonly batteryLevel: number | null;
  readonly sensorsInitialized: boolean | null;
  /** Levels of the person's falls of the last seven days. */
  readonly recentFalls: readonly FallLevel[];
}

/** A moving average, so that one wild reading is soon forgotten. */
const JITTER_WEIGHT = 0.2;

/** `heartRateJitter` after a reading; `before` is the heart rate of the one before it. */
export function jitterAfter(
  average: number | null,
  before: number | null,
  heartRate: number | null,
): number | null {
  if (heartRate === null || before === null) return average;
  const jump = Math.abs(heartRate - before);
  return (average ?? jump) * (1 - JITTER_WEIGHT) + jump * JITTER_WEIGHT;
}

type Steps = readonly (readonly [applies: (value: number) => boolean, points: number])[];

/** Values outside these ranges cost points. */
export const NORMAL = { heartRate: { min: 50, max: 110 }, spo2: { min: 95 } } as const;

/** docs/contract.md, "Health score". The first step that applies counts. */
const HEART_RATE: Steps = [
  [(bpm) => bpm < 40 || bpm > 140, 30],
  [(bpm) => bpm < NORMAL.heartRate.min || bpm > NORMAL.heartRate.max, 15],
];
const HEART_RATE_JITTER: Steps = [
  [(bpm) => bpm > 25, 10],
  [(bpm) => bpm > 15, 5],
];
const SPO2: Steps = [
  [(percent) => percent < 88, 30],
  [(percent) => percent < 92, 20],
  [(percent) => percent < NORMAL.spo2.min, 8],
];
/** Percent. */
export const LOW_BATTERY = 20;
const BATTERY: Steps = [
  [(percent) => percent < 10, 8],
  [(percent) => percent < LOW_BATTERY, 4],
];
const FALL_POINTS: Readonly<Record<FallLevel, number>> = {
  NO_FALL: 0,
  SUSPICIOUS: 0,
  POTENTIAL: 8,
  HIGH: 15,
  CONFIRMED: 35,
};
const MAX_FOR_FALLS = 50;
const SENSORS_DOWN = 10;

export const HEALTH_FACTORS = [
  'HEART_RATE',
  'HEART_RATE_JITTER',
  'SPO2',
  'BATTERY',
  'SENSORS',
  'FALLS',
] as const;
export type HealthFactor = (typeof HEALTH_FACTORS)[number];

/** A factor, and how many points it costs. */
export interface HealthCause {
  readonly factor: HealthFactor;
  readonly points: number;
}

const LOST: Readonly<Record<HealthFactor, (evidence: HealthEvidence) => number>> = {
  HEART_RATE: ({ heartRate }) => points(HEART_RATE, heartRate),
  HEART_RATE_JITTER: ({ heartRateJitter }) => points(HEART_RATE_JITTER, heartRateJitter),
  SPO2: ({ spo2 }) => points(SPO2, spo2),
  BATTERY: ({ batteryLevel }) => points(BATTERY, batteryLevel),
  SENSORS: ({ sensorsInitialized }) => (sensorsInitialized === false ? SENSORS_DOWN : 0),
  FALLS({ recentFalls }) {
    let falls = 0;
    for (const level of recentFalls) falls += FALL_POINTS[level];
    return Math.min(MAX_FOR_FALLS, falls);
  },
};

/** 100 when nothing is wrong or nothing is known. The reading's reply and the summary use the same function. */
export function healthScore(evidence: HealthEvidence): number {
  let lost = 0;
  for (const factor of HEALTH_FACTORS) lost += LOST[factor](evidence);
  return Math.max(0, 100 - lost);
}

/** What lowered the score, the greatest first. */
export const healthCauses = (evidence: HealthEvidence): readonly HealthCause[] =>
  HEALTH_FACTORS.map((factor) => ({ factor, points: LOST[factor](evidence) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points);

function points(steps: Steps, value: number | null): number {
  if (value === null) return 0;
  for (const [applies, lost] of steps) if (applies(value)) return lost;
  return 0;
}

/** docs/contract.md, "Health score". */
export const riskScore = (score: number): number => 100 - score;
export const isHighRisk = (score: number): boolean => riskScore(score) >= 75;

/**
 * Whether these signs allow a high risk: when all patients are counted, only such patients need a full score. Falls
 * cost at most 50 points, so 25 must come from the wearable, and all signs but these three cost 18 together.
 */
export const couldBeHighRisk = (
  signs: Pick<HealthEvidence, 'heartRate' | 'spo2' | 'sensorsInitialized'>,
): boolean =>
  points(HEART_RATE, signs.heartRate) > 0 ||
  points(SPO2, signs.spo2) > 0 ||
  signs.sensorsInitialized === false;

/** Vitals that belong in the device's log. */
export const vitalsOutOfRange = (heartRate: number | null, spo2: number | null): boolean =>
  points(HEART_RATE, heartRate) > 0 || points(SPO2, spo2) >= 20;
