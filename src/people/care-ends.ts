import { lockUser } from '../accounts/index.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Pair } from './care-team.ts';
import { CARE_ENDED } from './cluster-events.ts';
import { endAssignmentsOf, pairsOf } from './store/assignments.ts';
import { lockWards } from './wards/locks.ts';
import { leaveWards, lockWardRows, wardsOf } from './wards/store.ts';

/**
 * Runs a change of somebody's care teams and returns the pairs whose care it ended: a caregiver who is assigned and in
 * the patient's ward keeps the care when one of the two ends.
 */
export async function endedBy(
  q: Queryable,
  userIds: readonly string[],
  change: () => Promise<unknown>,
): Promise<readonly Pair[]> {
  const before = await pairsOf(q, userIds);
  await change();
  const left = new Set((await pairsOf(q, userIds)).map(keyOf));
  return before.filter((pair) => !left.has(keyOf(pair)));
}

const keyOf = ({ caregiverId, patientId }: Pair): string => `${caregiverId} ${patientId}`;

export async function announceEnds(
  cluster: Pick<Cluster, 'broadcast'>,
  ended: readonly Pair[],
): Promise<void> {
  for (const { caregiverId, patientId } of ended)
    await cluster.broadcast(CARE_ENDED, { caregiverId, patientId });
}

/** Runs a change that may end care of these people, and announces what it has ended. */
export async function endCare(
  { db, cluster }: { readonly db: Database; readonly cluster: Pick<Cluster, 'broadcast'> },
  userIds: readonly string[],
  change: (q: Queryable) => Promise<unknown>,
): Promise<void> {
  const ended = await db.transaction(async (q) => {
    await q.run('SELECT FROM people_public WHERE id = ANY($1) ORDER BY id FOR KEY SHARE', [userIds]);
    return endedBy(q, userIds, () => change(q));
  });
  await announceEnds(cluster, ended);
}

/** Ends the assignments, the wards and the assists of a user whose role changes. */
export const endCareOf =
  (cluster: Pick<Cluster, 'broadcast'>, endAssistsOf: (q: Queryable, userId: string) => Promise<unknown>) =>
  async (q: Queryable, userId: string): Promise<() => Promise<void>> => {
    await lockUser(q, userId);
    await lockWards(q, await wardsOf(q, userId), [userId]);
    const ended = await endedBy(q, [userId], async () => {
      await endAssignmentsOf(q, userId);
      await leaveWards(q, userId);
      await endAssistsOf(q, userId);
    });
    return () => announceEnds(cluster, ended);
  };

/** The cascade of a deletion changes wards after care teams; locked before, the order is that of every other change. */
export async function lockForRemoval(q: Queryable, userId: string): Promise<void> {
  await q.run('SELECT FROM people_public WHERE id = $1 FOR UPDATE', [userId]);
  await lockWardRows(q, await wardsOf(q, userId));
}
