import type { AccountListener } from '../accounts/index.ts';
import type { Coordination } from '../platform/cluster/cluster.ts';
import { CARE_ENDED } from './cluster-events.ts';
import { endAssignmentsOf } from './store/assignments.ts';

/** Ends the assignments of a user whose role changes. */
export const endCareOf =
  (coordination: Pick<Coordination, 'broadcast'>): AccountListener =>
  async (q, userId) => {
    const ended = await endAssignmentsOf(q, userId);
    return async () => {
      for (const care of ended) await coordination.broadcast(CARE_ENDED, care);
    };
  };
