import type { MessageKind } from '../../src/scoring/features.ts';
import { createDetector, type Detector } from '../../src/scoring/score.ts';
import { type ModelWeights, WEIGHTS } from '../../src/scoring/weights.ts';
import { collectExamples } from './examples.ts';
import { fitModel } from './fit.ts';
import { ALERT_ABOVE, confidenceAtSpecificity, judgeStreams } from './metrics.ts';
import type { Trial } from './recordings.ts';
import { buildStreams, PLAIN, type StreamOptions } from './streams.ts';

/** What the weights learn from: the plain streams, and fewer of each way in which life differs from them. */
const LEARNED: readonly StreamOptions[] = [
  PLAIN,
  { ...PLAIN, before: ['sitting'], phases: 2, seed: 3 },
  { ...PLAIN, after: ['stays still'], phases: 2, seed: 5 },
  { ...PLAIN, jitterS: 0.15, lost: 0.05, phases: 2, seed: 7 },
];

export interface Trained {
  weights: ModelWeights;
  /** The detector for a person, fitted without that person. */
  detectorFor: (subject: string) => Detector;
}

/** Fits to all people, and again without each: the latter say what to expect of a stranger and set the threshold. */
export function train(trials: readonly Trial[], kind: MessageKind, specificity: number): Trained {
  const examples = collectExamples(
    LEARNED.flatMap((options) => buildStreams(trials, options)),
    kind,
  );
  const folds = foldsOf(trials);
  const models = folds.map((fold) => fitModel(examples, kind, (subject) => !fold.has(subject)));
  const byFold = (models: readonly ModelWeights[]) => {
    const detectors = models.map((model) => createDetector({ ...WEIGHTS, [kind]: model }));
    return (subject: string): Detector => {
      const detector = detectors[folds.findIndex((fold) => fold.has(subject))];
      if (detector === undefined) throw new Error(`no fold without ${subject}`);
      return detector;
    };
  };
  const outcomes = judgeStreams(buildStreams(trials, PLAIN), kind, byFold(models));
  const threshold = confidenceAtSpecificity(outcomes, specificity);
  const shift = Math.log((1 - threshold) / threshold) - Math.log((1 - ALERT_ABOVE) / ALERT_ABOVE);
  const shifted = (model: ModelWeights): ModelWeights => ({ ...model, intercept: model.intercept + shift });
  return { weights: shifted(fitModel(examples, kind, () => true)), detectorFor: byFold(models.map(shifted)) };
}

/** One young volunteer a fold; the elderly, who have no falls, are spread over them. */
function foldsOf(trials: readonly Trial[]): Set<string>[] {
  const fell = new Set(trials.filter(({ fall }) => fall).map(({ subject }) => subject));
  const others = [...new Set(trials.map(({ subject }) => subject))]
    .filter((subject) => !fell.has(subject))
    .sort();
  const folds = [...fell].sort().map((subject) => new Set([subject]));
  others.forEach((subject, i) => {
    folds[i % folds.length]?.add(subject);
  });
  return folds;
}
