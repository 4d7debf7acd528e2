/**
 * npm run train-verifier [-- --data FILE …]: fits the verification of falls (training/README.md, "Verification") and writes
 * src/readings/scoring/verify-weights.json and training/verifier-folds.json. Run it after `npm run train`.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createDetector } from '../src/readings/scoring/score.ts';
import type { VerifierWeights } from '../src/readings/scoring/verify.ts';
import { createVerifyInput, type VerifyInput } from '../src/readings/scoring/verify-input.ts';
import { type DetectorWeights, WEIGHTS } from '../src/readings/scoring/weights.ts';
import type { NetworkName } from '../src/readings/scoring/window.ts';
import { VERIFY_AFTER_S } from '../src/response/vocabulary.ts';
import { readFolds, VERIFIER_FOLDS } from './folds.ts';
import { candidateImpact } from './judge.ts';
import { REACHES } from './levels.ts';
import { fitLogistic, type Model, scoreOf } from './logistic.ts';
import { groupBy } from './metrics.ts';
import { kindOf } from './ordinary-life.ts';
import {
  type DataSet,
  dataSetOf,
  hasGyro,
  POOR_SENSOR,
  RECORDINGS,
  readRecordings,
  requireRecordings,
} from './recordings.ts';
import { createReplay, readingsBetween } from './replay.ts';
import { buildLifeStreams, buildStreams, PLAIN, type Stream } from './streams.ts';
import { BEFORE_S } from './verification.ts';

const PLACE = new URL('../src/readings/scoring/verify-weights.json', import.meta.url);
const PHASES = 2;
/** The message with the impact of a fall comes so soon after it. */
const NEAR_S = 1.6;
/** A recording must go on so long after the impact of an activity. */
const FOLLOWED_S = 8.5;
/** docs/contract.md, "Fall levels": CONFIRMED needs so much behind the impact, and is not verified. */
const CONFIRMED_AFTER_S = 3;
/** Of the falls whose wearers stay down and that alert, this share may stay silent. */
const LOST = 0.01;
/** How much each sort counts; within a sort, a data set counts by the square root of its size. */
const SHARES = { 'stays down': 0.5, 'gets up': 0.1, activity: 0.25, life: 0.15, sport: 0.1 } as const;
type Sort = keyof typeof SHARES;

/** An impact that was at least SUSPICIOUS, and what followed it. */
interface Example extends VerifyInput {
  readonly set: string;
  readonly subject: string;
  readonly sort: Sort;
  readonly alerts: boolean;
  readonly confirmed: boolean;
}

const { values } = parseArgs({
  options: { data: { type: 'string', multiple: true, default: [...RECORDINGS] } },
});
requireRecordings(values.data);

const folds = readFolds();
const examples = values.data.flatMap(examplesOf);
writeWeights(PLACE, fit(examples));
writeWeights(
  VERIFIER_FOLDS,
  folds.map(({ people }) => fit(examples.filter(({ subject }) => !people.includes(subject)))),
);

function writeWeights(place: URL, weights: VerifierWeights | readonly VerifierWeights[]): void {
  writeFileSync(place, `${JSON.stringify(weights)}\n`);
}

/** Judged by networks that do not know the person, as alerts of strangers will be. */
function examplesOf(path: string): Example[] {
  const set = dataSetOf(path);
  const trials = readRecordings(path);
  const streams =
    set.kind === 'life'
      ? buildLifeStreams(trials, PHASES)
      : buildStreams(trials, { ...PLAIN, phases: PHASES });
  console.error(`reads ${set.label}`);
  return [...groupBy(streams, ({ trial }) => trial.subject)].flatMap(([subject, own]) => {
    const weights = folds.find(({ people }) => people.includes(subject))?.weights ?? WEIGHTS;
    return impactsOf(set, own, weights);
  });
}

function impactsOf({ name, kind }: DataSet, streams: readonly Stream[], weights: DetectorWeights): Example[] {
  const replay = createReplay();
  const detect = createDetector(weights);
  const input = createVerifyInput(weights);
  const found: Example[] = [];
  for (const stream of streams) {
    for (const sending of ['reading', 'parts'] as const) {
      for (const gyro of hasGyro(stream.trial) ? [true, false] : [false]) {
        const impacts = new Map<number, { highest: number; later: number }>();
        replay(stream, sending, gyro, (window, length, message) => {
          const confidence = detect(window, length);
          const at = stream.messages[message]?.recordedAt ?? 0;
          const impactAt = at + candidateImpact(window, length);
          if (!(REACHES.SUSPICIOUS(confidence) && sortOf(stream, kind, impactAt))) return;
          const { highest, later } = impacts.get(impactAt) ?? { highest: 0, later: 0 };
          impacts.set(impactAt, {
            highest: Math.max(highest, confidence),
            later: at - impactAt >= CONFIRMED_AFTER_S ? Math.max(later, confidence) : later,
          });
        });
        for (const [at, { highest, later }] of impacts) {
          const until = at + VERIFY_AFTER_S;
          const readings = readingsBetween(stream, { sending, gyro }, at - BEFORE_S, until);
          const sort = sortOf(stream, kind, at);
          const one = input(readings, Math.round(at * 1000), Math.round(until * 1000));
          if (one === undefined || sort === undefined) continue;
          found.push({
            ...one,
            set: name,
            subject: stream.trial.subject,
            sort,
            alerts: REACHES.POTENTIAL(highest),
            confirmed: REACHES.CONFIRMED(later),
          });
        }
      }
    }
  }
  return found;
}

/** Undefined for what says nothing: another impact of a fall, an activity that ends too early. */
function sortOf(
  { trial, staysDown, impactAt, messages }: Stream,
  kind: DataSet['kind'],
  at: number,
): Sort | undefined {
  if (trial.fall && Math.abs(at - impactAt) > NEAR_S) return undefined;
  if (trial.fall) return staysDown ? 'stays down' : 'gets up';
  if ((messages.at(-1)?.recordedAt ?? 0) - at < FOLLOWED_S) return undefined;
  if (kind === 'falls') return 'activity';
  return kindOf(trial.activity) === 'sport' ? 'sport' : 'life';
}

function fit(some: readonly Example[]): VerifierWeights {
  const of = (network: NetworkName) => fitNetwork(some.filter((one) => one.network === network));
  return {
    detector: WEIGHTS.version,
    reading: of('reading'),
    samples: of('samples'),
    'reading-nogyro': of('reading-nogyro'),
    'samples-nogyro': of('samples-nogyro'),
  };
}

function fitNetwork(some: readonly Example[]): Model {
  const isFall = ({ sort }: Example): boolean => sort === 'stays down';
  const model = fitLogistic(
    some.map(({ values: inputs }) => inputs),
    some.map((one) => (isFall(one) ? 1 : 0)),
    weightsOf(some),
  );
  // Falls that are CONFIRMED ring without verification.
  const scores = some
    .filter((one) => isFall(one) && one.alerts && one.set !== POOR_SENSOR)
    .map((one) => (one.confirmed ? Number.POSITIVE_INFINITY : scoreOf(model, one.values)))
    .sort((a, b) => a - b);
  const limit = scores[Math.floor(LOST * scores.length)] ?? 0;
  const short = (value: number): number => Number(value.toFixed(4));
  return { bias: short(model.bias - limit), weights: model.weights.map(short) };
}

function weightsOf(some: readonly Example[]): number[] {
  const key = ({ sort, set }: Pick<Example, 'sort' | 'set'>): string => `${sort} ${set}`;
  const groups = groupBy(some, key);
  const total = new Map<Sort, number>();
  for (const [first] of groups.values()) {
    if (first === undefined) continue;
    total.set(first.sort, (total.get(first.sort) ?? 0) + Math.sqrt(groups.get(key(first))?.length ?? 0));
  }
  return some.map((one) => {
    const size = groups.get(key(one))?.length ?? 1;
    return SHARES[one.sort] / Math.sqrt(size) / (total.get(one.sort) ?? 1);
  });
}
