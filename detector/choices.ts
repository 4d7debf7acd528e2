import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Evaluation } from '../src/falls/reports/evaluation.ts';
import { WEIGHTS } from '../src/readings/scoring/weights.ts';
import { ALERTS_ABOVE } from '../src/response/limits/sensitivity.ts';
import { perShift, SENSITIVITIES, type Sensitivity } from '../src/response/vocabulary.ts';
import { casesOf, way } from './judge.ts';
import { mean, ringFiguresOf } from './metrics.ts';
import { POOR_SENSOR } from './recordings.ts';
import {
  type Evaluated,
  MEASURED,
  ofSet,
  ordinaryOf,
  percent,
  SENDING_NAMES,
  table,
  whole,
  withFalls,
} from './tables.ts';

const FILE = new URL('../src/falls/reports/evaluation.json', import.meta.url);
const VERIFIER = new URL('../src/readings/scoring/verify-weights.json', import.meta.url);

export const measuredWith = (): Evaluation['measuredWith'] => ({
  detector: WEIGHTS.version,
  verification: createHash('sha256').update(readFileSync(VERIFIER)).digest('hex').slice(0, 8),
  alertsAbove: ALERTS_ABOVE,
});

const rounded = (value: number): number => Math.round(100 * value) / 100;

type Choices = Evaluation['choices'];

function figuresOf(evaluated: Evaluated, sensitivity: Sensitivity, sending: keyof Choices[Sensitivity]) {
  const own = way(sending, true, 'person', sensitivity);
  const cases = casesOf(evaluated.judged, own);
  const sets = withFalls(evaluated).filter(({ name }) => name !== POOR_SENSOR);
  const { rings, hours } = ordinaryOf(evaluated, own);
  return {
    fallsPercent: rounded(100 * mean(sets.map((set) => ringFiguresOf(ofSet(cases, set)).staysDown))),
    falseAlarmsPerShift: rounded(perShift(rings, hours)),
  };
}

/** What each sensitivity means in the recordings, for the service to show beside it. */
export function evaluationOf(evaluated: Evaluated): Evaluation {
  const choice = (sensitivity: Sensitivity): Choices[Sensitivity] => ({
    reading: figuresOf(evaluated, sensitivity, 'reading'),
    parts: figuresOf(evaluated, sensitivity, 'parts'),
  });
  return {
    measuredWith: measuredWith(),
    hours: rounded(ordinaryOf(evaluated, way('reading')).hours),
    choices: { fewer: choice('fewer'), standard: choice('standard'), more: choice('more') },
  };
}

export const choiceTable = ({ choices }: Evaluation): string =>
  table(
    ['', ...MEASURED.flatMap((sending) => [`${SENDING_NAMES[sending]}: falls that ring`, 'ring per shift'])],
    SENSITIVITIES.map((sensitivity) => [
      sensitivity,
      ...MEASURED.flatMap((sending) => {
        const { fallsPercent, falseAlarmsPerShift } = choices[sensitivity][sending];
        return [percent(fallsPercent / 100), whole(falseAlarmsPerShift)];
      }),
    ]),
  );

export const writeEvaluation = (evaluation: Evaluation): void =>
  writeFileSync(FILE, `${JSON.stringify(evaluation, null, 2)}\n`);
