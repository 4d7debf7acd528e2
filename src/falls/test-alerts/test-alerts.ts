import type { Queryable } from '../../platform/database/database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { FallRow } from '../../response/fall/index.ts';
import { hasOpenTest } from './store.ts';

/**
 * docs/response.md, "Test alerts": instead of the limits of a flood, a person has one open test at a time. Returns
 * undefined, as `floodOf` does for a report within the limits. The transaction holds the person's turn (lockForRaise).
 */
export async function refuseSecondTest(q: Queryable, userId: string): Promise<undefined> {
  if (await hasOpenTest(q, userId))
    throw new Conflict('Your last test alert is still open. Resolve it first.', { code: 'TEST_OPEN' });
}

/** Nothing is documented or investigated about a fall that nobody had. */
export function refuseTest({ isTest }: Pick<FallRow, 'isTest'>): void {
  if (isTest) throw new Conflict('This is a test alert. Nobody has fallen.', { code: 'IS_TEST' });
}
