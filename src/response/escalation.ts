import { CHANNEL_KINDS, kindsWhere } from '../notify/index.ts';
import { SECOND_MS } from '../platform/time.ts';
import type { EscalationPolicy, EscalationStep } from './schema/escalation.ts';

const FIRST_CHANNELS = [...kindsWhere(({ isInFirstStep }) => isInFirstStep)];
const ALL_CHANNELS = [...CHANNEL_KINDS];

/** docs/response.md, "Escalation policy": used until the organisation decides otherwise. */
export const DEFAULT_POLICY: EscalationPolicy = {
  steps: [
    { afterSeconds: 0, targets: ['on_duty'], channels: FIRST_CHANNELS },
    { afterSeconds: 60, targets: ['assigned'], channels: ALL_CHANNELS },
    { afterSeconds: 180, targets: ['assigned', 'admins'], channels: ALL_CHANNELS },
  ],
  repeats: { everySeconds: 180, times: null },
};

/** How far a response has climbed. */
export interface Escalation {
  /** The steps' `afterSeconds` count from here: the end of the OK window, or the rise to CONFIRMED. */
  readonly startsAt: Date;
  /** Steps taken so far; repeats of the last one do not count. */
  readonly step: number;
  /** Null: until somebody takes over. */
  readonly repeatsLeft: number | null;
  /** When the last step or repeat was taken. */
  readonly lastAt: Date | null;
  /** When it was given up: all was said, and nobody came. */
  readonly exhaustedAt: Date | null;
}

export interface EscalationDue {
  readonly what: 'step' | 'repeat' | 'exhausted';
  readonly at: Date;
}

const later = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * SECOND_MS);

export const startEscalation = (policy: EscalationPolicy, startsAt: Date): Escalation => ({
  startsAt,
  step: 0,
  repeatsLeft: policy.repeats.times,
  lastAt: null,
  exhaustedAt: null,
});

const hasRepeatsLeft = ({ repeatsLeft }: Escalation): boolean => repeatsLeft === null || repeatsLeft > 0;

/** What comes next and when, if nobody claims; null once it is exhausted. */
export function escalationDue(
  { steps, repeats }: EscalationPolicy,
  escalation: Escalation,
): EscalationDue | null {
  const next = steps[escalation.step];
  if (next !== undefined) return { what: 'step', at: later(escalation.startsAt, next.afterSeconds) };
  if (escalation.exhaustedAt !== null) return null;
  const at = later(escalation.lastAt ?? escalation.startsAt, repeats.everySeconds);
  return { what: hasRepeatsLeft(escalation) ? 'repeat' : 'exhausted', at };
}

/** The step that `what` means now: the next one, or the last one again. */
export const stepToTake = (policy: EscalationPolicy, escalation: Escalation): EscalationStep | undefined =>
  policy.steps[escalation.step] ?? policy.steps.at(-1);

/** After a step or repeat was taken. Repeats keep their interval from here. */
export function advanced(policy: EscalationPolicy, escalation: Escalation, now: Date): Escalation {
  if (escalation.step < policy.steps.length) return { ...escalation, step: escalation.step + 1, lastAt: now };
  const { repeatsLeft } = escalation;
  return { ...escalation, repeatsLeft: repeatsLeft === null ? null : repeatsLeft - 1, lastAt: now };
}

/**
 * Nobody is going any more. It goes on where it stood; once all repeats are used up they begin anew. Where the policy
 * has none, the last step is taken once more all the same: those who were told that somebody goes must hear otherwise.
 */
export function resumeEscalation(policy: EscalationPolicy, escalation: Escalation): Escalation {
  if (escalation.step < policy.steps.length || hasRepeatsLeft(escalation)) return escalation;
  const { times } = policy.repeats;
  return { ...escalation, repeatsLeft: times === null ? null : Math.max(1, times), exhaustedAt: null };
}
