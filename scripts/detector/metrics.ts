import type { MessageKind } from '../../src/scoring/features.ts';
import type { Detector } from '../../src/scoring/score.ts';
import { replay } from './replay.ts';
import type { Stream } from './streams.ts';

export const ALERT_ABOVE = 0.5;
const DETECTED_WITHIN_S = 10;

export interface Outcome {
  stream: Stream;
  /** Highest confidence of a fall from its impact on, of an activity at any time. */
  confidence: number;
  /** Seconds from the impact to the first reading that alerts; NaN if none does. */
  delayS: number;
  /** An alert before a fall's impact. */
  early: boolean;
}

export function judgeStreams(
  streams: readonly Stream[],
  kind: MessageKind,
  detectorFor: (subject: string) => Detector,
): Outcome[] {
  return streams.map((stream) => {
    const detect = detectorFor(stream.trial.subject);
    const outcome: Outcome = { stream, confidence: 0, delayS: Number.NaN, early: false };
    replay(stream, kind, (window, length, message) => {
      const confidence = detect(window, length);
      const sinceImpact = message.at - stream.impactAt;
      if (sinceImpact < 0) outcome.early ||= confidence > ALERT_ABOVE;
      // An activity has no impact: its NaN passes both comparisons, so that all its readings count.
      if (sinceImpact < 0 || sinceImpact > DETECTED_WITHIN_S) return;
      outcome.confidence = Math.max(outcome.confidence, confidence);
      if (confidence > ALERT_ABOVE && Number.isNaN(outcome.delayS)) outcome.delayS = sinceImpact;
    });
    return outcome;
  });
}

export interface Figures {
  sensitivity: number;
  specificity: number;
  f1: number;
  falseAlarmsPerHour: number;
  medianDelayS: number;
  early: number;
  /** Share of falls, and of activities, whose highest confidence is above 0.70 and at least 0.90. */
  high: readonly [number, number];
  confirmed: readonly [number, number];
}

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const falls = outcomes.filter(({ stream }) => stream.trial.fall);
  const activities = outcomes.filter(({ stream }) => !stream.trial.fall);
  const alerts = (some: readonly Outcome[]) =>
    some.filter(({ confidence }) => confidence > ALERT_ABOVE).length;
  const share = (some: readonly Outcome[], reached: (confidence: number) => boolean) =>
    some.filter(({ confidence }) => reached(confidence)).length / some.length;
  const found = alerts(falls);
  const falseAlarms = alerts(activities);
  const hours = activities.reduce((sum, { stream }) => sum + stream.recordedS, 0) / 3600;
  return {
    sensitivity: found / falls.length,
    specificity: 1 - falseAlarms / activities.length,
    f1: (2 * found) / (found + falls.length + falseAlarms),
    falseAlarmsPerHour: falseAlarms / hours,
    medianDelayS: median(falls.map(({ delayS }) => delayS).filter((delay) => !Number.isNaN(delay))),
    early: falls.filter(({ early }) => early).length / falls.length,
    high: [share(falls, (c) => c > 0.7), share(activities, (c) => c > 0.7)],
    confirmed: [share(falls, (c) => c >= 0.9), share(activities, (c) => c >= 0.9)],
  };
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
      group.filter(({ confidence }) => confidence > ALERT_ABOVE).length / group.length,
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

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}
