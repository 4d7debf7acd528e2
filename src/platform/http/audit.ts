import type { StationName, TokenName } from './principal.ts';

export const LOG_LEVELS = ['error', 'warning', 'info'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export interface AuditEntry {
  /** Default: info for `done`, warning for `refused` and `failed`. */
  readonly level?: LogLevel | undefined;
  /** A dotted name such as `login.failed`; stable, so that admins can filter by it. */
  readonly action: string;
  /** `done` by default. */
  readonly outcome?: 'done' | 'refused' | 'failed' | undefined;
  readonly message: string;
  readonly actorId?: string | undefined;
  readonly subjectId?: string | undefined;
  /** For a line about several people. */
  readonly subjectIds?: readonly string[] | undefined;
  /** The station at which it was done. */
  readonly station?: StationName | undefined;
  /** The access token with which it was done. */
  readonly token?: TokenName | undefined;
  readonly ip?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface AuditTrail {
  /** Queues the entry; resolves when it is committed. Never rejects: a failing audit log must not refuse a login. */
  recordAuditLine(entry: AuditEntry): Promise<void>;
  /** Resolves when all entries recorded so far can be read. */
  settled(): Promise<void>;
  drain(): Promise<void>;
}
