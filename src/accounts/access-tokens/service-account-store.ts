import type { Queryable } from '../../platform/database/database.ts';
import { type ListSource, list } from '../../platform/database/list.ts';
import type { Scope } from '../../platform/http/principal.ts';
import type { Page } from '../../platform/schema/paging.ts';

export interface ServiceAccount {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: the whole organisation. */
  readonly wardIds: readonly string[] | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

type NewServiceAccount = Omit<ServiceAccount, 'lastUsedAt'>;

const LAST_USE = '(SELECT max(t.last_used_at) FROM access_tokens t WHERE t.user_id = s.user_id)';

const SOURCE: ListSource = {
  columns: `s.user_id AS id, s.name, s.scopes, s.created_at AS "createdAt", ${LAST_USE} AS "lastUsedAt",
    CASE WHEN NOT s.whole_organisation
      THEN array(SELECT w.ward_id FROM service_account_wards w WHERE w.account_id = s.user_id ORDER BY 1) END AS "wardIds"`,
  from: 'service_accounts s',
  sortable: { name: 'lower(s.name)', createdAt: 's.created_at', lastUsedAt: LAST_USE },
  time: 's.created_at',
  id: 's.user_id',
};

export const SERVICE_ACCOUNT_SORTS = Object.keys(SOURCE.sortable);

export const listServiceAccounts = (q: Queryable, page: Page) => list<ServiceAccount>(q, SOURCE, page, []);

export const findServiceAccount = (q: Queryable, id: string) =>
  q.row<ServiceAccount>(`SELECT ${SOURCE.columns} FROM ${SOURCE.from} WHERE s.user_id = $1`, [id]);

export const findServiceAccountNamed = (q: Queryable, name: string) =>
  q.row<ServiceAccount>(`SELECT ${SOURCE.columns} FROM ${SOURCE.from} WHERE lower(s.name) = lower($1)`, [
    name,
  ]);

/**
 * The account as a user, so that claims and the audit log can refer to it: without a password, and with an address that
 * no mail server has. Throws a unique violation when the name is taken, and a foreign-key violation for an unknown ward.
 */
export async function insertServiceAccount(
  q: Queryable,
  { id, name, scopes, wardIds, createdAt }: NewServiceAccount,
): Promise<void> {
  await q.run(
    `INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at)
     VALUES ($1::uuid, $1::text || '@service.invalid', '', $2, '', 'SERVICE', $3, $3)`,
    [id, name, createdAt],
  );
  await q.run(
    `INSERT INTO service_accounts (user_id, name, scopes, whole_organisation, created_at) VALUES ($1, $2, $3, $4, $5)`,
    [id, name, scopes, wardIds === null, createdAt],
  );
  await q.run(
    'INSERT INTO service_account_wards (account_id, ward_id) SELECT DISTINCT $1::uuid, unnest($2::uuid[])',
    [id, wardIds ?? []],
  );
}

export const deleteServiceAccount = async (q: Queryable, id: string): Promise<boolean> =>
  (await q.run(`DELETE FROM users WHERE id = $1 AND role = 'SERVICE'`, [id])) === 1;

/** Service accounts of the whole organisation with this scope. */
export const serviceAccountsWith = (q: Queryable, scope: Scope) =>
  q.rows<Pick<ServiceAccount, 'id' | 'name' | 'lastUsedAt'>>(
    `SELECT s.user_id AS id, s.name, ${LAST_USE} AS "lastUsedAt" FROM service_accounts s
     WHERE $1 = ANY(s.scopes) AND s.whole_organisation ORDER BY lower(s.name)`,
    [scope],
  );
