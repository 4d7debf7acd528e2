import type { Detector } from '../src/readings/scoring/score.ts';
import { replay, type Sending } from './replay.ts';
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
/** Caregivers are alerted from POTENTIAL up. */
export const ALERT_ABOVE = 0.5;
const ALERTING: Level = 'POTENTIAL';
const DETECTED_WITHIN_S = 10;

export interface Outcome {
  stream: Stream;
  /** Highest confidence: for a fall from its impact on, for an activity at any time. */
  confidence: number;
  /** Seconds from the impact to the first reading of each level; NaN if none reaches it. */
  delayS: Record<Level, number>;
  /** An alert before a fall's impact. */
  early: boolean;
}

export function judgeStreams(
  streams: readonly Stream[],
  sending: Sending,
  detectorFor: (subject: string) => Detector,
): Outcome[] {
  return streams.map((stream) => {
    const detect = detectorFor(stream.trial.subject);
    const confidences: number[] = [];
    replay(stream, sending, (window, length) => void confidences.push(detect(window, length)));
    return outcomeOf(stream, confidences);
  });
}

/** Computes a trial's result from the confidence of each message. */
export function outcomeOf(stream: Stream, confidences: readonly number[]): Outcome {
  const delayS = { SUSPICIOUS: Number.NaN, POTENTIAL: Number.NaN, HIGH: Number.NaN, CONFIRMED: Number.NaN };
  const outcome: Outcome = { stream, confidence: 0, delayS, early: false };
  stream.messages.forEach((message, i) => {
    const confidence = confidences[i] ?? 0;
    const sinceImpact = message.at - stream.impactAt;
    if (sinceImpact < 0) outcome.early ||= REACHES[ALERTING](confidence);
    // An activity has no impact: its NaN passes both comparisons, so that all its readings count.
    if (sinceImpact < 0 || sinceImpact > DETECTED_WITHIN_S) return;
    outcome.confidence = Math.max(outcome.confidence, confidence);
    for (const level of LEVELS) {
      if (REACHES[level](confidence) && Number.isNaN(delayS[level])) delayS[level] = sinceImpact;
    }
  });
  return outcome;
}

export interface Figures {
  sensitivity: number;
  specificity: number;
  f1: number;
  falseAlarmsPerHour: number;
  medianDelayS: number;
  slowDelayS: number;
  /** Falls that reached the level before their impact. */
  early: number;
  /** Share of falls among the streams with exactly this level, in this mix of falls and activities. */
  trueShare: number;
}

/** Figures if caregivers were alerted from this level. */
export function figuresOf(outcomes: readonly Outcome[], level: Level = ALERTING): Figures {
  const falls = outcomes.filter(({ stream }) => stream.trial.fall);
  const activities = outcomes.filter(({ stream }) => !stream.trial.fall);
  const reaching = (some: readonly Outcome[], reached = REACHES[level]) =>
    some.filter(({ confidence }) => reached(confidence)).length;
  const found = reaching(falls);
  const falseAlarms = reaching(activities);
  const hours = activities.reduce((sum, { stream }) => sum + stream.recordedS, 0) / 3600;
  const delays = falls.map(({ delayS }) => delayS[level]).filter((delay) => !Number.isNaN(delay));
  const just = (confidence: number) => highestLevel(confidence) === level;
  return {
    sensitivity: found / falls.length,
    specificity: 1 - falseAlarms / activities.length,
    f1: (2 * found) / (found + falls.length + falseAlarms),
    falseAlarmsPerHour: falseAlarms / hours,
    medianDelayS: quantile(delays, 0.5),
    slowDelayS: quantile(delays, 0.9),
    early: falls.filter(({ early }) => early).length / falls.length,
    trueShare: reaching(falls, just) / (reaching(falls, just) + reaching(activities, just)),
  };
}

function highestLevel(confidence: number): Level | undefined {
  return LEVELS.findLast((level) => REACHES[level](confidence));
}

/** Share of streams of each activity that alert: found falls, false alarms. */
export function alertsByActivity(outcomes: readonly Outcome[]): Map<string, number> {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const group = groups.get(outcome.stream.trial.activity) ?? [];
    group.push(outcome);
    groups.set(outcome.stream.trial.activity, group);
  }
  const rows = [...groups].sort(([a], [b]) => a.localeCompare(b));
  return new Map(
    rows.map(([activity, group]) => [
      activity,
      group.filter(({ confidence }) => REACHES[ALERTING](confidence)).length / group.length,
    ]),
  );
}

/** The confidence above which only this share of the activities would alert. */
export function confidenceAtSpecificity(outcomes: readonly Outcome[], specificity: number): number {
  const ordered = outcomes
    .filter(({ stream }) => !stream.trial.fall)
    .map(({ confidence }) => confidence)
    .sort((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.floor(specificity * ordered.length))] ?? ALERT_ABOVE;
}

/** Share of the falls, or of the activities, above a confidence. */
export function shareAbove(outcomes: readonly Outcome[], falls: boolean, above: number): number {
  const some = outcomes.filter(({ stream }) => stream.trial.fall === falls);
  return some.filter(({ confidence }) => confidence > above).length / some.length;
}

export interface TradeOff {
  readonly falseAlarmsPerHour: number;
  readonly sensitivity: number;
}

/** Sensitivity against false alarms as the threshold falls. */
export function tradeOffOf(outcomes: readonly Outcome[]): TradeOff[] {
  const falls = outcomes.filter(({ stream }) => stream.trial.fall);
  const activities = outcomes.filter(({ stream }) => !stream.trial.fall);
  const hours = activities.reduce((sum, { stream }) => sum + stream.recordedS, 0) / 3600;
  return Array.from({ length: 201 }, (_, i) => {
    const above = confidenceAtSpecificity(activities, 1 - (i * 0.2) / 200);
    return {
      falseAlarmsPerHour: (shareAbove(activities, false, above) * activities.length) / hours,
      sensitivity: shareAbove(falls, true, above),
    };
  });
}

function quantile(values: readonly number[], share: number): number {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))] ?? Number.NaN;
}

/** Figures in one line for the terminal. */
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

export interface PersonFigures {
  readonly subject: string;
  /** NaN for a person without recorded falls or activities. */
  readonly sensitivity: number;
  readonly specificity: number;
}

export function figuresByPerson(outcomes: readonly Outcome[]): PersonFigures[] {
  const people = [...new Set(outcomes.map(({ stream }) => stream.trial.subject))].sort();
  return people.map((subject) => {
    const { sensitivity, specificity } = figuresOf(
      outcomes.filter(({ stream }) => stream.trial.subject === subject),
    );
    return { subject, sensitivity, specificity };
  });
}

/** Standard error of a mean over people, because streams of one person are similar. NaN values are left out. */
export function standardError(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (known.length - 1);
  return Math.sqrt(variance / known.length);
}
