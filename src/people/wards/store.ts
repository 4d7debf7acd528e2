import { setWard } from '../../accounts/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Condition, given, type ListSource, list } from '../../platform/database/list.ts';
import type { Page } from '../../platform/schema/paging.ts';
import type { Person } from '../person.ts';

export interface Ward {
  readonly id: string;
  readonly name: string;
}

export interface ListedWard extends Ward {
  readonly patients: number;
  readonly caregivers: number;
  readonly leads: readonly Person[];
}

export interface Membership {
  readonly wardId: string;
  readonly caregiverId: string;
  readonly lead: boolean;
  /** When the membership ends by itself; null if never. */
  readonly until: Date | null;
  readonly createdAt: Date;
}

const PATIENTS = '(SELECT count(*) FROM people_public p WHERE p.ward_id = w.id)';
const CAREGIVERS = '(SELECT count(*) FROM current_ward_members m WHERE m.ward_id = w.id)';
const NAME = `u.first_name || ' ' || u.last_name`;

const WARDS: ListSource = {
  columns: `w.id, w.name, ${PATIENTS} AS patients, ${CAREGIVERS} AS caregivers,
    (SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', ${NAME}) ORDER BY u.last_name, u.first_name, u.id), '[]')
     FROM current_ward_members m JOIN people_public u ON u.id = m.caregiver_id WHERE m.ward_id = w.id AND m.lead) AS leads`,
  from: 'wards w',
  sortable: { name: 'lower(w.name)', patients: PATIENTS, caregivers: CAREGIVERS },
  time: 'w.created_at',
  id: 'w.id',
};

export const WARD_SORTS = Object.keys(WARDS.sortable);

export const listWards = (q: Queryable, page: Page) => list<ListedWard>(q, WARDS, page, []);

export const findListedWard = (q: Queryable, id: string) =>
  q.row<ListedWard>(`SELECT ${WARDS.columns} FROM ${WARDS.from} WHERE w.id = $1`, [id]);

export const findWard = (q: Queryable, id: string) =>
  q.row<Ward>('SELECT id, name FROM wards WHERE id = $1', [id]);

/** Throws a unique violation when the name is taken (see isDuplicate). */
export async function insertWard(q: Queryable, name: string, at: Date): Promise<string> {
  return (
    (await q.value<string>('INSERT INTO wards (name, created_at) VALUES ($1, $2) RETURNING id', [
      name,
      at,
    ])) ?? ''
  );
}

export const renameWard = async (q: Queryable, id: string, name: string): Promise<boolean> =>
  (await q.run('UPDATE wards SET name = $2 WHERE id = $1', [id, name])) === 1;

/** Throws a foreign-key violation while patients are in the ward (see isOrphan). */
export const deleteWard = async (q: Queryable, id: string): Promise<boolean> =>
  (await q.run('DELETE FROM wards WHERE id = $1', [id])) === 1;

const MEMBER_COLUMNS = `m.ward_id AS "wardId", m.caregiver_id AS "caregiverId", m.lead, m.until, m.created_at AS "createdAt"`;

/** Undefined when the membership is over, too. */
export const findMember = (q: Queryable, wardId: string, caregiverId: string) =>
  q.row<Membership>(
    `SELECT ${MEMBER_COLUMNS} FROM current_ward_members m WHERE m.ward_id = $1 AND m.caregiver_id = $2`,
    [wardId, caregiverId],
  );

/** A membership that may be over, in order to end it. */
export const storedMember = (q: Queryable, wardId: string, caregiverId: string) =>
  q.row<Membership>(
    `SELECT ${MEMBER_COLUMNS} FROM ward_members m WHERE m.ward_id = $1 AND m.caregiver_id = $2`,
    [wardId, caregiverId],
  );

const MEMBERS: ListSource = {
  columns: `u.id, ${NAME} AS name, m.lead, m.until, m.created_at AS "createdAt"`,
  from: 'current_ward_members m JOIN people_public u ON u.id = m.caregiver_id',
  counted: 'current_ward_members m',
  sortable: { name: NAME, lead: 'm.lead', until: 'm.until' },
  time: 'm.created_at',
  id: 'm.caregiver_id',
};

export const MEMBER_SORTS = Object.keys(MEMBERS.sortable);

export interface Member extends Person, Pick<Membership, 'lead' | 'until' | 'createdAt'> {}

export const listMembers = (q: Queryable, wardId: string, page: Page) =>
  list<Member>(q, MEMBERS, page, [['m.ward_id = $?', wardId]]);

const CANDIDATES: ListSource = {
  columns: `u.id, ${NAME} AS name`,
  from: 'people_public u',
  sortable: { name: NAME },
  time: 'u.created_at',
  id: 'u.id',
};

export const CANDIDATE_SORTS = Object.keys(CANDIDATES.sortable);

/** Caregivers with an active account who are not members of the ward. */
export const listCandidates = (q: Queryable, wardId: string, search: string | null | undefined, page: Page) =>
  list<Person>(q, CANDIDATES, page, [
    [`u.role = 'CAREGIVER' AND u.status = 'active'`],
    [
      'NOT EXISTS (SELECT FROM current_ward_members m WHERE m.ward_id = $? AND m.caregiver_id = u.id)',
      wardId,
    ],
    ...given(search, (part): Condition => [`strpos(lower(${NAME}), lower($?)) > 0`, part]),
  ]);

/** Members of wards among the given caregivers, for the caregivers on duty. */
export const membershipsAmong = (q: Queryable, wardIds: readonly string[], caregiverIds: readonly string[]) =>
  q.rows<{ wardId: string; caregiverId: string }>(
    `SELECT ward_id AS "wardId", caregiver_id AS "caregiverId" FROM current_ward_members
     WHERE ward_id = ANY($1) AND caregiver_id = ANY($2)`,
    [wardIds, caregiverIds],
  );

export const putMember = (q: Queryable, { wardId, caregiverId, lead, until, createdAt }: Membership) =>
  q.run(
    `INSERT INTO ward_members (ward_id, caregiver_id, lead, until, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (ward_id, caregiver_id) DO UPDATE SET lead = excluded.lead, until = excluded.until,
       created_at = excluded.created_at`,
    [wardId, caregiverId, lead, until, createdAt],
  );

export const deleteMember = async (q: Queryable, wardId: string, caregiverId: string): Promise<boolean> =>
  (await q.run('DELETE FROM ward_members WHERE ward_id = $1 AND caregiver_id = $2', [
    wardId,
    caregiverId,
  ])) === 1;

/** For a user whose role changes. The wards must be locked. */
export async function leaveWards(q: Queryable, userId: string): Promise<void> {
  await q.run('DELETE FROM ward_members WHERE caregiver_id = $1', [userId]);
  await setWard(q, userId, null);
}

/** Memberships that have ended by themselves, not locked yet. */
export const overdueMembers = (q: Queryable, at: Date, most: number) =>
  q.rows<Pick<Membership, 'wardId' | 'caregiverId'>>(
    `SELECT ward_id AS "wardId", caregiver_id AS "caregiverId" FROM ward_members
     WHERE until <= $1 ORDER BY until LIMIT $2`,
    [at, most],
  );

export const nextMembershipEnd = async (q: Queryable): Promise<Date | null> =>
  (await q.value<Date | null>('SELECT min(until) AS until FROM ward_members')) ?? null;

/**
 * Locks users before wards (sql/031): everybody of whose care teams a change of these wards adds or ends a row. Users
 * who come to the wards before the wards are locked are missing here; see lockWards.
 */
export async function lockPeopleOfWards(
  q: Queryable,
  wardIds: readonly string[],
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(
    await q.column<string>(
      `SELECT id FROM people_public WHERE id = ANY(array(${PEOPLE})) ORDER BY id FOR KEY SHARE`,
      [wardIds, userIds],
    ),
  );
}

const PEOPLE = `
  SELECT unnest($2::uuid[])
  UNION SELECT id FROM people_public WHERE ward_id = ANY($1)
  UNION SELECT caregiver_id FROM ward_members WHERE ward_id = ANY($1)`;

export const peopleOfWards = (q: Queryable, wardIds: readonly string[], userIds: readonly string[]) =>
  q.column<string>(`SELECT u.id FROM people_public u WHERE u.id = ANY(array(${PEOPLE}))`, [wardIds, userIds]);

/** Until the transaction ends, no other one changes the members and patients of these wards. Returns those that exist. */
export const lockWardRows = async (q: Queryable, wardIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    await q.column<string>('SELECT id FROM wards WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [
      wardIds,
    ]),
  );

/** The wards that a user lives or works in. */
export const wardsOf = (q: Queryable, userId: string) =>
  q.column<string>(
    `SELECT ward_id AS id FROM people_public WHERE id = $1 AND ward_id IS NOT NULL
       UNION SELECT ward_id FROM ward_members WHERE caregiver_id = $1`,
    [userId],
  );

/** The wards of which a caregiver is a member, by name. */
export const membershipsOf = (q: Queryable, caregiverId: string) =>
  q.rows<{ readonly id: string; readonly name: string; readonly lead: boolean }>(
    `SELECT w.id, w.name, m.lead FROM current_ward_members m JOIN wards w ON w.id = m.ward_id
     WHERE m.caregiver_id = $1 ORDER BY w.name, w.id`,
    [caregiverId],
  );

/** The IDs of the wards with these names; small and capital letters are the same. */
export const wardIdsNamed = (q: Queryable, names: readonly string[]) =>
  q.column<string>(
    'SELECT id FROM wards WHERE lower(name) IN (SELECT lower(n) FROM unnest($1::text[]) AS n)',
    [names],
  );

/** The wards that a caregiver leads. */
export const wardsLedBy = (q: Queryable, caregiverId: string) =>
  q.column<string>('SELECT ward_id AS id FROM current_ward_members WHERE caregiver_id = $1 AND lead', [
    caregiverId,
  ]);

/** The patients and the members of a ward. */
export const residentsAndMembers = (q: Queryable, wardId: string) =>
  q.column<string>(
    `SELECT id FROM people_public WHERE ward_id = $1
       UNION SELECT caregiver_id FROM current_ward_members WHERE ward_id = $1`,
    [wardId],
  );

/** The leads of wards who have an active account, each once. */
export const leadsOf = (q: Queryable, wardIds: readonly string[]) =>
  q.column<string>(
    `SELECT DISTINCT m.caregiver_id AS id FROM current_ward_members m JOIN people_public u ON u.id = m.caregiver_id
       WHERE m.ward_id = ANY($1) AND m.lead AND u.status = 'active' ORDER BY id`,
    [wardIds],
  );
