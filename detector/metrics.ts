import { belongsToEpisode, type Episode } from '../src/falls/raise/episode.ts';
import { SHORTEST_HISTORY } from '../src/readings/scoring/window.ts';
import { LEVELS, type Level, REACHES } from './levels.ts';
import type { Stream } from './streams.ts';
import { ringsAt, type Stands } from './verification.ts';

/** Caregivers are alerted from this level up. */
const ALERTING: Level = 'POTENTIAL';
const ALERT_ABOVE = 0.5;
const DETECTED_WITHIN_S = 10;

/** Result of one stream in one way of sending. */
export interface Outcome {
  /** Highest confidence: for a fall within ten seconds of its impact, for an activity at any time. */
  readonly confidence: number;
  /** Seconds from the impact to the arrival of the first message that alerts; NaN if none does. */
  readonly delayS: number;
  /** Seconds from the impact of a fall until a phone rings; NaN if none does. */
  readonly ringS: number;
}

/** Whether a message decides about its stream: for a fall those of the ten seconds after its impact. */
export function counts({ messages, impactAt, trial }: Stream, message: number): boolean {
  const since = (messages[message]?.at ?? 0) - impactAt;
  return !trial.fall || (since >= 0 && since <= DETECTED_WITHIN_S);
}

/**
 * Computes a trial's result from the confidence of each message, and the time of the impact in its view (NaN: none). The
 * first messages do not count: the stream begins at a random second, but a wearer's does so once.
 */
export function outcomeOf(
  stream: Stream,
  confidences: ArrayLike<number>,
  impacts?: ArrayLike<number>,
  stands?: Stands,
): Outcome {
  let highest = 0;
  let delayS = Number.NaN;
  const counted: number[] = [];
  stream.messages.forEach(({ arrivedAt }, i) => {
    const confidence = confidences[i] ?? 0;
    if (i < SHORTEST_HISTORY - 1 || !counts(stream, i)) return;
    counted.push(i);
    highest = Math.max(highest, confidence);
    if (Number.isNaN(delayS) && REACHES[ALERTING](confidence)) delayS = arrivedAt - stream.impactAt;
  });
  return {
    confidence: highest,
    delayS,
    ringS: ringsAt(stream, counted, confidences, impacts, stands) - stream.impactAt,
  };
}

/** Events of a stream: those that reach each level, and those that ring. */
export type Alarms = Readonly<Record<Level | 'rings', number>>;

/** As caregivers see them: readings close together are one event. */
export function alarmsOf(
  stream: Stream,
  confidences: ArrayLike<number>,
  impacts?: ArrayLike<number>,
  stands?: Stands,
): Alarms {
  const alarms = { SUSPICIOUS: 0, POTENTIAL: 0, HIGH: 0, CONFIRMED: 0, rings: 0 };
  let episode: Episode | undefined;
  let own: number[] = [];
  const close = () => {
    if (episode === undefined) return;
    for (const level of LEVELS) if (REACHES[level](episode.confidence)) alarms[level] += 1;
    if (!Number.isNaN(ringsAt(stream, own, confidences, impacts, stands))) alarms.rings += 1;
  };
  stream.messages.forEach(({ recordedAt }, i) => {
    const confidence = confidences[i] ?? 0;
    if (i < SHORTEST_HISTORY - 1 || !REACHES.SUSPICIOUS(confidence)) return;
    const at = new Date(recordedAt * 1000);
    if (episode !== undefined && belongsToEpisode(episode, { at, confidence })) {
      episode = { ...episode, lastSuspiciousAt: at, confidence: Math.max(episode.confidence, confidence) };
      own.push(i);
      return;
    }
    close();
    episode = { startedAt: at, lastSuspiciousAt: at, confidence, resolvedAt: null };
    own = [i];
  });
  close();
  return alarms;
}

/** An outcome with what it is the outcome of. */
export interface Case extends Outcome {
  readonly set: string;
  readonly trial: string;
  readonly activity: string;
  readonly subject: string;
  readonly fall: boolean;
  readonly staysDown: boolean;
}

export interface Figures {
  /** Shares of the falls and of the activities, with the standard error over people. */
  readonly found: number;
  readonly foundError: number;
  readonly quiet: number;
  readonly quietError: number;
  readonly medianDelayS: number;
}

/** Figures if caregivers were alerted above this confidence. */
export function figuresOf(cases: readonly Case[], above: number | Level = ALERTING): Figures {
  const reaches = typeof above === 'number' ? (confidence: number) => confidence > above : REACHES[above];
  const falls = cases.filter(({ fall }) => fall);
  const activities = cases.filter(({ fall }) => !fall);
  const share = (some: readonly Case[]) =>
    some.filter(({ confidence }) => reaches(confidence)).length / some.length;
  const delays = falls.map(({ delayS }) => delayS).filter((delay) => !Number.isNaN(delay));
  return {
    found: share(falls),
    foundError: standardError(byPerson(falls).map(share)),
    quiet: 1 - share(activities),
    quietError: standardError(byPerson(activities).map(share)),
    medianDelayS: median(delays),
  };
}

export interface RingFigures {
  /** Of the falls whose wearers stay down, this share rings; of those whose wearers get up, this share is on the board. */
  readonly staysDown: number;
  readonly getsUp: number;
  readonly getsUpRings: number;
  /** From the impact of a fall whose wearer stays down until a phone rings. */
  readonly medianS: number;
}

/** NaN where there are no such falls. */
export function ringFiguresOf(cases: readonly Case[]): RingFigures {
  const falls = cases.filter(({ fall }) => fall);
  const down = falls.filter(({ staysDown }) => staysDown);
  const up = falls.filter(({ staysDown }) => !staysDown);
  const rings = ({ ringS }: Case): boolean => !Number.isNaN(ringS);
  const share = (some: readonly Case[], when: (one: Case) => boolean): number =>
    some.filter(when).length / some.length;
  return {
    staysDown: share(down, rings),
    getsUp: share(up, ({ confidence }) => REACHES[ALERTING](confidence)),
    getsUpRings: share(up, rings),
    medianS: median(down.filter(rings).map(({ ringS }) => ringS)),
  };
}

const byPerson = (cases: readonly Case[]): Case[][] => [...groupBy(cases, ({ subject }) => subject).values()];

export function groupBy<V>(values: readonly V[], key: (value: V) => string): Map<string, V[]> {
  const groups = new Map<string, V[]>();
  for (const value of values) {
    const own = groups.get(key(value));
    if (own === undefined) groups.set(key(value), [value]);
    else own.push(value);
  }
  return groups;
}

/** The confidence above which the rest of the activities would alert. */
export function confidenceAtSpecificity(cases: readonly Case[], specificity: number): number {
  const ordered = cases
    .filter(({ fall }) => !fall)
    .map(({ confidence }) => confidence)
    .sort((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.floor(specificity * ordered.length))] ?? ALERT_ABOVE;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of a mean over people, because the streams of one person are similar. NaN for fewer than two people. */
export function standardError(values: readonly number[]): number {
  const middle = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  return Math.sqrt(variance / values.length);
}

function median(values: readonly number[]): number {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.floor(ordered.length / 2)] ?? Number.NaN;
}
