// Commits that wait for a synchronous standby. PostgreSQL has written them, but shows them to nobody: who has lost the
// connection cannot know whether they happened, and who looks for them does not find them yet.

import type pg from 'pg';
import { Unavailable } from '../errors.ts';

const WAITS = `wait_event = 'SyncRep' AND usesysid = (SELECT oid FROM pg_roles WHERE rolname = session_user)`;
/** A standby far away takes some time, too. */
const LONG = `state_change < clock_timestamp() - interval '1 second'`;
const UNCONFIRMED = `SELECT array_agg(pid) AS pids FROM pg_stat_get_activity(NULL) WHERE ${WAITS} AND ${LONG}`;

/**
 * The processes of the server whose commits have been waiting for a standby for some time. A statement that has waited
 * for a lock until now is found once, not twice; `isKnown` says that there have been such commits already.
 */
export async function unconfirmedCommits(
  client: Pick<pg.Client, 'query'>,
  isKnown: boolean,
): Promise<readonly number[]> {
  const first = await find(client);
  if (isKnown || first.length === 0) return first;
  await client.query('SELECT pg_sleep(0.5)');
  const second = await find(client);
  return second.filter((pid) => first.includes(pid));
}

async function find(client: Pick<pg.Client, 'query'>): Promise<readonly number[]> {
  const { rows } = await client.query<{ pids: number[] | null }>(UNCONFIRMED);
  return rows[0]?.pids ?? [];
}

/** SQL: whether a record that nobody finds may be in a commit that waits for a standby. */
export const MAY_BE_UNCONFIRMED = `current_setting('synchronous_standby_names') <> ''
  AND EXISTS (SELECT FROM pg_stat_get_activity(NULL) WHERE ${WAITS} AND ${LONG})`;

export const notConfirmed = (cause?: unknown): Unavailable =>
  new Unavailable('The standby of the database does not confirm writes, nothing was stored', cause);
