import { MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import { isOtherImpact, VERIFY_AFTER_S, type VerificationStatus } from '../vocabulary.ts';

/** docs/response.md, "Verification". */
export interface Verification {
  readonly status: VerificationStatus;
  /** The impact that is judged, by the readings' own time. */
  readonly impactAt: Date;
  /** Pending: impacts after it, in the order of time. One that stands is enough. */
  readonly later: readonly Date[];
  /** Pending: when it is judged. Moved on: when the fall resolves itself. Else null. */
  readonly dueAt: Date | null;
}

export const VERIFY_AFTER_MS = VERIFY_AFTER_S * SECOND_MS;
/** The reading of the last second is stored by then. */
const STORED_MS = 0.5 * SECOND_MS;
/** For an impact of some time ago: a backlog goes on after 5 s at the latest. */
const LEAST_WAIT_MS = 6 * SECOND_MS;
/** So long after a fall has moved on it resolves itself. */
export const MOVED_ON_MS = 10 * MINUTE_MS;

export const pendingFrom = (impactAt: Date, now: Date): Verification => ({
  ...pendingNext(impactAt, now, []),
  dueAt: new Date(Math.max(judgedFrom(impactAt), now.getTime() + LEAST_WAIT_MS)),
});

/** Of an impact that is known for some time. */
export const pendingNext = (impactAt: Date, now: Date, later: readonly Date[]): Verification => ({
  status: 'pending',
  impactAt,
  later,
  // Not as late as the impact says if the clock was set back.
  dueAt: new Date(Math.min(judgedFrom(impactAt), judgedFrom(now))),
});

/** A pending one with another impact. It delays the judgement only if it came in a backlog, which may go on. */
export function withImpact(pending: Verification, impactAt: Date, now: Date): Verification {
  const isInBacklog = judgedFrom(impactAt) <= now.getTime();
  return {
    ...pending,
    later: [...pending.later, impactAt],
    dueAt: isInBacklog ? new Date(now.getTime() + LEAST_WAIT_MS) : pending.dueAt,
  };
}

/** What follows an impact is stored from then on. */
const judgedFrom = (impactAt: Date): number => impactAt.getTime() + VERIFY_AFTER_MS + STORED_MS;

/** The impacts that can be judged now. */
export const dueImpacts = ({ status, impactAt, later, dueAt }: Verification, now: Date): readonly Date[] =>
  status === 'pending' && dueAt !== null && dueAt <= now
    ? [impactAt, ...later.filter((one) => judgedFrom(one) <= now.getTime())]
    : [];

/** Whether no channel rings: the fall is not judged yet, or the wearer has moved on. */
export const isQuiet = (verification: Verification | null): boolean =>
  verification?.status === 'pending' || verification?.status === 'moved_on';

/** Whether a suspicious reading is about another impact than those that were judged, or will be. */
export const isLaterImpact = ({ impactAt, later }: Verification, other: Date): boolean =>
  isOtherImpact(other, later.at(-1) ?? impactAt);
