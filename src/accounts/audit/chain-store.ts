import type { Queryable } from '../../platform/database/database.ts';
import type { AuditContent, Link } from './entry-hash.ts';

export interface Head extends Link {
  /** Entries with a greater id wait to be chained; null if none waits. */
  readonly unchainedAfter: number | null;
}

/** An entry as it is stored. */
export interface StoredEntry extends AuditContent {
  readonly id: number;
  /** Null if it was never chained. */
  readonly number: number | null;
  readonly hash: Buffer | null;
}

const HEAD = `SELECT number, hash, unchained_after AS "unchainedAfter" FROM audit_chain WHERE place = 'head'`;

export const readHead = async (q: Queryable): Promise<Head> => (await q.row<Head>(HEAD)) ?? missing();

/** No entry is stored until the transaction ends. */
export const lockHead = async (q: Queryable): Promise<Head> =>
  (await q.row<Head>(`${HEAD} FOR UPDATE`)) ?? missing();

/** The last entry that retention has deleted. */
export const readStart = async (q: Queryable): Promise<Link> =>
  (await q.row<Link>(`SELECT number, hash FROM audit_chain WHERE place = 'start'`)) ?? missing();

function missing(): never {
  throw new Error('audit: an end of the chain is missing in the table audit_chain');
}

/** The newest entry; undefined if there is none, or it was published on this day (UTC) already. */
export const takeAuditHead = (q: Queryable, at: Date) =>
  q.row<{ number: number; hash: string }>(
    `UPDATE audit_chain SET published_on = today
     FROM (SELECT ($1::timestamptz AT TIME ZONE 'UTC')::date AS today) t
     WHERE place = 'head' AND number > 0 AND (published_on IS NULL OR published_on < today OR published_on > today + 1)
     RETURNING number, encode(hash, 'hex') AS hash`,
    [at],
  );

const STORED = `id, number, hash, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, level, action, outcome,
  message, actor_id AS "actorId", subject_id AS "subjectId", subject_ids::text[] AS "subjectIds", ip,
  request_id AS "requestId", station, token`;

export const entriesAfter = (q: Queryable, id: number, most: number) =>
  q.rows<StoredEntry>(`SELECT ${STORED} FROM audit_log WHERE id > $1 ORDER BY id LIMIT $2`, [id, most]);

export const entriesNumbered = (q: Queryable, number: number) =>
  q.rows<StoredEntry>(`SELECT ${STORED} FROM audit_log WHERE number = $1 ORDER BY id`, [number]);

/** An entry to store. Without a place in the chain it waits until the entries before it are chained. */
export type NewEntry = AuditContent & Partial<Link>;

/**
 * Stores entries that follow `head`, and moves the head to the last of them. False, and nothing is stored, if another
 * instance has moved the head meanwhile. One statement, so that no instance holds the head while it computes: ids are
 * given while the head is locked, and so the order of ids is the order of the chain.
 */
export const appendChained = async (q: Queryable, entries: readonly NewEntry[], head: Link, last: Link) =>
  insert(
    q,
    `UPDATE audit_chain SET number = $2, hash = $3
     WHERE place = 'head' AND hash = $4 AND unchained_after IS NULL RETURNING 1`,
    entries,
    [last.number, last.hash, head.hash],
  );

/** Stores entries to be chained later. False, and nothing is stored, if no entry waits to be chained any more. */
export const appendUnchained = async (q: Queryable, entries: readonly NewEntry[]) =>
  insert(
    q,
    `SELECT FROM audit_chain WHERE place = 'head' AND unchained_after IS NOT NULL FOR UPDATE`,
    entries,
    [],
  );

const insert = async (
  q: Queryable,
  chain: string,
  entries: readonly NewEntry[],
  values: readonly unknown[],
) =>
  (await q.run(
    `WITH chain AS (${chain})
     INSERT INTO audit_log (at, level, action, outcome, message, actor_id, subject_id, subject_ids, ip, request_id, station,
                            token, number, hash)
     SELECT at, level, action, outcome, message, "actorId", "subjectId", "subjectIds", ip, "requestId", station, token, number,
            decode(hash, 'hex')
     FROM chain, ROWS FROM (jsonb_to_recordset($1::jsonb) AS (
       at timestamptz, level text, action text, outcome text, message text, "actorId" uuid, "subjectId" uuid,
       "subjectIds" uuid[], ip text, "requestId" text, station jsonb, token jsonb, number bigint, hash text
     )) WITH ORDINALITY AS e (at, level, action, outcome, message, "actorId", "subjectId", "subjectIds", ip, "requestId", station,
                              token, number, hash, place)
     ORDER BY place`,
    [JSON.stringify(entries.map((entry) => ({ ...entry, hash: entry.hash?.toString('hex') }))), ...values],
  )) > 0;

/** Chains stored entries. The caller has locked the head, which moves to the last of them. */
export async function chainStored(
  q: Queryable,
  entries: readonly (Link & { readonly id: number })[],
  { areAll }: { readonly areAll: boolean },
): Promise<void> {
  await q.run(
    `UPDATE audit_log a SET number = e.number, hash = e.hash
     FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS e (id, number, hash) WHERE a.id = e.id`,
    [entries.map(({ id }) => id), entries.map(({ number }) => number), entries.map(({ hash }) => hash)],
  );
  const last = entries.at(-1);
  await q.run(
    `UPDATE audit_chain SET number = coalesce($1, number), hash = coalesce($2, hash), unchained_after = $3 WHERE place = 'head'`,
    [last?.number, last?.hash, areAll ? null : last?.id],
  );
}
