import { countUsers, USER_COLUMNS } from '../../accounts/index.ts';
import { CAREGIVER_FIELDS, columnsOf } from '../../accounts/role-fields.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type ListSource, list } from '../../platform/database/list.ts';
import type { Page } from '../../platform/schema/paging.ts';
import { inCareOf } from '../care-team.ts';
import type { Caregiver } from '../records.ts';
import { CARE_TEAMS } from '../vocabulary.ts';

const PATIENTS = `(SELECT count(*) FROM ${CARE_TEAMS} t WHERE t.caregiver_id = users.id)`;
/** Reads tables of response/ and falls/ in the same statement, because the list can be sorted by it. */
const ACTIVE_ALERTS = `(SELECT count(*) FROM alerts a
  WHERE a.caregiver_id = users.id AND a.acknowledged_at IS NULL AND ${inCareOf('users.id')}
    AND (a.fall_id IS NULL OR EXISTS (SELECT FROM real_falls f WHERE f.id = a.fall_id)))`;

const SOURCE: ListSource = {
  columns: `${USER_COLUMNS}, ${PATIENTS} AS patients, ${ACTIVE_ALERTS} AS "activeAlerts"`,
  from: 'users',
  sortable: {
    email: 'email',
    firstName: 'first_name',
    lastName: 'last_name',
    status: 'status',
    phone: 'phone',
    ...columnsOf(CAREGIVER_FIELDS),
    patients: PATIENTS,
    activeAlerts: ACTIVE_ALERTS,
  },
  time: 'created_at',
  id: 'id',
};
export const CAREGIVER_SORTS = Object.keys(SOURCE.sortable);

export const listCaregivers = (q: Queryable, page: Page) =>
  list<Caregiver>(q, SOURCE, page, [['role = $?', 'CAREGIVER']], () => countUsers(q, { role: 'CAREGIVER' }));

export const findCaregiver = (q: Queryable, id: string) =>
  q.row<Caregiver>(`SELECT ${SOURCE.columns} FROM users WHERE id = $1 AND role = 'CAREGIVER'`, [id]);
