import type { RecentLevel } from '../falls/index.ts';
import {
  type HealthCause,
  type HealthEvidence,
  healthCauses,
  healthScore,
  isHighRisk,
  riskScore,
} from '../people/health-score.ts';

/** A wearable's last report, about its wearer and itself. */
interface WearableSigns extends Omit<HealthEvidence, 'recentFalls'> {
  readonly lastSeen: Date | null;
}

export interface Wellbeing {
  readonly healthScore: number;
  /** What lowered it. */
  readonly causes: readonly HealthCause[];
  readonly heartRate: number | null;
  readonly spo2: number | null;
  /** Number of falls in the last seven days that were POTENTIAL or above. */
  readonly recentFalls: number;
  readonly lastSeen: Date | null;
  /** Time of the newest report used here. */
  readonly lastUpdate: Date | null;
}

const time = (date: Date | null): number => date?.getTime() ?? 0;

/** A patient may wear several wearables: each sign comes from the wearable that reported it last. */
export function wellbeingOf(
  wearables: readonly WearableSigns[],
  falls: readonly Pick<RecentLevel, 'level' | 'at'>[],
): Wellbeing {
  const newestFirst = [...wearables].sort((a, b) => time(b.lastSeen) - time(a.lastSeen));
  const latestWith = (sign: keyof WearableSigns) => newestFirst.find((wearable) => wearable[sign] !== null);
  const heart = latestWith('heartRate');
  const evidence: HealthEvidence = {
    heartRate: heart?.heartRate ?? null,
    heartRateJitter: heart?.heartRateJitter ?? null,
    spo2: latestWith('spo2')?.spo2 ?? null,
    batteryLevel: latestWith('batteryLevel')?.batteryLevel ?? null,
    sensorsInitialized: latestWith('sensorsInitialized')?.sensorsInitialized ?? null,
    recentFalls: falls.map((fall) => fall.level),
  };
  const lastSeen = newestFirst[0]?.lastSeen ?? null;
  const lastUpdate = Math.max(time(lastSeen), ...falls.map((fall) => time(fall.at)));
  return {
    healthScore: healthScore(evidence),
    causes: healthCauses(evidence),
    heartRate: evidence.heartRate,
    spo2: evidence.spo2,
    recentFalls: falls.length,
    lastSeen,
    lastUpdate: lastUpdate === 0 ? null : new Date(lastUpdate),
  };
}

/** docs/contract.md, "Health score". */
export const healthSummaryOf = (patientId: string, wellbeing: Wellbeing) => ({
  patientId,
  healthScore: wellbeing.healthScore,
  riskScore: riskScore(wellbeing.healthScore),
  isHighRisk: isHighRisk(wellbeing.healthScore),
  causes: wellbeing.causes,
  // No wearable measures blood pressure.
  vitals: {
    heartRate: wellbeing.heartRate,
    bloodPressure: null,
    oxygenSaturation: wellbeing.spo2,
  },
  lastUpdate: wellbeing.lastUpdate,
});
