import { createBatchWriter } from '../../platform/database/batch-writer.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Condition, countRows, given, type ListSource, list } from '../../platform/database/list.ts';
import { countRowsIn, type TimeRange } from '../../platform/database/row-counts.ts';
import { type AuditEntry, type AuditTrail, LOG_LEVELS, type LogLevel } from '../../platform/http/audit.ts';
import type { Log } from '../../platform/log.ts';
import type { Page } from '../../platform/schema/paging.ts';
import type { AccountMetrics } from '../metrics.ts';

interface DatedEntry extends AuditEntry {
  readonly at: Date;
}

const levelOf = ({ level, outcome = 'done' }: AuditEntry): LogLevel =>
  level ?? (outcome === 'done' ? 'info' : 'warning');

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
  const writer = createBatchWriter<DatedEntry>({
    name: 'audit trail',
    write: (group) => insert(db, group),
    onDropped: () => metrics?.dropped('audit_entry'),
    log,
  });
  return {
    recordAuditLine: (entry) => writer.add({ ...entry, at: new Date(now()) }),
    settled: () => writer.settled(),
    drain: () => writer.drain(),
  };
}

function insert(db: Queryable, group: readonly DatedEntry[]): Promise<number> {
  const column = <T>(pick: (entry: DatedEntry) => T): T[] => group.map(pick);
  return db.run(
    `INSERT INTO audit_log (at, level, action, outcome, message, actor_id, subject_id, ip, request_id, subject_ids, station,
                            token)
     SELECT at, level, action, outcome, message, actor_id, subject_id, ip, request_id, subject_ids::uuid[], station::jsonb,
            token::jsonb
     FROM unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[],
                 $6::uuid[], $7::uuid[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
       AS e (at, level, action, outcome, message, actor_id, subject_id, ip, request_id, subject_ids, station, token)`,
    [
      column((e) => e.at),
      column(levelOf),
      column((e) => e.action),
      column((e) => e.outcome ?? 'done'),
      column((e) => e.message),
      column((e) => e.actorId ?? null),
      column((e) => e.subjectId ?? null),
      column((e) => e.ip ?? null),
      column((e) => e.requestId ?? null),
      // One text per row: unnest would flatten an array of arrays.
      column(({ subjectIds = [] }) => (subjectIds.length === 0 ? null : `{${subjectIds.join(',')}}`)),
      column(({ station }) => (station === undefined ? null : JSON.stringify(station))),
      column(({ token }) => (token === undefined ? null : JSON.stringify(token))),
    ],
  );
}

const nameOf = (column: string) =>
  `(SELECT rtrim(first_name || ' ' || last_name) FROM users WHERE users.id = ${column})`;

const SOURCE: ListSource = {
  columns: `id::text, level, action, outcome, message, actor_id AS "actorId", ${nameOf('actor_id')} AS "actorName",
    subject_id AS "subjectId", ${nameOf('subject_id')} AS "subjectName", ip, station, token, at AS timestamp`,
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

/**
 * Deletes at most `most` rows and skips rows that another instance is deleting; returns the count. A trigger updates
 * the tallies.
 */
export const purgeAuditTrail = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM audit_log WHERE id IN
       (SELECT id FROM audit_log WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );

export const countAuditLinesBefore = (q: Queryable, before: Date) =>
  countRows(q, 'audit_log WHERE at < $1', [before]);
