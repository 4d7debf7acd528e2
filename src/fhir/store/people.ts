import type { Viewer } from '../../accounts/permissions.ts';
import { USER_COLUMNS } from '../../accounts/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Condition, conjunction, given } from '../../platform/database/list.ts';
import { isUuid } from '../../platform/schema/primitives.ts';
import type { Account } from '../resources/person.ts';
import { idAfter, pageOf } from '../search/paging.ts';
import type { SearchRequest, Token } from '../search/request.ts';
import { identifierSystem } from '../systems.ts';
import { hasId, isAt, visibleTo } from './conditions.ts';

export const listPatients = (q: Queryable, viewer: Viewer, request: SearchRequest, base: string) =>
  listAccounts(q, request, [
    [`role = 'PATIENT'`],
    ...visibleTo(viewer, 'id'),
    ...given(request.identifiers, (tokens) => hasIdentifier(tokens, base)),
  ]);

/** One of the identifiers of a Patient (../resources/person.ts). */
function hasIdentifier(tokens: readonly Token[], base: string): Condition {
  const valuesIn = (system: string) =>
    tokens.filter((token) => token.system === undefined || token.system === system).map(({ code }) => code);
  const ids = valuesIn(identifierSystem(base, 'patient'));
  const externalIds = valuesIn(identifierSystem(base, 'external-id'));
  return [
    `(id = ANY($?::uuid[]) OR $?::boolean OR external_id = ANY($?::text[]) OR external_id IS NOT NULL AND $?::boolean)`,
    ids.filter((id) => id !== undefined && isUuid(id)),
    ids.includes(undefined),
    // The database refuses a NUL.
    externalIds.filter((value) => !value?.includes('\0')),
    externalIds.includes(undefined),
  ];
}

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
