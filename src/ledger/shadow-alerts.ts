import { belongsToEpisode } from '../falls/raise/episode.ts';
import { type FallLevel, fallLevel, isAtLeast } from '../platform/fall-levels.ts';
import { confidenceFor } from '../response/limits/sensitivity.ts';
import { isOtherImpact, type Sensitivity } from '../response/vocabulary.ts';

/** A stored reading that the shadow detector finds suspicious. */
export interface ShadowReading {
  readonly deviceId: string;
  readonly patientId: string;
  readonly detector: string;
  readonly recordedAt: Date;
  readonly impactAt: Date;
  readonly confidence: number;
  readonly isByNetwork: boolean;
  /** Of an alert that was judged before. */
  readonly isKnown: boolean;
}

/** A fall that the shadow detector would have raised. */
export interface ShadowAlert {
  readonly deviceId: string;
  readonly patientId: string;
  readonly detector: string;
  readonly startedAt: Date;
  readonly lastAt: Date;
  /** The impact of its surest reading. */
  readonly at: Date;
  readonly level: FallLevel;
  /** From the first reading that alerts on; one of them that stands lets it ring. */
  readonly impacts: readonly Date[];
}

/** The alerts of one wearable, from its suspicious readings in the order of time, by the rules of the falls that ring. */
export function shadowAlerts(
  readings: readonly ShadowReading[],
  sensitivity: Sensitivity,
): readonly ShadowAlert[] {
  const episodes: ShadowReading[][] = [];
  for (const reading of readings) {
    const confidence = reading.isByNetwork
      ? confidenceFor(sensitivity, reading.confidence)
      : reading.confidence;
    const chosen = { ...reading, confidence };
    const open = episodes.at(-1);
    if (open !== undefined && belongsToEpisode(episodeOf(open), { at: reading.recordedAt, confidence }))
      open.push(chosen);
    else episodes.push([chosen]);
  }
  return episodes.flatMap(alertOf);
}

const surestOf = (readings: readonly ShadowReading[]): ShadowReading =>
  readings.reduce((surest, one) => (one.confidence > surest.confidence ? one : surest));

const episodeOf = (readings: readonly ShadowReading[]) => ({
  startedAt: readings[0]?.recordedAt ?? new Date(0),
  lastSuspiciousAt: readings.at(-1)?.recordedAt ?? new Date(0),
  confidence: surestOf(readings).confidence,
  resolvedAt: null,
});

function alertOf(readings: readonly ShadowReading[]): readonly ShadowAlert[] {
  const first = readings.findIndex(({ confidence }) => isAtLeast(fallLevel(confidence), 'POTENTIAL'));
  if (first < 0) return [];
  const { deviceId, patientId, detector, impactAt, confidence } = surestOf(readings);
  const { startedAt, lastSuspiciousAt } = episodeOf(readings);
  const impacts: Date[] = [];
  for (const { impactAt: at } of readings.slice(first)) {
    const before = impacts.at(-1);
    if (before === undefined || isOtherImpact(at, before)) impacts.push(at);
  }
  return [
    {
      ...{ deviceId, patientId, detector, startedAt, lastAt: lastSuspiciousAt, at: impactAt },
      level: fallLevel(confidence),
      impacts,
    },
  ];
}
