import { AppError } from '../platform/errors.ts';
import { type FallLevel, isAtLeast } from '../platform/fall-levels.ts';

/** The reply to a reading, on every transport. */
export interface Assessed {
  readonly deviceId: string;
  readonly timestamp: number;
  readonly fallDetected: boolean;
  readonly fallConfidence: number;
  readonly healthScore: number;
  /** When the device's next reading is due, in milliseconds since 1970. */
  readonly nextAllowedRequest: number;
  /** The message repeated an earlier one and was not stored again. */
  readonly repeated?: true;
}

export type OnAssessed = (outcome: Assessed | AppError) => void;

/** The fields of a scored and stored reading that its reply shows. */
interface ScoredReading {
  readonly confidence: number;
  readonly healthScore: number;
  readonly level: FallLevel;
  readonly timeMs: number;
}

export function assessedOf(deviceId: string, reading: ScoredReading, nextAllowedRequest: number): Assessed {
  return {
    deviceId,
    timestamp: reading.timeMs,
    fallDetected: isAtLeast(reading.level, 'POTENTIAL'),
    fallConfidence: reading.confidence,
    healthScore: reading.healthScore,
    nextAllowedRequest,
  };
}

export const asRepeated = (outcome: Assessed | AppError): Assessed | AppError =>
  outcome instanceof AppError ? outcome : { ...outcome, repeated: true };

/** Four decimals are more than the recordings can distinguish, and enough for every boundary between levels. */
export const rounded = (confidence: number): number => Math.round(confidence * 10_000) / 10_000;
