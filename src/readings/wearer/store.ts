import type { Queryable } from '../../platform/database/database.ts';
import { profileFields } from '../../platform/database/export-sources.ts';
import type { Learned, Mark, OffsetSince } from './sensitivity.ts';

/** What the detector knows about one wearer. */
export interface WearerSensitivity extends Learned, OffsetSince {
  /** Rises with every change. */
  readonly revision: number;
}

export const NOTHING_LEARNED: WearerSensitivity = {
  offset: 0,
  at: 0,
  falseAlarms: 0,
  realFalls: 0,
  revision: -1,
};

interface SensitivityRow extends Learned {
  readonly patientId: string;
  readonly revision: number;
  readonly updatedAt: Date;
}

const COLUMNS = `d.patient_id AS "patientId", d.sensitivity_offset AS offset, d.false_alarms AS "falseAlarms",
  d.real_falls AS "realFalls", d.revision, d.updated_at AS "updatedAt"`;

const sensitivityOf = ({ patientId: _, updatedAt, ...row }: SensitivityRow): WearerSensitivity => ({
  ...row,
  at: updatedAt.getTime(),
});

/** By person; people about whom nothing was learned are absent. */
export async function sensitivitiesOf(
  q: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, WearerSensitivity>> {
  const rows = await q.rows<SensitivityRow>(
    `SELECT ${COLUMNS} FROM wearer_detectors d WHERE d.patient_id = ANY($1)`,
    [userIds],
  );
  return new Map(rows.map((row) => [row.patientId, sensitivityOf(row)]));
}

export interface DetectorState extends WearerSensitivity {
  /** The first mark that counts; null without one. */
  readonly since: Date | null;
  readonly updatedAt: Date;
  readonly resetAt: Date | null;
}

export async function findDetectorState(q: Queryable, patientId: string): Promise<DetectorState | undefined> {
  const row = await q.row<SensitivityRow & Pick<DetectorState, 'since' | 'resetAt'>>(
    `SELECT ${COLUMNS}, d.reset_at AS "resetAt",
            (SELECT min(at) FROM detector_marks m WHERE m.patient_id = d.patient_id) AS since
     FROM wearer_detectors d WHERE d.patient_id = $1`,
    [patientId],
  );
  if (row === undefined) return undefined;
  const { since, resetAt, ...learned } = row;
  return { ...sensitivityOf(learned), since, resetAt, updatedAt: row.updatedAt };
}

/**
 * Starts a change: locks the wearer's row until the transaction ends, so that two changes follow one another and the
 * second reads the marks of the first. Creates the row if it is missing. Returns the state before the change, with the
 * revision of the change.
 */
export async function lockSensitivity(q: Queryable, patientId: string, at: Date): Promise<WearerSensitivity> {
  const row = await q.row<SensitivityRow>(
    `INSERT INTO wearer_detectors AS d (patient_id, updated_at) VALUES ($1, $2)
     ON CONFLICT (patient_id) DO UPDATE SET revision = d.revision + 1 RETURNING ${COLUMNS}`,
    [patientId, at],
  );
  return sensitivityOf(row as SensitivityRow);
}

export const saveSensitivity = (
  q: Queryable,
  patientId: string,
  { offset, falseAlarms, realFalls }: Learned,
  at: Date,
) =>
  q.run(
    `UPDATE wearer_detectors SET sensitivity_offset = $2, false_alarms = $3, real_falls = $4, updated_at = $5
     WHERE patient_id = $1`,
    [patientId, offset, falseAlarms, realFalls, at],
  );

export const saveReset = (q: Queryable, patientId: string, by: string, at: Date) =>
  q.run('UPDATE wearer_detectors SET reset_at = $3, reset_by = $2 WHERE patient_id = $1', [
    patientId,
    by,
    at,
  ]);

/** A fall as its outcome teaches; `detectedLevel` is the detector's own, null without a measurement. */
export interface JudgedFall {
  readonly source: string;
  readonly level: string;
  readonly detectedLevel: string | null;
  /** Whether a mark of it counts already. */
  readonly isMarked: boolean;
}

export const findJudgedFall = (q: Queryable, fallId: string) =>
  q.row<JudgedFall>(
    `SELECT f.source, f.status AS level, f.assessment->>'level' AS "detectedLevel", m.fall_id IS NOT NULL AS "isMarked"
     FROM real_falls f LEFT JOIN detector_marks m ON m.fall_id = f.id WHERE f.id = $1`,
    [fallId],
  );

export async function marksOf(q: Queryable, patientId: string): Promise<Mark[]> {
  const rows = await q.rows<Omit<Mark, 'at'> & { readonly at: Date }>(
    `SELECT fall_id AS "fallId", outcome, level, at FROM detector_marks WHERE patient_id = $1`,
    [patientId],
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

export const putMark = (q: Queryable, patientId: string, { fallId, outcome, level, at }: Mark) =>
  q.run(
    `INSERT INTO detector_marks (fall_id, patient_id, outcome, level, at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (fall_id) DO UPDATE SET outcome = excluded.outcome, level = excluded.level, at = excluded.at`,
    [fallId, patientId, outcome, level, new Date(at)],
  );

export const deleteMark = (q: Queryable, fallId: string) =>
  q.run('DELETE FROM detector_marks WHERE fall_id = $1', [fallId]);

export const deleteMarks = (q: Queryable, patientId: string) =>
  q.run('DELETE FROM detector_marks WHERE patient_id = $1', [patientId]);

/** What the detector learned about the person, for their data export. */
export const profilePart = profileFields(
  `SELECT (SELECT json_build_object('offset', d.sensitivity_offset, 'falseAlarms', d.false_alarms,
                                    'realFalls', d.real_falls, 'updatedAt', d.updated_at, 'resetAt', d.reset_at)
           FROM wearer_detectors d WHERE d.patient_id = $1) AS detector`,
);
