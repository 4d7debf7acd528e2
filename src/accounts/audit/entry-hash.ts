import { createHash } from 'node:crypto';
import type { LogLevel } from '../../platform/http/audit.ts';

/** What the hash of an entry covers: docs/security.md, "Audit chain". */
export interface AuditContent {
  /** Coordinated universal time with six decimals. */
  readonly at: string;
  readonly level: LogLevel;
  readonly action: string;
  readonly outcome: string;
  readonly message: string;
  readonly actorId: string | null;
  readonly subjectId: string | null;
  readonly subjectIds: readonly string[] | null;
  readonly ip: string | null;
  readonly requestId: string | null;
  readonly station: object | null;
  readonly token: object | null;
}

/** A place in the chain. */
export interface Link {
  readonly number: number;
  readonly hash: Buffer;
}

/** The next place in the chain, for an entry with this content. */
export function nextLink(previous: Link, content: AuditContent): Link {
  const { at, level, action, outcome, message, actorId, subjectId, subjectIds } = content;
  const { ip, requestId, station, token } = content;
  const number = previous.number + 1;
  const covered = { number, at, level, action, outcome, message, actorId, subjectId, subjectIds };
  const hash = createHash('sha256')
    .update(previous.hash)
    .update(canonical({ ...covered, ip, requestId, station, token }))
    .digest();
  return { number, hash };
}

/** RFC 8785, without fields that are null: a field that a later version adds leaves the hashes of older entries valid. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}
