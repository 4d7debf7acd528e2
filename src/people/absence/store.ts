import type { Queryable } from '../../platform/database/database.ts';
import { type ListSource, list } from '../../platform/database/list.ts';
import type { Page } from '../../platform/schema/paging.ts';
import type { Person } from '../person.ts';

export interface Absence {
  readonly until: Date;
  readonly reason: string | null;
  readonly by: Person | null;
}

const AUTHOR = `(SELECT json_build_object('id', b.id, 'name', rtrim(b.first_name || ' ' || b.last_name))
  FROM people_public b WHERE b.id = a.by_id)`;
const COLUMNS = `a.until_at AS until, a.reason, ${AUTHOR} AS by`;

export interface PastAbsence extends Absence {
  readonly id: string;
  readonly beganAt: Date;
  readonly endedAt: Date | null;
}

/** Columns of absences `a`. */
export const ABSENCE_COLUMNS = `a.id, a.began_at AS "beganAt", ${COLUMNS}, a.ended_at AS "endedAt"`;

const SOURCE: ListSource = {
  columns: ABSENCE_COLUMNS,
  from: 'absences a',
  sortable: { beganAt: 'a.began_at', until: 'a.until_at', endedAt: 'a.ended_at', reason: 'a.reason' },
  time: 'a.began_at',
  id: 'a.id',
};

export const ABSENCE_SORTS = Object.keys(SOURCE.sortable);

export const listAbsences = (q: Queryable, patientId: string, page: Page) =>
  list<PastAbsence>(q, SOURCE, page, [['a.patient_id = $?', patientId]]);

/** The absence that lasts. */
export const findAbsence = (q: Queryable, patientId: string) =>
  q.row<Absence>(`SELECT ${COLUMNS} FROM absences a WHERE a.patient_id = $1 AND a.ended_at IS NULL`, [
    patientId,
  ]);

/** SQL: a lateral relation of a patient's newest absence. Takes an SQL expression. */
export const newestAbsence = (patient: string): string =>
  `(SELECT ${COLUMNS}, a.ended_at AS "endedAt" FROM absences a
    WHERE a.patient_id = ${patient} ORDER BY a.began_at DESC, a.id LIMIT 1)`;

/** Changes the absence that lasts, or begins one. */
export const putAbsence = (
  q: Queryable,
  patientId: string,
  { until, reason, byId }: { readonly until: Date; readonly reason: string | null; readonly byId: string },
  at: Date,
) =>
  q.row<Absence>(
    `INSERT INTO absences AS a (patient_id, began_at, until_at, reason, by_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (patient_id) WHERE ended_at IS NULL DO UPDATE SET until_at = $3, reason = $4, by_id = $5
     RETURNING ${COLUMNS}`,
    [patientId, at, until, reason, byId],
  );

/** False if the patient is not absent. */
export const endAbsence = async (q: Queryable, patientId: string, at: Date): Promise<boolean> =>
  (await q.run(
    `UPDATE absences SET ended_at = greatest(began_at, $2)
     WHERE patient_id = $1 AND ended_at IS NULL AND until_at > $2`,
    [patientId, at],
  )) === 1;

/** Patients whose absence is over, without some of them. */
export const overdueAbsences = (q: Queryable, at: Date, most: number, without: readonly string[]) =>
  q.column<string>(
    `SELECT patient_id FROM absences WHERE ended_at IS NULL AND until_at <= $1 AND patient_id <> ALL($3)
     ORDER BY until_at LIMIT $2`,
    [at, most, without],
  );

/** The time at which it was over. Undefined if another instance has ended it, or somebody has prolonged it. */
export const endOverdue = (q: Queryable, patientId: string, at: Date) =>
  q.value<Date>(
    `UPDATE absences SET ended_at = until_at
     WHERE patient_id = $1 AND ended_at IS NULL AND until_at <= $2 RETURNING ended_at`,
    [patientId, at],
  );
