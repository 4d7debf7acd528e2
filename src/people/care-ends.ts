import type { Cluster } from '../platform/cluster/cluster.ts';
import type { Queryable } from '../platform/database/database.ts';
import { CARE_ENDED } from './cluster-events.ts';
import { endAssignmentsOf } from './store/assignments.ts';

/** Ends the assignments of a user whose role changes. */
export const endCareOf =
  (cluster: Pick<Cluster, 'broadcast'>) =>
  async (q: Queryable, userId: string): Promise<() => Promise<void>> => {
    const ended = await endAssignmentsOf(q, userId);
    return async () => {
      for (const care of ended) await cluster.broadcast(CARE_ENDED, care);
    };
  };
