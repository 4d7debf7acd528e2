import { startEscalation } from '../escalation/escalation.ts';
import { type Changed, type LogEntry, opened, type Response, resolved } from '../states.ts';
import type { VerificationVerdict } from '../vocabulary.ts';
import {
  dueImpacts,
  isLaterImpact,
  MOVED_ON_MS,
  pendingFrom,
  pendingNext,
  type Verification,
  withImpact,
} from './verification.ts';

/** What followed the impacts that were due was judged. */
export function verified(response: Response, verdict: VerificationVerdict, now: Date): Changed | undefined {
  const { verification } = response;
  if (verification?.status !== 'pending') return undefined;
  if (verdict === 'stands')
    return { response: standing(response, verification, now), entries: [entry('stands', now)] };
  const judged = dueImpacts(verification, now);
  const [next, ...others] = verification.later.filter((one) => !judged.includes(one));
  if (next !== undefined)
    return { response: { ...response, verification: pendingNext(next, now, others) }, entries: [] };
  const impactAt = judged.at(-1) ?? verification.impactAt;
  const dueAt = new Date(now.getTime() + MOVED_ON_MS);
  return {
    response: { ...response, verification: { status: 'moved_on', impactAt, later: [], dueAt } },
    entries: [entry('moved_on', now)],
  };
}

/** Another sensor has noticed the fall, too: nothing is left to judge. */
export function witnessed(response: Response, now: Date): Changed | undefined {
  const { verification } = response;
  if (verification === null || verification.status === 'stands') return undefined;
  return { response: standing(response, verification, now), entries: [entry('stands', now)] };
}

/** A further suspicious reading of a fall that is judged, or whose wearer has moved on. */
export function suspectedAgain(response: Response, impactAt: Date, now: Date): Response | undefined {
  const { verification, state } = response;
  if (verification === null || verification.status === 'stands' || state === 'RESOLVED') return undefined;
  if (!isLaterImpact(verification, impactAt)) return undefined;
  const isPending = verification.status === 'pending';
  return {
    ...response,
    verification: isPending ? withImpact(verification, impactAt, now) : pendingFrom(impactAt, now),
  };
}

/** Ten minutes have passed since the wearer moved on, and nobody has claimed it. */
export function endMovedOn(response: Response, now: Date): Changed | undefined {
  const { verification, state } = response;
  if (verification?.status !== 'moved_on' || (state !== 'CHECKING' && state !== 'OPEN')) return undefined;
  if (verification.dueAt === null || verification.dueAt > now) return undefined;
  const outcome = 'MOVED_ON' as const;
  return {
    response: {
      ...resolved(response, outcome, null, now, null),
      verification: { ...verification, dueAt: null },
    },
    entries: [{ type: 'resolved', at: now, by: null, details: { outcome, note: null } }],
  };
}

/** The escalation of an open one begins now. */
function standing(response: Response, { impactAt }: Verification, now: Date): Response {
  const stands = {
    ...response,
    verification: { status: 'stands', impactAt, later: [], dueAt: null },
  } as const;
  return response.state === 'OPEN' ? opened(stands, startEscalation(response.policy, now), now) : stands;
}

const entry = (verification: VerificationVerdict, at: Date): LogEntry => ({
  type: 'verified',
  at,
  by: null,
  details: { verification },
});
