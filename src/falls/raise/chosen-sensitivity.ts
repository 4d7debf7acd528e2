import { fallLevel } from '../../platform/fall-levels.ts';
import type { SuspiciousReading } from '../../response/fall/index.ts';
import { BY_NETWORK, confidenceFor } from '../../response/limits/sensitivity.ts';
import type { Sensitivity } from '../../response/vocabulary.ts';

/** docs/response.md, "Sensitivity": the reading with the confidence for the patient's choice. */
export function asChosen(reading: SuspiciousReading, sensitivity: Sensitivity): SuspiciousReading {
  const { assessment, confidence: detectorConfidence } = reading;
  if (assessment !== undefined && !BY_NETWORK.has(assessment.decidedBy)) return reading;
  const confidence = confidenceFor(sensitivity, detectorConfidence);
  if (confidence === detectorConfidence) return reading;
  return {
    ...reading,
    confidence,
    assessment: assessment && {
      ...assessment,
      confidence,
      level: fallLevel(confidence),
      chosen: { sensitivity, detectorConfidence },
    },
  };
}
