import type { Queryable } from '../../platform/database/database.ts';
import { type ListSource, list } from '../../platform/database/list.ts';
import type { Page } from '../../platform/schema/paging.ts';
import { answered, type ListedFallOfPatient, WITH_PATIENT } from './falls.ts';

export const hasOpenTest = async (q: Queryable, userId: string): Promise<boolean> =>
  (await q.row(
    `SELECT FROM fall_events f JOIN responses r ON r.fall_id = f.id
     WHERE f.user_id = $1 AND f.is_test AND r.state <> 'RESOLVED' LIMIT 1`,
    [userId],
  )) !== undefined;

const TESTS: ListSource = {
  ...WITH_PATIENT,
  from: 'fall_events f JOIN users u ON u.id = f.user_id',
  counted: 'fall_events f',
};

export const listTests = (q: Queryable, page: Page) =>
  answered(q, list<ListedFallOfPatient>(q, TESTS, page, [['f.is_test']]));
