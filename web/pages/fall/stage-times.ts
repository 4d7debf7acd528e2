import type { FallStages } from '../../api/records.ts';
import { fall } from '../../text/en/fall.ts';
import { exactDuration } from '../../text/words.ts';

const { stages: words } = fall;
const STAGES = [
  'impactAt',
  'receivedAt',
  'raisedAt',
  'firstNotifiedAt',
  'firstReceivedAt',
  'claimedAt',
  'resolvedAt',
] as const;

export type Stage = (typeof STAGES)[number];

export interface StageTime {
  readonly stage: Stage;
  readonly name: string;
  /** Null until it is reached. */
  readonly at: string | null;
  /** How long after the impact, in words. */
  readonly after: string;
}

/** The stages of a fall, in their order. */
export const stageTimesOf = (stages: FallStages): readonly StageTime[] =>
  STAGES.map((stage) => ({
    stage,
    name: words[stage],
    at: stages[stage],
    after: exactDuration(secondsBetween(stages.impactAt, stages[stage])),
  }));

/** A fall that has risen has the impact of its new level: earlier stages count as 0. */
const secondsBetween = (impactAt: string, at: string | null): number | null =>
  at === null ? null : Math.max(0, Math.floor((Date.parse(at) - Date.parse(impactAt)) / 1000));
