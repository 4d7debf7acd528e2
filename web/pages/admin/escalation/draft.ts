import type { EscalationPolicy, EscalationStep } from '../../../api/records.ts';

export const UNITS = ['1', '60', '3600'] as const;
/** Seconds per unit, as an option's value. */
export type Unit = (typeof UNITS)[number];

/** A duration as typed. */
export interface Span {
  readonly amount: string;
  readonly unit: Unit;
}

export interface DraftStep extends Pick<EscalationStep, 'targets' | 'channels'> {
  /** Stable when the step moves. */
  readonly key: number;
  readonly after: Span;
}

/** A policy in the form; it may be invalid. */
export interface Draft {
  readonly steps: readonly DraftStep[];
  readonly every: Span;
  /** Repeats until a caregiver takes over. `times` keeps its value in case the admin switches back. */
  readonly isEndless: boolean;
  readonly times: string;
}

let keys = 0;
const newKey = (): number => ++keys;

/** In the largest unit without a fraction. */
function spanOf(seconds: number): Span {
  const unit =
    seconds === 0 ? '60' : ([...UNITS].reverse().find((one) => seconds % Number(one) === 0) ?? '1');
  return { amount: String(seconds / Number(unit)), unit };
}

/** NaN when the text is not a number; the service then reports the field. */
export const secondsOf = ({ amount, unit }: Span): number => numberOf(amount) * Number(unit);

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** Default when an admin switches to a fixed number of repeats. */
const DEFAULT_TIMES = 5;

export const draftOf = ({ steps, repeats }: EscalationPolicy): Draft => ({
  steps: steps.map(({ afterSeconds, targets, channels }) => ({
    key: newKey(),
    after: spanOf(afterSeconds),
    targets,
    channels,
  })),
  every: spanOf(repeats.everySeconds),
  isEndless: repeats.times === null,
  times: String(repeats.times ?? DEFAULT_TIMES),
});

export const policyOf = ({ steps, every, isEndless, times }: Draft): EscalationPolicy => ({
  steps: steps.map(({ after, targets, channels }) => ({ afterSeconds: secondsOf(after), targets, channels })),
  repeats: { everySeconds: secondsOf(every), times: isEndless ? null : numberOf(times) },
});

const NEXT_SECONDS = 120;

/** Adds a step two minutes after the last, with the same targets and channels. */
export function withStep(draft: Draft): Draft {
  const last = draft.steps.at(-1);
  const after = last === undefined ? 0 : secondsOf(last.after) + NEXT_SECONDS;
  return {
    ...draft,
    steps: [
      ...draft.steps,
      {
        key: newKey(),
        after: spanOf(Number.isInteger(after) ? after : NEXT_SECONDS),
        targets: last?.targets ?? ['assigned'],
        channels: last?.channels ?? ['webpush'],
      },
    ],
  };
}

/** Swaps targets and channels of two steps. The times stay, because they must ascend. */
export function withSwapped(draft: Draft, index: number, other: number): Draft {
  const [one, two] = [draft.steps[index], draft.steps[other]];
  if (one === undefined || two === undefined) return draft;
  const steps = [...draft.steps];
  steps[index] = { ...two, after: one.after };
  steps[other] = { ...one, after: two.after };
  return { ...draft, steps };
}

/** Whether two drafts hold the same; keys are of the form alone. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  const contentOf = ({ steps, ...rest }: Draft): string =>
    JSON.stringify([steps.map(({ key: _, ...step }) => step), rest]);
  return contentOf(one) === contentOf(other);
}
