import { countUsers, type User } from '../../accounts/index.ts';
import { CAREGIVER_FIELDS, columnsOf } from '../../accounts/role-fields.ts';
import { USER_COLUMNS } from '../../accounts/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type ListSource, list } from '../../platform/database/list.ts';
import type { Page } from '../../platform/schema/paging.ts';
import type { Caregiver } from '../records.ts';
import { CARE_TEAMS } from '../vocabulary.ts';

/** SQL: the number of a caregiver's active alerts, which response/ keeps. Takes an SQL expression. */
export type CountAlerts = (caregiver: string) => string;

const PATIENTS = `(SELECT count(*) FROM ${CARE_TEAMS} t WHERE t.caregiver_id = people_public.id)`;

const SORTABLE = {
  email: 'email',
  firstName: 'first_name',
  lastName: 'last_name',
  status: 'status',
  phone: 'phone',
  ...columnsOf(CAREGIVER_FIELDS),
  patients: PATIENTS,
};
export const CAREGIVER_SORTS = [...Object.keys(SORTABLE), 'activeAlerts'];

/** The alerts are counted in the same statement, because the list can be sorted by them. */
function sourceWith(countAlerts: CountAlerts): ListSource {
  const activeAlerts = countAlerts('people_public.id');
  return {
    columns: `${USER_COLUMNS}, ${PATIENTS} AS patients, ${activeAlerts} AS "activeAlerts"`,
    from: 'people_public',
    sortable: { ...SORTABLE, activeAlerts },
    time: 'created_at',
    id: 'id',
  };
}

export const listCaregivers = (q: Queryable, countAlerts: CountAlerts, page: Page) =>
  list<Caregiver>(q, sourceWith(countAlerts), page, [['role = $?', 'CAREGIVER']], () =>
    countUsers(q, { role: 'CAREGIVER' }),
  );

export const caregiverProfile = (q: Queryable, countAlerts: CountAlerts, id: string) =>
  q.row<Caregiver>(
    `SELECT ${sourceWith(countAlerts).columns} FROM people_public WHERE id = $1 AND role = 'CAREGIVER'`,
    [id],
  );

/** Undefined for the id of a user who is not a caregiver. */
export const findCaregiver = (q: Queryable, id: string) =>
  q.row<User>(`SELECT ${USER_COLUMNS} FROM people_public WHERE id = $1 AND role = 'CAREGIVER'`, [id]);
