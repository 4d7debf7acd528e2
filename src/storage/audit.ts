import type { Queryable } from './database.ts';
import { createGroupWriter } from './group-writer.ts';

export interface AuditEntry {
  readonly level: 'info' | 'warning' | 'error';
  /** A dotted name such as `login.failed`; stable, so that people can filter by it. */
  readonly action: string;
  readonly outcome: 'done' | 'refused' | 'failed';
  readonly message: string;
  readonly actorId?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly ip?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface AuditTrail {
  /** Queues the entry; resolves when it is committed. Never rejects: a failing trail must not refuse a login. */
  record(entry: AuditEntry): Promise<void>;
  drain(): Promise<void>;
}

interface Log {
  error(fields: object, message: string): void;
}

type DatedEntry = AuditEntry & { readonly at: Date };

export function createAuditTrail({
  db,
  now,
  log,
}: {
  db: Queryable;
  now: () => number;
  log: Log;
}): AuditTrail {
  const writer = createGroupWriter<DatedEntry>({
    name: 'audit trail',
    write: (group) => insert(db, group),
    log,
  });
  return {
    record: (entry) => writer.add({ ...entry, at: new Date(now()) }),
    drain: () => writer.drain(),
  };
}

function insert(db: Queryable, group: readonly DatedEntry[]): Promise<number> {
  const column = <T>(pick: (entry: DatedEntry) => T): T[] => group.map(pick);
  return db.run(
    `INSERT INTO audit_log (at, level, action, outcome, message, actor_id, subject_id, ip, request_id)
     SELECT * FROM unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[],
                          $6::uuid[], $7::uuid[], $8::text[], $9::text[])`,
    [
      column((e) => e.at),
      column((e) => e.level),
      column((e) => e.action),
      column((e) => e.outcome),
      column((e) => e.message),
      column((e) => e.actorId ?? null),
      column((e) => e.subjectId ?? null),
      column((e) => e.ip ?? null),
      column((e) => e.requestId ?? null),
    ],
  );
}
