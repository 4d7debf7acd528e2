import { isShown, type PatientsOf, shownAmong, shownFor } from '../people/index.ts';
import type { Person, Ward } from '../people/person.ts';
import type { Queryable } from '../platform/database/database.ts';
import { afterCursor, type ExportSource, jsonRows } from '../platform/database/export-sources.ts';
import { type ListSource, list } from '../platform/database/list.ts';
import type { Page } from '../platform/schema/paging.ts';
import type { Day } from '../platform/zone.ts';
import type { AskableEvent, SilentEvent } from './rules.ts';
import type { MorningAnswer } from './vocabulary.ts';

/** After a fall that was responded to so long before, somebody has seen the patient. */
const SEEN_BEFORE = '1 hour';

/** Far more than a night has; the surest ones. */
const MOST_EVENTS = 1000;

/** Nobody was alerted, or the wearer had moved on; and nobody has seen the patient at or since the event. */
const SILENT = `
  SELECT f.id AS "fallId", f.user_id AS "patientId", p.ward_id AS "wardId", f.device_id AS "deviceId", f.created_at AS "impactAt",
         coalesce((f.assessment->'chosen'->>'detectorConfidence')::float8, f.confidence) AS confidence
  FROM real_falls f
    JOIN people_public p ON p.id = f.user_id AND p.role = 'PATIENT' AND p.status = 'active'
    JOIN devices_public d ON d.id = f.device_id AND d.user_id = f.user_id AND NOT d.disabled
    LEFT JOIN responses_public r ON r.fall_id = f.id
  WHERE f.source = 'STREAM' AND f.outcome IS NULL AND (r.fall_id IS NULL OR r.outcome = 'MOVED_ON')
    AND NOT EXISTS (
      SELECT FROM responses_public o JOIN real_falls x ON x.id = o.fall_id
      WHERE o.patient_id = f.user_id AND o.created_at >= f.created_at - interval '${SEEN_BEFORE}'
        AND o.outcome IS DISTINCT FROM 'MOVED_ON')`;

/** Those above a confidence. */
export const silentEventsBetween = (q: Queryable, from: Date, until: Date, above: number) =>
  q.rows<SilentEvent>(
    `SELECT * FROM (${SILENT} AND f.created_at >= $1 AND f.created_at < $2) s WHERE confidence > $3
     ORDER BY confidence DESC, "fallId" LIMIT ${MOST_EVENTS}`,
    [from, until, above],
  );

/** Whether the event still alerted nobody, and its patient still lives in that ward. */
export const isStillSilent = async (q: Queryable, { fallId, wardId }: SilentEvent): Promise<boolean> =>
  (await q.row(`${SILENT} AND f.id = $1 AND p.ward_id IS NOT DISTINCT FROM $2`, [fallId, wardId])) !==
  undefined;

export interface MorningQuestion {
  readonly id: string;
  readonly fallId: string;
  readonly patientId: string;
  readonly patientName: string;
  readonly patientRoom: string | null;
  readonly ward: Ward | null;
  readonly at: Date;
  readonly stillMinutes: number;
  readonly askedAt: Date;
  readonly answer: MorningAnswer | null;
  readonly answeredBy: Person | null;
  readonly answeredAt: Date | null;
}

const QUESTIONS: ListSource = {
  columns: `m.id, m.fall_id AS "fallId", m.patient_id AS "patientId", rtrim(p.first_name || ' ' || p.last_name) AS "patientName",
    p.room AS "patientRoom", CASE WHEN w.id IS NOT NULL THEN json_build_object('id', w.id, 'name', w.name) END AS ward,
    f.created_at AS at, m.still_minutes AS "stillMinutes", m.created_at AS "askedAt", m.answer,
    CASE WHEN a.id IS NOT NULL
      THEN json_build_object('id', a.id, 'name', rtrim(a.first_name || ' ' || a.last_name)) END AS "answeredBy",
    m.answered_at AS "answeredAt"`,
  from: `morning_questions m JOIN real_falls f ON f.id = m.fall_id JOIN people_public p ON p.id = m.patient_id
    LEFT JOIN wards_public w ON w.id = m.ward_id LEFT JOIN people_public a ON a.id = m.answered_by`,
  counted: 'morning_questions m',
  sortable: { at: 'f.created_at', askedAt: 'm.created_at' },
  time: 'm.created_at',
  id: 'm.id',
};

export const QUESTION_SORTS = Object.keys(QUESTIONS.sortable);

export const listQuestions = (q: Queryable, of: PatientsOf, page: Page) =>
  list<MorningQuestion>(q, QUESTIONS, page, shownAmong(of, 'm.patient_id'));

/** The unanswered questions since a time, newest first. */
export const openQuestions = (q: Queryable, of: PatientsOf, since: Date, most: number) =>
  q.rows<MorningQuestion>(
    `SELECT ${QUESTIONS.columns} FROM ${QUESTIONS.from}
     WHERE ${isShown(of, 'm.patient_id')} AND m.answer IS NULL AND m.created_at > $2
     ORDER BY m.created_at DESC, m.id LIMIT $3`,
    [shownFor(of), since, most],
  );

export const findQuestion = (q: Queryable, id: string) =>
  q.row<MorningQuestion>(`SELECT ${QUESTIONS.columns} FROM ${QUESTIONS.from} WHERE m.id = $1`, [id]);

/** Undefined if the ward was asked this morning, or about this event. */
export const insertQuestion = (
  q: Queryable,
  { fallId, patientId, wardId, stillMinutes }: AskableEvent,
  day: Day,
  at: Date,
) =>
  q.value<string>(
    `INSERT INTO morning_questions (ward_id, day, patient_id, fall_id, still_minutes, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING id`,
    [wardId, day, patientId, fallId, stillMinutes, at],
  );

export const saveAnswer = (q: Queryable, id: string, answer: MorningAnswer, by: string, at: Date) =>
  q.run('UPDATE morning_questions SET answer = $2, answered_by = $3, answered_at = $4 WHERE id = $1', [
    id,
    answer,
    by,
    at,
  ]);

/** Wards that were asked on a day; null for the patients without a ward. */
export const wardsAskedOn = (q: Queryable, day: Day) =>
  q.column<string | null>('SELECT ward_id FROM morning_questions WHERE day = $1', [day]);

export const exportSources: readonly ExportSource[] = [
  {
    file: 'morning-questions.json',
    read: jsonRows(
      `SELECT m.created_at::text AS cursor, m.id, m.fall_id AS "fallId", m.still_minutes AS "stillMinutes",
              m.created_at AS "askedAt", m.answer, m.answered_at AS "answeredAt"
       FROM morning_questions m WHERE m.patient_id = $1 AND ${afterCursor('m')}`,
    ),
  },
];
