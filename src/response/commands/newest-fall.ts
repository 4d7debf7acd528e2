import type { Queryable } from '../../platform/database/database.ts';
import { lockForRaise } from '../care-team.ts';
import { isGivenUp } from '../states.ts';
import {
  type FallResponse,
  lastCancelled,
  lockNewestUnresolved,
  newestUnresolved,
} from '../store/responses.ts';

/**
 * Locks the patient's newest unresolved fall and its care team, for a call for help. `isUnderWay`: caregivers already
 * respond to it as an emergency. Call it before any other lock of the transaction.
 */
export async function lockForHelpCall(
  q: Queryable,
  patientId: string,
): Promise<{ readonly open: FallResponse; readonly isUnderWay: boolean } | undefined> {
  await lockForRaise(q, [patientId]);
  const open = await lockNewestUnresolved(q, patientId);
  if (open === undefined) return undefined;
  return { open, isUnderWay: open.level === 'CONFIRMED' && !isGivenUp(open.response) };
}

/**
 * The fall that an "I'm OK" is about: the newest unresolved one. A repeated signal is about the fall that the first one
 * cancelled after `cancelledSince`: it must not cancel a fall that has happened since.
 */
export async function findFallToCancel(
  q: Queryable,
  patientId: string,
  cancelledSince: Date | undefined,
): Promise<{ readonly fallId: string; readonly isCancelled: boolean } | undefined> {
  const cancelled =
    cancelledSince === undefined ? undefined : await lastCancelled(q, patientId, cancelledSince);
  if (cancelled !== undefined) return { fallId: cancelled.fallId, isCancelled: true };
  const newest = await newestUnresolved(q, patientId);
  return newest && { fallId: newest.fallId, isCancelled: false };
}
