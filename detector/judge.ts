import type { Detector } from '../src/readings/scoring/score.ts';
import { findImpact, IMPACT, kindOf, peakOf, type Window } from '../src/readings/scoring/window.ts';
import type { Strangers } from './folds.ts';
import { type Alarms, alarmsOf, type Case, counts, type Outcome, outcomeOf } from './metrics.ts';
import { type DataSet, hasGyro, type Trial } from './recordings.ts';
import { createReplay, type Sending } from './replay.ts';
import { buildLifeStreams, buildStreams, PLAIN, type Stream, type StreamOptions } from './streams.ts';

/** How a stream is judged: what the wearable sends and has, and what the networks were trained without. */
export interface Way {
  readonly sending: Sending;
  readonly gyro: boolean;
  readonly without: 'person' | 'device';
}

export const way = (sending: Sending, gyro = true, without: Way['without'] = 'person'): Way => ({
  sending,
  gyro,
  without,
});
export const keyOf = ({ sending, gyro, without }: Way): string =>
  `${sending}${gyro ? '' : ' without gyro'}, ${without}`;

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
const EVERY_PHASE = 'plain';

/** The result of a stream in each way. Plain data: it passes between threads. */
export interface Judged {
  readonly set: string;
  readonly trial: string;
  readonly activity: string;
  readonly subject: string;
  readonly fall: boolean;
  readonly condition: Condition | typeof EVERY_PHASE;
  readonly recordedS: number;
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** For ordinary life only. */
  readonly alarms: Readonly<Record<string, Alarms>>;
}

export interface Plan {
  readonly sendings: readonly Sending[];
  readonly phases: number;
}

const WITHOUT_GYRO: readonly Way[] = [way('reading', false), way('samples', false)];
const TRIAL_WAYS: readonly Way[] = [
  way('reading'),
  way('last'),
  way('parts'),
  way('samples'),
  way('reading', true, 'device'),
  way('samples', true, 'device'),
  ...WITHOUT_GYRO,
];
const CONDITION_WAYS: readonly Way[] = [way('reading'), way('samples')];
const LIFE_WAYS: readonly Way[] = [way('reading'), way('parts'), way('samples'), ...WITHOUT_GYRO];

/** A large set needs fewer streams of each trial for the same standard error. */
const LARGE = { trials: 1000, phases: 2 };

/** Positions of the second boundary for the trials of a data set. */
export const phasesOf = (trialsOfSet: number, phases: number): number =>
  trialsOfSet > LARGE.trials ? Math.min(LARGE.phases, phases) : phases;

/** Judges recordings of one data set, all or those of some people. */
export function judgeTrials(
  set: DataSet,
  trials: readonly Trial[],
  { sendings, phases }: Plan,
  strangers: Strangers,
): Judged[] {
  const judge = createStreamJudge(set, strangers);
  const sent = (ways: readonly Way[]) => ways.filter(({ sending }) => sendings.includes(sending));
  const gyro = trials.every(hasGyro);
  if (set.kind === 'life') {
    const ways = sent(gyro ? LIFE_WAYS : WITHOUT_GYRO);
    return buildLifeStreams(trials, phases).map((stream) => judge(stream, EVERY_PHASE, ways));
  }
  const ways = sent(gyro ? TRIAL_WAYS : WITHOUT_GYRO);
  const judged: Judged[] = [];
  for (const stream of buildStreams(trials, { ...PLAIN, phases })) {
    const plain = judge(stream, EVERY_PHASE, ways);
    judged.push(plain);
    if (stream.phase === 0) judged.push({ ...plain, condition: COMPARISON });
  }
  for (const [condition, delivery] of Object.entries(CONDITIONS)) {
    if (condition === COMPARISON) continue;
    for (const stream of buildStreams(trials, { ...PLAIN, ...delivery, phases: 1 }))
      judged.push(judge(stream, condition as Condition, sent(CONDITION_WAYS)));
  }
  return judged;
}

type StreamJudge = (stream: Stream, condition: Judged['condition'], ways: readonly Way[]) => Judged;

function createStreamJudge({ name, kind }: DataSet, strangers: Strangers): StreamJudge {
  const replay = createReplay();
  const detectorOf = ({ without }: Way, { subject }: Trial): Detector | undefined =>
    without === 'person' ? strangers.withoutPerson(subject) : strangers.withoutDataSet(name);

  return (stream, condition, ways) => {
    const { trial, recordedS } = stream;
    const outcomes: Record<string, Outcome> = {};
    const alarms: Record<string, Alarms> = {};
    // Networks that see the same messages share a replay.
    const replays = new Map<string, Way[]>();
    for (const own of ways) {
      const key = `${own.sending} ${own.gyro}`;
      replays.set(key, [...(replays.get(key) ?? []), own]);
    }
    for (const [first, ...others] of replays.values()) {
      if (first === undefined) continue;
      const judges = [first, ...others].flatMap((own) => {
        const detect = detectorOf(own, trial);
        const confidences = new Float64Array(stream.messages.length);
        return detect === undefined ? [] : [{ key: keyOf(own), detect, confidences }];
      });
      const impacts = new Uint8Array(stream.messages.length);
      replay(stream, first.sending, first.gyro, (window, length, message) => {
        if (!counts(stream, message)) return;
        impacts[message] = hasImpact(window, length) ? 1 : 0;
        for (const { detect, confidences } of judges) confidences[message] = detect(window, length);
      });
      for (const { key, confidences } of judges) {
        outcomes[key] = outcomeOf(stream, confidences, impacts);
        if (kind === 'life') alarms[key] = alarmsOf(stream, confidences);
      }
    }
    const { id, activity, subject, fall } = trial;
    return { set: name, trial: id, activity, subject, fall, condition, recordedS, outcomes, alarms };
  };
}

function hasImpact(window: Window, length: number): boolean {
  const kind = kindOf(window, length);
  return peakOf(window.cells, findImpact(window, length, kind), kind) >= IMPACT;
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
    const { set, trial, activity, subject, fall } = stream;
    return [{ set, trial, activity, subject, fall, ...outcome }];
  });
}
