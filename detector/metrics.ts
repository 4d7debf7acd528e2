import { belongsToEpisode, type Episode } from '../src/falls/episode.ts';
import { SHORTEST_HISTORY } from '../src/readings/scoring/window.ts';
import type { Stream } from './streams.ts';

/** docs/contract.md, "Fall levels": the levels, and when a confidence reaches one. */
export const LEVELS = ['SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'] as const;
export type Level = (typeof LEVELS)[number];
export const REACHES: Readonly<Record<Level, (confidence: number) => boolean>> = {
  SUSPICIOUS: (confidence) => confidence > 0.3,
  POTENTIAL: (confidence) => confidence > 0.5,
  HIGH: (confidence) => confidence > 0.7,
  CONFIRMED: (confidence) => confidence >= 0.9,
};
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
  /** Whether a network saw it: without an impact in view none is asked. */
  readonly seen: boolean;
  /** Whether the first message alerts, for which there is nothing to compare with. */
  readonly first: boolean;
}

/** Whether a message decides about its stream: for a fall those of the ten seconds after its impact. */
export function counts({ messages, impactAt, trial }: Stream, message: number): boolean {
  const since = (messages[message]?.at ?? 0) - impactAt;
  return !trial.fall || (since >= 0 && since <= DETECTED_WITHIN_S);
}

/**
 * Computes a trial's result from the confidence of each message, and whether it has an impact in view. The first messages
 * do not count: the stream begins at a random second, but a wearer's does so once.
 */
export function outcomeOf(
  stream: Stream,
  confidences: ArrayLike<number>,
  impacts?: ArrayLike<number>,
): Outcome {
  let highest = 0;
  let delayS = Number.NaN;
  let seen = false;
  stream.messages.forEach(({ arrivedAt }, i) => {
    const confidence = confidences[i] ?? 0;
    if (i < SHORTEST_HISTORY - 1 || !counts(stream, i)) return;
    highest = Math.max(highest, confidence);
    seen ||= impacts === undefined || impacts[i] === 1;
    if (Number.isNaN(delayS) && REACHES[ALERTING](confidence)) delayS = arrivedAt - stream.impactAt;
  });
  return { confidence: highest, delayS, seen, first: REACHES[ALERTING](confidences[0] ?? 0) };
}

export type Alarms = Readonly<Record<Level, number>>;

/** Events of a stream that reach each level, as caregivers see them: readings close together are one event. */
export function alarmsOf({ messages }: Stream, confidences: ArrayLike<number>): Alarms {
  const alarms = { SUSPICIOUS: 0, POTENTIAL: 0, HIGH: 0, CONFIRMED: 0 };
  let episode: Episode | undefined;
  const close = () => {
    if (episode === undefined) return;
    for (const level of LEVELS) if (REACHES[level](episode.confidence)) alarms[level] += 1;
  };
  messages.forEach(({ recordedAt }, i) => {
    const confidence = confidences[i] ?? 0;
    if (i < SHORTEST_HISTORY - 1 || !REACHES.SUSPICIOUS(confidence)) return;
    const at = new Date(recordedAt * 1000);
    if (episode !== undefined && belongsToEpisode(episode, { at, confidence })) {
      episode = { ...episode, lastSuspiciousAt: at, confidence: Math.max(episode.confidence, confidence) };
      return;
    }
    close();
    episode = { startedAt: at, lastSuspiciousAt: at, confidence, resolvedAt: null };
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

/** Share of the cases of each activity that alert: falls found, or false alarms. */
export function alertsByActivity(
  cases: readonly Case[],
): { activity: string; share: number; trials: number }[] {
  return [...groupBy(cases, ({ activity }) => activity)].map(([activity, own]) => ({
    activity,
    share: own.filter(({ confidence }) => REACHES[ALERTING](confidence)).length / own.length,
    trials: new Set(own.map(({ trial }) => trial)).size,
  }));
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
