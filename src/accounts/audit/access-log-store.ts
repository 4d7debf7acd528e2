import type { Queryable } from '../../platform/database/database.ts';
import { type Condition, type ListSource, list } from '../../platform/database/list.ts';
import type { Role } from '../../platform/http/principal.ts';
import type { Page } from '../../platform/schema/paging.ts';

interface AccessLine {
  readonly id: string;
  readonly actorId: string | null;
  /** Of the user, or of the station; null when the account has been deleted. */
  readonly actorName: string | null;
  readonly role: Role | null;
  readonly what: string;
  readonly timestamp: Date;
}

const NAME = `coalesce(rtrim(u.first_name || ' ' || u.last_name), a.station->>'name')`;
const WHAT = `regexp_replace(a.message, '^Read ', '')`;

const SOURCE: ListSource = {
  columns: `a.id::text, a.actor_id AS "actorId", ${NAME} AS "actorName", nullif(u.role, 'SERVICE') AS role, ${WHAT} AS what, a.at AS timestamp`,
  from: 'audit_log a LEFT JOIN users u ON u.id = a.actor_id',
  counted: 'audit_log a',
  sortable: { timestamp: 'a.at', actorId: 'a.actor_id', actorName: NAME, role: 'u.role', what: WHAT },
  time: 'a.at',
  id: 'a.id',
  numbered: true,
};
export const ACCESS_SORTS = Object.keys(SOURCE.sortable);

/** Uses the two indexes built for this query: otherwise the planner reads the whole audit log in time order. */
const about = (userId: string): Condition => [
  `a.id IN (SELECT id FROM audit_log WHERE action = 'health.read' AND subject_id = $?
            UNION ALL SELECT id FROM audit_log WHERE subject_ids IS NOT NULL AND subject_ids @> ARRAY[$?::uuid])
   AND a.actor_id IS DISTINCT FROM $?`,
  userId,
  userId,
  userId,
];

const PER_PAGE = 500;

/** All entries, oldest first. */
export async function* accessPages(q: Queryable, userId: string): AsyncGenerator<readonly AccessLine[]> {
  for (let page = 1; ; page++) {
    const { rows } = await listAccesses(q, userId, {
      page,
      limit: PER_PAGE,
      offset: (page - 1) * PER_PAGE,
      sort: undefined,
      ascending: true,
    });
    if (rows.length > 0) yield rows;
    if (rows.length < PER_PAGE) return;
  }
}

/** Accesses to a user's health data by other users. */
export const listAccesses = (q: Queryable, userId: string, page: Page) =>
  list<AccessLine>(q, SOURCE, page, [about(userId)]);
