import { lastsSql } from '../people/vocabulary.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { planRevisions } from './store.ts';

interface PlanFrameDeps {
  readonly db: Queryable;
  /** The boards that are connected to this instance. */
  readonly boards: {
    send(
      frame: { readonly type: 'plan.changed'; readonly data: object },
      to: { readonly caregiverIds: readonly string[]; readonly wardId: string },
    ): void;
  };
  readonly now: () => number;
  readonly log: Log;
}

/** docs/home.md, "Floor plan": tells open boards and stations at once; one that misses it has the revision in its next snapshot. */
export function createPlanFrames({ db, boards, now, log }: PlanFrameDeps) {
  async function send(wardId: string): Promise<void> {
    const [plans, caregiverIds] = await Promise.all([
      planRevisions(db, [wardId]),
      db.column<string>(
        `SELECT m.caregiver_id FROM ward_members_public m WHERE m.ward_id = $1 AND ${lastsSql('m', '$2')}`,
        [wardId, new Date(now())],
      ),
    ]);
    for (const data of plans) boards.send({ type: 'plan.changed', data }, { caregiverIds, wardId });
  }

  /** The ward of a notice; undefined if notices may have been missed. */
  return (wardId?: string): void => {
    if (wardId === undefined) return;
    send(wardId).catch((error: unknown) =>
      log.error({ err: error }, 'live socket: a changed floor plan could not be sent to boards'),
    );
  };
}
