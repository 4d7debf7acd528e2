import { DAY_MS, MINUTE_MS } from '../../platform/time.ts';
import { RETURN_MINUTES } from '../vocabulary.ts';

/** docs/home.md, "Absence". */
export const MOST_AHEAD_MS = 30 * DAY_MS;

/** A patient's newest absence; null without one. */
export interface NewestAbsence<By> {
  readonly until: Date | null;
  readonly endedAt: Date | null;
  readonly reason: string | null;
  readonly by: By | null;
}

/** An absence on the board: while it lasts, and its end while the wearable may still be on its way. */
export function shownAbsence<By>({ until, endedAt, reason, by }: NewestAbsence<By>, at: Date) {
  const isLasting = until !== null && endedAt === null && until > at;
  const end = endedAt ?? until;
  const isRecent = end !== null && at.getTime() - end.getTime() < RETURN_MINUTES * MINUTE_MS;
  return {
    absence: isLasting ? { until, reason, by } : null,
    absenceEndedAt: isRecent && !isLasting ? end : null,
  };
}
