import type { Queryable } from '../../platform/database/database.ts';
import type { OrganisationSettings, StoredOrganisation } from '../vocabulary.ts';

const COLUMNS = `name, time_zone AS "timeZone", language, response_goal_minutes AS "responseGoalMinutes", revision`;

const STORED = `SELECT ${COLUMNS} FROM organisation`;

/** The values that are stored, or else these, which are stored then. */
export async function openOrganisationRow(
  q: Queryable,
  { name, timeZone, language, responseGoalMinutes }: OrganisationSettings,
  now: Date,
): Promise<StoredOrganisation> {
  // Read first: a service also starts on a database that is read-only for a while.
  const stored = await q.row<StoredOrganisation>(STORED);
  if (stored !== undefined) return stored;
  await q.run(
    `INSERT INTO organisation (name, time_zone, language, response_goal_minutes, updated_at)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [name, timeZone, language, responseGoalMinutes, now],
  );
  return readOrganisation(q);
}

export const readOrganisation = async (q: Queryable): Promise<StoredOrganisation> =>
  (await q.row<StoredOrganisation>(STORED)) as StoredOrganisation;

/** The same, until the transaction ends: concurrent changes wait for it. */
export const lockOrganisation = async (q: Queryable): Promise<StoredOrganisation> =>
  (await q.row<StoredOrganisation>(`SELECT ${COLUMNS} FROM organisation FOR UPDATE`)) as StoredOrganisation;

/** Concurrent changes wait until the transaction ends; see `Organisation.holdTimeZone`. */
export const shareTimeZone = async (q: Queryable): Promise<string> =>
  (await q.row<{ timeZone: string }>('SELECT time_zone AS "timeZone" FROM organisation FOR SHARE'))
    ?.timeZone ?? 'UTC';

export const writeOrganisation = async (
  q: Queryable,
  { name, timeZone, language, responseGoalMinutes }: OrganisationSettings,
  now: Date,
): Promise<StoredOrganisation> =>
  (await q.row<StoredOrganisation>(
    `UPDATE organisation SET name = $1, time_zone = $2, language = $3, response_goal_minutes = $4, updated_at = $5,
       revision = revision + 1
     RETURNING ${COLUMNS}`,
    [name, timeZone, language, responseGoalMinutes, now],
  )) as StoredOrganisation;

/** Two people of one address were refused by the rate limit. */
export const noteSharedAddress = (q: Queryable, at: Date) =>
  q.run('UPDATE organisation SET shared_address_refused_at = $1 WHERE shared_address_refused_at IS NULL', [
    at,
  ]);

export const hasSharedAddress = async (q: Queryable): Promise<boolean> =>
  (await q.row('SELECT FROM organisation WHERE shared_address_refused_at IS NOT NULL')) !== undefined;
