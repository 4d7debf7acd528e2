import type { Queryable } from '../../platform/database/database.ts';
import { lockPeopleOfWards, lockWardRows, peopleOfWards } from './store.ts';

/**
 * Until the transaction ends, no other one changes the members and patients of these wards, and none of them is
 * deleted. Lock order: users by id, wards by id, then care teams (docs/architecture.md, "Lock order"). A user who came
 * to a ward before it was locked would be locked after it, so the locks are released and taken again.
 * Returns the wards that exist.
 */
export async function lockWards(
  q: Queryable,
  wardIds: readonly string[],
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (wardIds.length === 0) return new Set();
  for (;;) {
    await q.run('SAVEPOINT wards');
    const people = await lockPeopleOfWards(q, wardIds, userIds);
    const wards = await lockWardRows(q, wardIds);
    const missed = (await peopleOfWards(q, wardIds, userIds)).filter((id) => !people.has(id));
    if (missed.length === 0) {
      await q.run('RELEASE SAVEPOINT wards');
      return wards;
    }
    await q.run('ROLLBACK TO SAVEPOINT wards');
  }
}
