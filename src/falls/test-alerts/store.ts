import { isNoPathTest } from '../../accounts/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type ListSource, list } from '../../platform/database/list.ts';
import type { Page } from '../../platform/schema/paging.ts';
import { type ListedFallOfPatient, pageWithResponses, WITH_PATIENT } from '../store/falls.ts';

export const hasOpenTest = async (q: Queryable, userId: string): Promise<boolean> =>
  (await q.row(
    `SELECT FROM falls_public f JOIN responses_public r ON r.fall_id = f.id
     WHERE f.user_id = $1 AND f.is_test AND r.state <> 'RESOLVED' LIMIT 1`,
    [userId],
  )) !== undefined;

const TESTS: ListSource = {
  ...WITH_PATIENT,
  from: 'falls_public f JOIN people_public u ON u.id = f.user_id',
  counted: 'falls_public f',
};

export const listTests = (q: Queryable, page: Page) =>
  pageWithResponses(
    q,
    list<ListedFallOfPatient>(q, TESTS, page, [['f.is_test'], [isNoPathTest('f.user_id')]]),
  );
