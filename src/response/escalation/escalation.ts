import { SECOND_MS } from '../../platform/time.ts';
import { type EscalationPolicy, type EscalationStep, STEP_CHANNELS } from './schema.ts';

const ALL_CHANNELS = [...STEP_CHANNELS];

/** docs/response.md, "Escalation policy": used until the organisation sets its own. */
export const DEFAULT_POLICY: EscalationPolicy = {
  steps: [
    { afterSeconds: 0, targets: ['on_duty'], channels: ['webpush', 'ntfy', 'sms'] },
    { afterSeconds: 60, targets: ['assigned', 'ward'], channels: ALL_CHANNELS },
    { afterSeconds: 180, targets: ['assigned', 'ward', 'ward_leads', 'admins'], channels: ALL_CHANNELS },
  ],
  repeats: { everySeconds: 180, times: null },
};

/** The progress of a response's escalation. */
export interface Escalation {
  /** Start of the steps' `afterSeconds`: the end of the OK window, or the rise to CONFIRMED. */
  readonly startsAt: Date;
  /** How much earlier than planned the next steps are due, because people have passed the fall on. */
  readonly aheadMs: number;
  /** Steps taken so far, without repeats of the last one. */
  readonly step: number;
  /** Null repeats until a caregiver takes over. */
  readonly repeatsLeft: number | null;
  /** When the last step or repeat was taken. */
  readonly lastAt: Date | null;
  /** When the escalation was exhausted: all steps and repeats were taken, and no one responded. */
  readonly exhaustedAt: Date | null;
  /** When the receipts of the last step are looked at; null if there is nothing to wait for. */
  readonly receiptsDueAt: Date | null;
}

interface EscalationDue {
  readonly what: 'step' | 'repeat' | 'exhausted';
  readonly at: Date;
}

const later = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * SECOND_MS);

export const startEscalation = (policy: EscalationPolicy, startsAt: Date): Escalation => ({
  startsAt,
  aheadMs: 0,
  step: 0,
  repeatsLeft: policy.repeats.times,
  lastAt: null,
  exhaustedAt: null,
  receiptsDueAt: null,
});

const hasRepeatsLeft = ({ repeatsLeft }: Escalation): boolean => repeatsLeft === null || repeatsLeft > 0;

const stepAt = ({ startsAt, aheadMs }: Escalation, { afterSeconds }: EscalationStep): Date =>
  new Date(later(startsAt, afterSeconds).getTime() - aheadMs);

/** The next action and its time if no one claims the fall; null once the escalation is exhausted. */
export function escalationDue(
  { steps, repeats }: EscalationPolicy,
  escalation: Escalation,
): EscalationDue | null {
  const next = steps[escalation.step];
  if (next !== undefined) return { what: 'step', at: stepAt(escalation, next) };
  if (escalation.exhaustedAt !== null) return null;
  const at = later(escalation.lastAt ?? escalation.startsAt, repeats.everySeconds);
  return { what: hasRepeatsLeft(escalation) ? 'repeat' : 'exhausted', at };
}

/** The step to take now: the next one, or the last one again. */
export const stepToTake = (policy: EscalationPolicy, escalation: Escalation): EscalationStep | undefined =>
  policy.steps[escalation.step] ?? policy.steps.at(-1);

/** The escalation after a step or repeat was taken. Repeats keep their interval from here. */
export function advanced(policy: EscalationPolicy, escalation: Escalation, now: Date): Escalation {
  const taken = { ...escalation, lastAt: now, receiptsDueAt: null };
  if (hasNextStep(policy, escalation)) return { ...taken, step: escalation.step + 1 };
  const { repeatsLeft } = escalation;
  return { ...taken, repeatsLeft: repeatsLeft === null ? null : repeatsLeft - 1 };
}

export const hasNextStep = (policy: EscalationPolicy, { step }: Escalation): boolean =>
  step < policy.steps.length;

/**
 * The claim has ended without a resolution. The escalation continues where it stopped; if all repeats were used up,
 * they start again. If the policy has no repeats, the last step is still taken once more: people who were notified that a
 * caregiver is on the way must learn otherwise.
 */
export function resumeEscalation(policy: EscalationPolicy, escalation: Escalation): Escalation {
  if (escalation.step < policy.steps.length || hasRepeatsLeft(escalation)) return escalation;
  const { times } = policy.repeats;
  return { ...escalation, repeatsLeft: times === null ? null : Math.max(1, times), exhaustedAt: null };
}

/** The escalation with its next step or repeat due now; the steps after it keep their distance. */
export function hurried({ steps, repeats }: EscalationPolicy, escalation: Escalation, now: Date): Escalation {
  const next = steps[escalation.step];
  if (next !== undefined) {
    const earlierMs = Math.max(0, stepAt(escalation, next).getTime() - now.getTime());
    return { ...escalation, aheadMs: escalation.aheadMs + earlierMs };
  }
  const due = later(now, -repeats.everySeconds);
  const { lastAt } = escalation;
  return { ...escalation, lastAt: lastAt === null || lastAt > due ? due : lastAt };
}
