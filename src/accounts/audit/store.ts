import { createBatchWriter } from '../../platform/database/batch-writer.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { type Condition, countRows, given, type ListSource, list } from '../../platform/database/list.ts';
import { asJson } from '../../platform/database/recordset.ts';
import { countRowsIn, type TimeRange } from '../../platform/database/row-counts.ts';
import { type AuditEntry, type AuditTrail, LOG_LEVELS, type LogLevel } from '../../platform/http/audit.ts';
import type { Log } from '../../platform/log.ts';
import type { Page } from '../../platform/schema/paging.ts';
import { DAY_MS } from '../../platform/time.ts';
import type { AccountMetrics } from '../metrics.ts';
import { createAuditChain } from './chain.ts';
import type { AuditContent } from './entry-hash.ts';

export function createAuditTrail({
  db,
  now,
  metrics,
  log,
}: {
  db: Queryable;
  now: () => number;
  metrics?: AccountMetrics;
  log: Log;
}): AuditTrail {
  const writer = createBatchWriter<AuditContent>({
    name: 'audit trail',
    write: createAuditChain(db),
    onDropped: () => metrics?.dropped('audit_entry'),
    log,
  });
  return {
    recordAuditLine: (entry) => writer.add(contentOf(entry, new Date(now()))),
    settled: () => writer.settled(),
    drain: () => writer.drain(),
  };
}

/** As the database stores it, because the hash of the chain covers what is stored. */
function contentOf({ outcome = 'done', subjectIds = [], ...entry }: AuditEntry, at: Date): AuditContent {
  const content = {
    at: at.toISOString().replace('Z', '000Z'),
    level: entry.level ?? (outcome === 'done' ? 'info' : 'warning'),
    action: entry.action,
    outcome,
    message: entry.message,
    actorId: entry.actorId?.toLowerCase() ?? null,
    subjectId: entry.subjectId?.toLowerCase() ?? null,
    subjectIds: subjectIds.length === 0 ? null : subjectIds.map((id) => id.toLowerCase()),
    ip: entry.ip ?? null,
    requestId: entry.requestId ?? null,
    station: entry.station ?? null,
    token: entry.token ?? null,
  };
  return JSON.parse(asJson(content)) as AuditContent;
}

const nameOf = (column: string) =>
  `(SELECT rtrim(first_name || ' ' || last_name) FROM users WHERE users.id = ${column})`;

const SOURCE: ListSource = {
  columns: `id::text, level, action, outcome, message, actor_id AS "actorId", ${nameOf('actor_id')} AS "actorName",
    subject_id AS "subjectId", ${nameOf('subject_id')} AS "subjectName", ip, station, token, at AS timestamp,
    encode(hash, 'hex') AS hash`,
  from: 'audit_log',
  sortable: {
    timestamp: 'at',
    level: 'level',
    action: 'action',
    outcome: 'outcome',
    message: 'message',
    actorId: 'actor_id',
    actorName: nameOf('actor_id'),
    subjectId: 'subject_id',
    subjectName: nameOf('subject_id'),
    ip: 'ip',
    station: `station ->> 'name'`,
    token: `token ->> 'name'`,
    hash: 'hash',
  },
  time: 'at',
  id: 'audit_log.id',
  numbered: true,
};

export const AUDIT_SORTS = Object.keys(SOURCE.sortable);

const COUNTED = { list: 'audit_log', label: 'level', time: 'at' } as const;

interface AuditFilter extends TimeRange {
  readonly level?: LogLevel | null | undefined;
  readonly action?: string | null | undefined;
  readonly actorId?: string | null | undefined;
  /** The user concerned, also as one of several. */
  readonly subjectId?: string | null | undefined;
}

/** Two index scans; an OR of the two columns would read the whole log. */
const ABOUT = `audit_log.id IN (SELECT id FROM audit_log WHERE subject_id = $?::uuid
  UNION ALL SELECT id FROM audit_log WHERE subject_ids IS NOT NULL AND subject_ids @> ARRAY[$?::uuid])`;

/** `narrowedBy` hides entries from the caller. */
export const listAuditTrail = (
  q: Queryable,
  page: Page,
  { level, action, actorId, subjectId, from, to }: AuditFilter,
  narrowedBy: readonly Condition[] = [],
) =>
  list(
    q,
    SOURCE,
    page,
    [
      ...given(level, (wanted) => ['level = $?', wanted]),
      ...given(action, (wanted) => ['action = $?', wanted]),
      ...given(actorId, (wanted) => ['actor_id = $?', wanted]),
      ...given(subjectId, (wanted): Condition => [ABOUT, wanted, wanted]),
      ...given(from, (time) => ['at >= $?', time]),
      ...given(to, (time) => ['at < $?', time]),
      ...narrowedBy,
    ],
    action || actorId || subjectId || narrowedBy.length > 0
      ? undefined
      : () => countRowsIn(q, COUNTED, level ? [level] : LOG_LEVELS, { from, to }),
  );

const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);

/**
 * Deletes at most `most` of the oldest entries, and notes where the chain then begins; none while another instance is
 * deleting, or entries wait to be chained. It goes from the beginning of the chain to the first entry of a day that is
 * kept. An entry from the future keeps nothing: the clock was wrong when it was written. Locks in a statement of its own:
 * the next one then sees what the other instance has left.
 */
export const purgeAuditTrail =
  (keptDays: number) =>
  (db: Database, before: Date, most: number): Promise<number> =>
    db.transaction(async (q) => {
      const locked = await q.run(
        `SELECT FROM audit_chain WHERE place = 'start'
           AND EXISTS (SELECT FROM audit_chain WHERE place = 'head' AND unchained_after IS NULL) FOR UPDATE SKIP LOCKED`,
      );
      if (locked === 0) return 0;
      return q.run(
        `WITH oldest AS MATERIALIZED (
           SELECT id, number, hash, at >= $1 AND at < $2 AS is_kept FROM audit_log ORDER BY id LIMIT $3
         ), expired AS MATERIALIZED (
           SELECT id, number, hash FROM oldest
           WHERE id < coalesce((SELECT min(id) FROM oldest WHERE is_kept), 'infinity'::numeric)
         ), moved AS (
           UPDATE audit_chain c SET number = e.number, hash = e.hash
           FROM (SELECT number, hash FROM expired WHERE hash IS NOT NULL ORDER BY id DESC LIMIT 1) e
           WHERE place = 'start' AND c.number < e.number
         )
         DELETE FROM audit_log WHERE id IN (SELECT id FROM expired)`,
        [startOfDay(before), new Date(before.getTime() + (keptDays + 1) * DAY_MS), most],
      );
    });

export const countAuditLinesBefore = (q: Queryable, before: Date) =>
  countRows(q, 'audit_log WHERE at < $1', [startOfDay(before)]);
