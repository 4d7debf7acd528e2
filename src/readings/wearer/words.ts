import { HIGHEST_CONFIDENCE } from '../../platform/fall-levels.ts';
import { alertThreshold } from './sensitivity.ts';

/** Smaller offsets move the alert threshold by less than 0.3 %. */
const NEGLIGIBLE = -0.01;

const percent = (confidence: number): string => `${Math.round(confidence * 100)} %`;

/** The detector's state for one wearer, in words for caregivers. */
export function sensitivityInWords({
  offset,
  falseAlarms,
}: {
  readonly offset: number;
  readonly falseAlarms: number;
}): { readonly summary: string; readonly meaning: string } {
  const standard = percent(HIGHEST_CONFIDENCE.SUSPICIOUS);
  if (offset > NEGLIGIBLE)
    return {
      summary: 'Standard sensitivity',
      meaning: `Caregivers are alerted from a confidence of ${standard}.`,
    };
  const alarms = falseAlarms === 1 ? '1 false alarm' : `${falseAlarms} false alarms`;
  return {
    summary: `Less sensitive after ${alarms}`,
    meaning: `Caregivers are alerted from a confidence of ${percent(alertThreshold(offset))} instead of ${standard}. Emergencies are not affected.`,
  };
}
