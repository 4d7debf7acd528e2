import { FEATURES, type MessageKind } from '../../src/scoring/features.ts';
import type { ModelWeights } from '../../src/scoring/weights.ts';
import type { Figures } from './metrics.ts';

export interface Provenance {
  date: string;
  data: string;
  trials: number;
  subjects: number;
  figures: Readonly<Record<MessageKind, Figures>>;
}

/** The text of src/scoring/weights.ts, laid out as the formatter wants it. */
export function weightsFile(
  weights: Readonly<Record<MessageKind, ModelWeights>>,
  provenance: Provenance,
): string {
  const { date, data, trials, subjects, figures } = provenance;
  return `/**
 * Written by \`npm run train\`, not by hand: ${date}, from ${data} (${trials} trials of ${subjects} people).
 * Each person judged by weights fitted to the others (one message a second, walking or rest before):
 *   reading: ${sentence(figures.reading)}
 *   samples: ${sentence(figures.samples)}
 * A weight is per unit of the feature of the same name in features.ts; \`typical\` is the feature's mean while an impact
 * is in the window, which an explanation compares with.
 */
export interface ModelWeights {
  readonly intercept: number;
  readonly weights: Readonly<Record<string, number>>;
  readonly typical: Readonly<Record<string, number>>;
}

export const WEIGHTS: Readonly<Record<'reading' | 'samples', ModelWeights>> = {
${model('reading', weights.reading)}
${model('samples', weights.samples)}
};
`;
}

function model(kind: MessageKind, { intercept, weights, typical }: ModelWeights): string {
  const lines = (values: Readonly<Record<string, number>>) =>
    FEATURES[kind].map(({ name }) => `      ${name}: ${short(values[name] ?? 0)},`);
  return [
    `  ${kind}: {`,
    `    intercept: ${short(intercept)},`,
    '    weights: {',
    ...lines(weights),
    '    },',
    '    typical: {',
    ...lines(typical),
    '    },',
    '  },',
  ].join('\n');
}

function short(value: number): string {
  return String(Number(value.toFixed(4)));
}

export function sentence(figures: Figures): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return [
    `sensitivity ${percent(figures.sensitivity)}`,
    `specificity ${percent(figures.specificity)}`,
    `F1 ${figures.f1.toFixed(3)}`,
    `${figures.falseAlarmsPerHour.toFixed(1)} false alarms/h`,
    `median delay ${figures.medianDelayS.toFixed(1)} s`,
  ].join(', ');
}
