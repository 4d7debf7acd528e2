import { SECOND_MS } from '../../platform/time.ts';

/** docs/response.md, "Timings": delays of the retries, counted from the first attempt. */
export const RETRY_AFTER_FIRST_MS = [2, 5, 15, 30].map((seconds) => seconds * SECOND_MS);
export const MAX_RETRY_AFTER_MS = 30 * SECOND_MS;

interface TryOutcome {
  readonly delivered: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly gone?: boolean | undefined;
  readonly final?: boolean | undefined;
}

/** When to retry a message after its `attempt`-th attempt; null to give up, which leaves the fall to the escalation. */
export function nextTryAt(outcome: TryOutcome, attempt: number, firstTryAt: Date, now: Date): Date | null {
  const delay = RETRY_AFTER_FIRST_MS[attempt - 1];
  if (outcome.delivered || outcome.gone || outcome.final || delay === undefined) return null;
  const asked = Math.min(outcome.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  // A first attempt in the future: the clock was set back since.
  const first = Math.min(firstTryAt.getTime(), now.getTime());
  return new Date(Math.max(first + delay, now.getTime() + asked));
}
