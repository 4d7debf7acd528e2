import type { Viewer } from '../../accounts/permissions.ts';
import { USER_COLUMNS } from '../../accounts/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Condition, conjunction, given } from '../../platform/database/list.ts';
import type { Account } from '../resources/person.ts';
import { idAfter, pageOf } from '../search/paging.ts';
import type { SearchRequest } from '../search/request.ts';
import { hasId, isAt, visibleTo } from './conditions.ts';

export const listPatients = (q: Queryable, viewer: Viewer, request: SearchRequest) =>
  listAccounts(q, request, [[`role = 'PATIENT'`], ...visibleTo(viewer, 'id')]);

/** Admins respond to falls, too. A caregiver sees no colleague, as in the API. */
const PRACTITIONERS: Condition = [`role IN ('CAREGIVER', 'ADMIN')`];

export const listPractitioners = (q: Queryable, { role, userId }: Viewer, request: SearchRequest) =>
  listAccounts(q, request, [
    PRACTITIONERS,
    ...(role === 'ADMIN' ? [] : [['id = $?', userId] satisfies Condition]),
  ]);

export const findPractitioner = (q: Queryable, id: string) =>
  q.row<Account>(`SELECT ${USER_COLUMNS} FROM people_public WHERE id = $1 AND ${PRACTITIONERS[0]}`, [id]);

/** In the order of their ids. */
async function listAccounts(
  q: Queryable,
  { ids, lastUpdated, count, after }: SearchRequest,
  conditions: readonly Condition[],
) {
  const { where, values } = conjunction([
    ...conditions,
    ...hasId(ids, 'id'),
    ...isAt(lastUpdated, 'updated_at'),
    ...given(idAfter(after), (id): Condition => ['id > $?', id]),
  ]);
  const rows = await q.rows<Account>(
    `SELECT ${USER_COLUMNS} FROM people_public ${where} ORDER BY id LIMIT ${count + 1}`,
    values,
  );
  return pageOf(rows, count, ({ id }) => ({ place: '', id }));
}
