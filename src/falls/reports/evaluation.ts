import { readFileSync } from 'node:fs';
import type { Sensitivity } from '../../response/vocabulary.ts';

/** Figures of one sensitivity in recordings of volunteers: docs/detection.md, "What a ward hears". */
interface Figures {
  /** Falls that ring, of those whose wearers stay down. */
  readonly fallsPercent: number;
  /** False alarms that ring, per ward of 25 residents and shift of 8 hours. */
  readonly falseAlarmsPerShift: number;
}

export interface Evaluation {
  /** What the figures depend on: a change needs a new evaluation. */
  readonly measuredWith: {
    readonly detector: string;
    /** A hash of the weights of the verification. */
    readonly verification: string;
    readonly alertsAbove: Readonly<Record<Sensitivity, number>>;
  };
  /** Of ordinary life. */
  readonly hours: number;
  /** By what the wearable sends each second: one reading, or parts. */
  readonly choices: Readonly<Record<Sensitivity, Readonly<Record<'reading' | 'parts', Figures>>>>;
}

/** What each sensitivity means in the recordings. `npm run evaluate` writes it (detector/choices.ts). */
export const EVALUATION: Evaluation = JSON.parse(
  readFileSync(new URL('evaluation.json', import.meta.url), 'utf8'),
);
