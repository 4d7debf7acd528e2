import { findResponder } from '../../people/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { lockCareTeams, lockStanding } from '../care-team.ts';
import { insertAssist } from './store.ts';

/** Runs before the fall is locked: the care team comes first (docs/architecture.md, "Lock order"). */
export async function joinCareTeam(
  q: Queryable,
  fall: { readonly id: string; readonly userId: string },
  by: string,
  at: Date,
): Promise<void> {
  const [, , responder] = await Promise.all([
    lockStanding(q, by),
    lockCareTeams(q, [fall.userId]),
    findResponder(q, by, fall.userId),
  ]);
  if (responder !== undefined || fall.userId === by || !(await insertAssist(q, fall, by, at)))
    throw notNeeded();
}

const notNeeded = (): Conflict =>
  new Conflict('You can respond to this fall already', { code: 'NOT_NEEDED' });
