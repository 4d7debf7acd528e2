import type { EscalationPolicy, EscalationStep } from '../../../api/records.ts';

export const UNITS = ['1', '60', '3600'] as const;
/** Seconds of a unit, as the value of a list of choices. */
export type Unit = (typeof UNITS)[number];

/** A length of time as somebody types it. */
export interface Span {
  readonly amount: string;
  readonly unit: Unit;
}

export interface DraftStep extends Pick<EscalationStep, 'targets' | 'channels'> {
  /** Stays with the step when it moves. */
  readonly key: number;
  readonly after: Span;
}

/** A policy under way: may hold what the service would refuse. */
export interface Draft {
  readonly steps: readonly DraftStep[];
  readonly every: Span;
  /** Until somebody takes over; `times` is kept for whoever changes their mind. */
  readonly isEndless: boolean;
  readonly times: string;
}

let keys = 0;
export const newKey = (): number => ++keys;

/** In the largest unit that says it exactly. */
export function spanOf(seconds: number): Span {
  const unit =
    seconds === 0 ? '60' : ([...UNITS].reverse().find((one) => seconds % Number(one) === 0) ?? '1');
  return { amount: String(seconds / Number(unit)), unit };
}

/** Not a number where nothing or no number was typed: the service names the place. */
export const secondsOf = ({ amount, unit }: Span): number => numberOf(amount) * Number(unit);

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** Offered to an admin who wants the repeats to end. */
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

/** One more, two minutes after the last, by whom and what the last one has. */
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

/** Who and how change places; when stays, as times ascend. */
export function withSwapped(draft: Draft, index: number, other: number): Draft {
  const [one, two] = [draft.steps[index], draft.steps[other]];
  if (one === undefined || two === undefined) return draft;
  const steps = [...draft.steps];
  steps[index] = { ...two, after: one.after };
  steps[other] = { ...one, after: two.after };
  return { ...draft, steps };
}
