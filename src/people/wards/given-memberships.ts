import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { announceEnds, endedBy } from '../care-ends.ts';
import { lockWards } from './locks.ts';
import * as store from './store.ts';

interface Change {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * Memberships that a directory gives and takes, by the IDs of wards, in the transaction of the change; the caller has locked
 * the caregiver. A ward that does not exist any more is left out. Returns the broadcast to make after the commit.
 */
export async function changeMemberships(
  { cluster, now }: { readonly cluster: Pick<Cluster, 'broadcast'>; readonly now: () => number },
  q: Queryable,
  caregiverId: string,
  { add, remove }: Change,
): Promise<() => Promise<void>> {
  const wards = await lockWards(q, [...add, ...remove], [caregiverId]);
  for (const wardId of add) {
    if (!wards.has(wardId) || (await store.findMember(q, wardId, caregiverId)) !== undefined) continue;
    const createdAt = new Date(now());
    await store.putMember(q, { wardId, caregiverId, lead: false, until: null, createdAt });
  }
  const ended = await endedBy(q, [caregiverId], async () => {
    for (const wardId of remove) await store.deleteMember(q, wardId, caregiverId);
  });
  return () => announceEnds(cluster, ended);
}
