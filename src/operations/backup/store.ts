import { DatabaseError } from 'pg';
import type { Queryable } from '../../platform/database/database.ts';
import type { DailyTable, Day } from '../../platform/database/schema/partitions.ts';
import type { Part } from './folder/manifest.ts';

export interface BackupState {
  /** When the last backup ended that stored everything. */
  readonly succeededAt: Date | null;
  readonly seconds: number | null;
  /** Bytes that it wrote. */
  readonly bytes: number | null;
  readonly failedAt: Date | null;
  readonly failure: string | null;
  /** Days with readings that the last restore had to load. */
  readonly restoreDays: number;
}

export const findBackupState = (q: Queryable) =>
  q.row<BackupState>(
    `SELECT succeeded_at AS "succeededAt", seconds, bytes::float8 AS bytes, failed_at AS "failedAt", failure,
            restore_days AS "restoreDays" FROM backup_state`,
  );

export const installationOf = (q: Queryable) => q.value<string>('SELECT installation FROM backup_state');

const UNDEFINED_TABLE = '42P01';

/** A database of an earlier version, which an upgrade backs up, has no place for it. */
const unlessEarlier = (error: unknown): number => {
  if (error instanceof DatabaseError && error.code === UNDEFINED_TABLE) return 0;
  throw error;
};

export const noteSuccess = (
  q: Queryable,
  { at, seconds, bytes }: { at: Date; seconds: number; bytes: number },
) =>
  q
    .run(
      'UPDATE backup_state SET succeeded_at = $1, seconds = $2, bytes = $3, failed_at = NULL, failure = NULL',
      [at, seconds, bytes],
    )
    .catch(unlessEarlier);

export const noteFailure = (q: Queryable, at: Date, failure: string) =>
  q.run('UPDATE backup_state SET failed_at = $1, failure = $2', [at, failure]).catch(unlessEarlier);

const MARKS_KEPT = '60 days';

export async function addMark(q: Queryable, mark: string): Promise<void> {
  await q.run('INSERT INTO backup_marks (mark) VALUES ($1)', [mark]);
  await q.run(`DELETE FROM backup_marks WHERE begun_at < now() - interval '${MARKS_KEPT}'`);
}

export const marksIn = (q: Queryable) => q.column<string>('SELECT mark FROM backup_marks');

export interface DayToRestore {
  readonly table: DailyTable;
  readonly day: Day;
  readonly folder: string;
  readonly parts: readonly Part[];
  readonly failure: string | null;
}

const DAY_TO_RESTORE = `table_name AS "table", day::text AS day, folder, parts, failure FROM days_to_restore`;

/** Newest first. */
export const daysToRestore = (q: Queryable) =>
  q.rows<DayToRestore>(`SELECT ${DAY_TO_RESTORE} ORDER BY day DESC, table_name DESC`);

export async function replaceDaysToRestore(
  q: Queryable,
  folder: string,
  days: readonly Pick<DayToRestore, 'table' | 'day' | 'parts'>[],
): Promise<void> {
  await q.run('DELETE FROM days_to_restore');
  // The numbers of transactions start again from the restore.
  await q.run('DELETE FROM backup_marks');
  for (const { table, day, parts } of days)
    await q.run('INSERT INTO days_to_restore (table_name, day, folder, parts) VALUES ($1, $2, $3, $4)', [
      table,
      day,
      folder,
      JSON.stringify(parts),
    ]);
  await q.run('UPDATE backup_state SET restore_days = (SELECT count(DISTINCT day) FROM days_to_restore)');
}

export const noteLoadFailure = (q: Queryable, { table, day }: DayToRestore, failure: string) =>
  q.run('UPDATE days_to_restore SET failure = $3 WHERE table_name = $1 AND day = $2', [table, day, failure]);

/** False if another session has loaded it. */
export const takeDayToRestore = async (q: Queryable, { table, day }: DayToRestore): Promise<boolean> =>
  (await q.run('DELETE FROM days_to_restore WHERE table_name = $1 AND day = $2', [table, day])) === 1;
