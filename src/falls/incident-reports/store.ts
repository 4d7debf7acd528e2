import type { Person, Ward } from '../../people/person.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { asJson } from '../../platform/database/recordset.ts';
import { type Amendment, completeContent, type ReportContent } from './incident-report.ts';

/** The facts that may change or be deleted while the fall is kept. */
export interface SignedFacts {
  readonly ward: Ward | null;
  readonly room: string | null;
  readonly signal: object | null;
}

interface StoredReport {
  readonly content: ReportContent;
  readonly signedBy: Person | null;
  readonly signedAt: Date | null;
  readonly signedFacts: SignedFacts | null;
}

const COLUMNS = `content, signed_by AS "signedBy", signed_at AS "signedAt", signed_facts AS "signedFacts"`;

export const findReport = async (q: Queryable, fallId: string) =>
  complete(await q.row<StoredReport>(`SELECT ${COLUMNS} FROM incident_reports WHERE fall_id = $1`, [fallId]));

const complete = (report: StoredReport | undefined): StoredReport | undefined =>
  report && { ...report, content: completeContent(report.content) };

/**
 * Locks the report, created with `initial` unless there is one; undefined when the fall is deleted. Locks the fall
 * first, as its deletion does, and only against that: responses to the fall do not wait.
 */
export async function lockReport(
  q: Queryable,
  fallId: string,
  initial: ReportContent,
): Promise<StoredReport | undefined> {
  const exists = await q.row('SELECT 1 FROM falls_public WHERE id = $1 FOR KEY SHARE', [fallId]);
  if (exists === undefined) return undefined;
  await q.run('INSERT INTO incident_reports (fall_id, content) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    fallId,
    asJson(initial),
  ]);
  return complete(
    await q.row<StoredReport>(`SELECT ${COLUMNS} FROM incident_reports WHERE fall_id = $1 FOR UPDATE`, [
      fallId,
    ]),
  );
}

export const saveContent = (q: Queryable, fallId: string, content: ReportContent) =>
  q.run('UPDATE incident_reports SET content = $2 WHERE fall_id = $1', [fallId, asJson(content)]);

export const saveSignature = (q: Queryable, fallId: string, by: Person, at: Date, facts: SignedFacts) =>
  q.run('UPDATE incident_reports SET signed_by = $2, signed_at = $3, signed_facts = $4 WHERE fall_id = $1', [
    fallId,
    asJson(by),
    at,
    asJson(facts),
  ]);

export async function amendmentsOf(q: Queryable, fallId: string): Promise<readonly Amendment[]> {
  const rows = await q.rows<{ by: Person; at: Date; changes: Partial<ReportContent> }>(
    'SELECT by, at, changes FROM incident_amendments WHERE fall_id = $1 ORDER BY id',
    [fallId],
  );
  return rows.map(({ by, at, changes }) => ({ by, at, ...changes }));
}

export const addAmendment = (q: Queryable, fallId: string, { by, at, ...changes }: Amendment) =>
  q.run('INSERT INTO incident_amendments (fall_id, by, at, changes) VALUES ($1, $2, $3, $4)', [
    fallId,
    asJson(by),
    at,
    asJson(changes),
  ]);

/** SQL: the report of a fall, as JSON. Takes an SQL expression. */
export const reportJson = (fall: string): string =>
  `(SELECT i.content || jsonb_build_object('signedBy', i.signed_by, 'signedAt', i.signed_at, 'amendments',
      coalesce((SELECT jsonb_agg(jsonb_build_object('by', a.by, 'at', a.at) || a.changes ORDER BY a.id)
                FROM incident_amendments a WHERE a.fall_id = i.fall_id), '[]'))
    FROM incident_reports i WHERE i.fall_id = ${fall})`;

/** SQL: how badly the person was hurt, as the report says now; null if it does not. Takes an SQL expression. */
export const injuryOf = (fall: string): string =>
  `coalesce(
     (SELECT a.changes -> 'injury' FROM incident_amendments a WHERE a.fall_id = ${fall} AND a.changes ? 'injury'
      ORDER BY a.id DESC LIMIT 1),
     (SELECT i.content -> 'injury' FROM incident_reports i WHERE i.fall_id = ${fall})) #>> '{}'`;
