import type { Queryable } from './database.ts';

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

/** While the database is away entries wait; beyond this many the oldest are given up, and the log says so. */
const MOST_WAITING = 10_000;
const LARGEST_GROUP = 500;
const RETRY_MS = 500;

interface Waiting {
  readonly entry: AuditEntry & { readonly at: Date };
  readonly written: () => void;
}

/** Entries that gather while one group is written become the next group: one statement for many. */
export function createAuditTrail({ db, now, log }: { db: Queryable; now: () => Date; log: Log }): AuditTrail {
  const waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let draining = false;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.splice(0, LARGEST_GROUP);
      try {
        await insert(db, group);
        for (const { written } of group) written();
      } catch (error) {
        waiting.unshift(...group);
        log.error({ err: error, waiting: waiting.length }, 'audit trail could not be written');
        if (draining) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }

  function kick(): void {
    writing ??= write().finally(() => {
      writing = undefined;
    });
  }

  return {
    record(entry) {
      if (waiting.length >= MOST_WAITING) {
        const dropped = waiting.shift();
        dropped?.written();
        log.error({ action: dropped?.entry.action }, 'audit entry given up: too many are waiting');
      }
      return new Promise((written) => {
        waiting.push({ entry: { ...entry, at: now() }, written });
        kick();
      });
    },
    async drain() {
      draining = true;
      if (waiting.length > 0) kick();
      await writing;
    },
  };
}

function insert(db: Queryable, group: readonly Waiting[]): Promise<number> {
  const column = <T>(pick: (entry: Waiting['entry']) => T): T[] => group.map(({ entry }) => pick(entry));
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
