import type { AccountListener } from '../accounts/index.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import { CARE_ENDED } from './cluster-events.ts';
import { endAssignmentsOf } from './store/assignments.ts';

/** Ends the assignments of a user whose role changes. */
export const endCareOf =
  (cluster: Pick<Cluster, 'broadcast'>): AccountListener =>
  async (q, userId) => {
    const ended = await endAssignmentsOf(q, userId);
    return async () => {
      for (const care of ended) await cluster.broadcast(CARE_ENDED, care);
    };
  };
