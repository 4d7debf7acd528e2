import type { Detector } from '../src/readings/scoring/score.ts';
import {
  FIELDS,
  findImpact,
  IMPACT,
  kindOf,
  peakOf,
  T,
  type Window,
} from '../src/readings/scoring/window.ts';
import { confidenceFor } from '../src/response/limits/sensitivity.ts';
import type { Sensitivity } from '../src/response/vocabulary.ts';
import type { Strangers } from './folds.ts';
import { type Alarms, alarmsOf, type Case, counts, groupBy, type Outcome, outcomeOf } from './metrics.ts';
import { type DataSet, hasGyro, type Trial } from './recordings.ts';
import { createReplay, type Sending } from './replay.ts';
import { buildLifeStreams, buildStreams, PLAIN, type Stream, type StreamOptions } from './streams.ts';
import { standsIn } from './verification.ts';

/** How a stream is judged: what the wearable sends and has, what the networks were trained without, the ward's choice. */
export interface Way {
  readonly sending: Sending;
  readonly gyro: boolean;
  readonly without: 'person' | 'device';
  readonly sensitivity: Sensitivity;
}

export const way = (
  sending: Sending,
  gyro = true,
  without: Way['without'] = 'person',
  sensitivity: Sensitivity = 'standard',
): Way => ({ sending, gyro, without, sensitivity });
export const keyOf = ({ sending, gyro, without, sensitivity }: Way): string =>
  `${sending}${gyro ? '' : ' without gyro'}, ${without}, ${sensitivity}`;

/** What happens on the way to the service; one position of the second boundary each. The first is the comparison. */
export const CONDITIONS = {
  'as sent': {},
  'up to 0.9 s late': { jitterS: 0.9 },
  'up to 0.9 s late, 5 % lost, not the impact': { jitterS: 0.9, lost: 0.05 },
  '5 % lost, the impact too': { lost: 0.05, losesImpact: true },
  'a stall of 2 to 5 s at the fall': { stalls: true },
} as const satisfies Readonly<Record<string, Partial<StreamOptions>>>;
export type Condition = keyof typeof CONDITIONS;
const COMPARISON: Condition = 'as sent';
/** The plain streams of all tables but one. */
export const EVERY_PHASE = 'plain';

/** The result of a stream in each way. Plain data: it passes between threads. */
export interface Judged {
  readonly set: string;
  readonly trial: string;
  readonly activity: string;
  readonly subject: string;
  readonly fall: boolean;
  readonly staysDown: boolean;
  readonly condition: Condition | typeof EVERY_PHASE;
  readonly recordedS: number;
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** For ordinary life only. */
  readonly alarms: Readonly<Record<string, Alarms>>;
}

/** The service reduces samples to parts: they need no measurement of their own. */
const WITH_GYRO: readonly Way[] = [way('reading'), way('parts')];
const WITHOUT_GYRO: readonly Way[] = [way('reading', false), way('parts', false)];
const CHOSEN: readonly Way[] = WITH_GYRO.flatMap((own) => [
  { ...own, sensitivity: 'fewer' },
  { ...own, sensitivity: 'more' },
]);
const TRIAL_WAYS: readonly Way[] = [
  ...WITH_GYRO,
  ...CHOSEN,
  way('last'),
  way('reading', true, 'device'),
  way('parts', true, 'device'),
  ...WITHOUT_GYRO,
];
const LIFE_WAYS: readonly Way[] = [...WITH_GYRO, ...CHOSEN, ...WITHOUT_GYRO];

/** A large set needs fewer streams of each trial for the same standard error. */
const LARGE = { trials: 1000, phases: 2 };

/** Positions of the second boundary for the trials of a data set. */
export const phasesOf = (trialsOfSet: number, phases: number): number =>
  trialsOfSet > LARGE.trials ? Math.min(LARGE.phases, phases) : phases;

/** Judges recordings of one data set, all or those of some people. */
export function judgeTrials(
  set: DataSet,
  trials: readonly Trial[],
  phases: number,
  strangers: Strangers,
): Judged[] {
  const judge = createStreamJudge(set, strangers);
  const gyro = trials.every(hasGyro);
  if (set.kind === 'life') {
    const ways = gyro ? LIFE_WAYS : WITHOUT_GYRO;
    return buildLifeStreams(trials, phases).map((stream) => judge(stream, EVERY_PHASE, ways));
  }
  const ways = gyro ? TRIAL_WAYS : WITHOUT_GYRO;
  const judged: Judged[] = [];
  for (const stream of buildStreams(trials, { ...PLAIN, phases })) {
    const plain = judge(stream, EVERY_PHASE, ways);
    judged.push(plain);
    if (stream.phase === 0) judged.push({ ...plain, condition: COMPARISON });
  }
  for (const [condition, delivery] of Object.entries(CONDITIONS)) {
    if (condition === COMPARISON) continue;
    for (const stream of buildStreams(trials, { ...PLAIN, ...delivery, phases: 1 }))
      judged.push(judge(stream, condition as Condition, WITH_GYRO));
  }
  return judged;
}

type StreamJudge = (stream: Stream, condition: Judged['condition'], ways: readonly Way[]) => Judged;

export function createStreamJudge({ name, kind }: DataSet, strangers: Strangers): StreamJudge {
  const replay = createReplay();
  const detectorOf = ({ without }: Way, { subject }: Trial): Detector | undefined =>
    without === 'person' ? strangers.withoutPerson(subject).detect : strangers.withoutDataSet(name);

  return (stream, condition, ways) => {
    const { trial, staysDown, recordedS } = stream;
    const outcomes: Record<string, Outcome> = {};
    const alarms: Record<string, Alarms> = {};
    // Networks that see the same messages share a replay, and choices share a network.
    for (const sent of groupBy(ways, ({ sending, gyro }) => `${sending} ${gyro}`).values()) {
      const [first] = sent;
      if (first === undefined) continue;
      const judges = [...groupBy(sent, ({ without }) => without).values()].flatMap((choices) => {
        const detect = choices[0] && detectorOf(choices[0], trial);
        const confidences = new Float64Array(stream.messages.length);
        return detect === undefined ? [] : [{ choices, detect, confidences }];
      });
      const impacts = new Float64Array(stream.messages.length).fill(Number.NaN);
      replay(stream, first.sending, first.gyro, (window, length, message) => {
        if (!counts(stream, message)) return;
        impacts[message] = (stream.messages[message]?.recordedAt ?? 0) + candidateImpact(window, length);
        for (const { detect, confidences } of judges) confidences[message] = detect(window, length);
      });
      const stands = standsIn(stream, first, strangers.withoutPerson(trial.subject).verify);
      for (const { choices, confidences } of judges)
        for (const own of choices) {
          // The rules for hard falls, which no choice affects, alert or not with each of them.
          const chosen = confidences.map((confidence) => confidenceFor(own.sensitivity, confidence));
          outcomes[keyOf(own)] = outcomeOf(stream, chosen, impacts, trial.fall ? stands : undefined);
          if (kind === 'life') alarms[keyOf(own)] = alarmsOf(stream, chosen, impacts, stands);
        }
    }
    const { id, activity, subject, fall } = trial;
    return {
      ...{ set: name, trial: id, activity, subject, fall, staysDown },
      ...{ condition, recordedS, outcomes, alarms },
    };
  };
}

/** When the candidate impact of a window was, in seconds before its newest reading (at most 0); NaN without one. */
export function candidateImpact(window: Window, length: number): number {
  const kind = kindOf(window, length);
  const impact = findImpact(window, length, kind);
  return peakOf(window.cells, impact, kind) >= IMPACT
    ? (window.cells[impact * FIELDS + T] ?? Number.NaN)
    : Number.NaN;
}

/** The outcomes of the plain streams, or of another condition, in one way. */
export function casesOf(
  judged: readonly Judged[],
  own: Way,
  condition: Judged['condition'] = EVERY_PHASE,
): Case[] {
  const key = keyOf(own);
  return judged.flatMap((stream) => {
    const outcome = stream.outcomes[key];
    if (outcome === undefined || stream.condition !== condition) return [];
    const { set, trial, activity, subject, fall, staysDown } = stream;
    return [{ set, trial, activity, subject, fall, staysDown, ...outcome }];
  });
}
