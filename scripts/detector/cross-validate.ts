import type { MessageKind } from '../../src/scoring/features.ts';
import { createDetector, type Detector } from '../../src/scoring/score.ts';
import { type ModelWeights, WEIGHTS } from '../../src/scoring/weights.ts';
import { collectExamples } from './examples.ts';
import { fitModel } from './fit.ts';
import { ALERT_ABOVE, confidenceAtSpecificity, judgeStreams, type Outcome } from './metrics.ts';
import type { Trial } from './recordings.ts';
import { buildStreams, PLAIN, type StreamOptions } from './streams.ts';

/** What the weights learn from: the plain streams, and fewer of each way in which life differs from them. */
const LEARNED: readonly StreamOptions[] = [
  PLAIN,
  { ...PLAIN, before: ['sitting'], phases: 2, seed: 3 },
  { ...PLAIN, after: ['stays still'], phases: 2, seed: 5 },
  { ...PLAIN, jitterS: 0.15, lost: 0.05, phases: 2, seed: 7 },
];

/** Seven or eight false alarms an hour of activities that are chosen to provoke; fewer would be paid with many falls. */
const SPECIFICITY: Readonly<Record<MessageKind, number>> = { reading: 0.9715, samples: 0.9725 };

/**
 * Log-odds by which models are lifted while the threshold is sought: the fixed confidences of rules (a severe reading is
 * written down with 0.4) do not move with a model, and where many activities have the same there is nothing to choose.
 */
const LIFT = 2;

export interface Trained {
  weights: ModelWeights;
  /** The detector for a person: weights fitted, and the threshold chosen, without that person. */
  detectorFor: (subject: string) => Detector;
  /** The same weights with one threshold for all, chosen on all, as the weights that ship have it. */
  detectorWithSharedThreshold: (subject: string) => Detector;
}

/** Fits to all people, and again without each: the latter say what to expect of a stranger and set the threshold. */
export function train(trials: readonly Trial[], kind: MessageKind, specificity = SPECIFICITY[kind]): Trained {
  const examples = collectExamples(
    LEARNED.flatMap((options) => buildStreams(trials, options)),
    kind,
  );
  const folds = foldsOf(trials);
  const fit = (include: (subject: string) => boolean): ModelWeights => {
    const model = fitModel(examples, kind, include);
    return { ...model, intercept: model.intercept + LIFT };
  };
  const models = folds.map((fold) => fit((subject) => !fold.has(subject)));
  const byFold = (models: readonly ModelWeights[]) => {
    const detectors = models.map((model) => createDetector({ ...WEIGHTS, [kind]: model }));
    return (subject: string): Detector => {
      const detector = detectors[folds.findIndex((fold) => fold.has(subject))];
      if (detector === undefined) throw new Error(`no fold without ${subject}`);
      return detector;
    };
  };
  const outcomes = judgeStreams(buildStreams(trials, PLAIN), kind, byFold(models));
  // Nobody is judged by a threshold that they helped to choose.
  const judged = models.map((model, i) =>
    shifted(
      model,
      outcomes.filter(({ stream }) => !folds[i]?.has(stream.trial.subject)),
      specificity,
    ),
  );
  return {
    weights: shifted(
      fit(() => true),
      outcomes,
      specificity,
    ),
    detectorFor: byFold(judged),
    detectorWithSharedThreshold: byFold(models.map((model) => shifted(model, outcomes, specificity))),
  };
}

/** Moves the model so that it alerts where these outcomes leave the given share of activities alone. */
function shifted(model: ModelWeights, outcomes: readonly Outcome[], specificity: number): ModelWeights {
  const threshold = confidenceAtSpecificity(outcomes, specificity);
  return { ...model, intercept: model.intercept + logit(ALERT_ABOVE) - logit(threshold) };
}

const logit = (p: number): number => Math.log(p / (1 - p));

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
