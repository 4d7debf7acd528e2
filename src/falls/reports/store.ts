import { isNoPathTest } from '../../accounts/vocabulary.ts';
import type { Person } from '../../people/person.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { injuryOf } from '../incident-reports/store.ts';
import { type ColumnGrouping, FIRST_SHIFT, SHIFT_HOURS, type TimeGroups } from './groupings.ts';
import type { Span } from './resident-days.ts';

/** The falls to count. */
export interface Counted {
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
  /** Now; undefined for every ward. */
  readonly wardId: string | undefined;
  readonly patientId: string | undefined;
}

/** p50 and p90; null without any value. */
type Percentiles = readonly [number, number] | null;

export interface CountedGroup {
  readonly isTotal: boolean;
  /** Null for the total, and for falls without such a column. */
  readonly group: string | number | null;
  readonly falls: number;
  readonly emergencies: number;
  readonly falseAlarms: number;
  readonly cancelled: number;
  readonly movedOn: number;
  readonly unanswered: number;
  readonly withinGoal: number;
  readonly notify: Percentiles;
  readonly notifyMax: number | null;
  readonly claim: Percentiles;
  readonly claimMax: number | null;
  readonly resolve: Percentiles;
  readonly resolveMax: number | null;
}

/** A judgement with an acknowledgement counts until the response has an outcome. */
const OUTCOME = `coalesce(t.outcome, CASE WHEN t.false_alarm THEN 'FALSE_ALARM' END)`;

/** As byte order, which is fast; no order of the groups depends on it. */
const COLUMNS: Readonly<Record<ColumnGrouping, string>> = {
  ward: 'u.ward_id',
  patient: 't.patient_id',
  room: 'u.room COLLATE "C"',
  source: 't.source COLLATE "C"',
  outcome: `${OUTCOME} COLLATE "C"`,
};

/** 1970 began with a Thursday; weeks begin with Monday. */
const CLOCK = {
  hour: (local: string) => `(${local} / 3600 % 24)::integer`,
  weekday: (local: string) => `((${local} / 86400 + 3) % 7)::integer`,
  'weekday-hour': (local: string) => `((${local} / 3600 + 72) % 168)::integer`,
  shift: (local: string) => `((${local} / 3600 + ${24 - FIRST_SHIFT}) % 24 / ${SHIFT_HOURS})::integer`,
};

type Parameter = (value: unknown) => string;

/** The number or value of the group of a fall. */
function groupSql(groups: TimeGroups | ColumnGrouping, parameter: Parameter): string {
  if (typeof groups === 'string') return COLUMNS[groups];
  const times = (instants: readonly Date[]): string =>
    `width_bucket(t.fell_at, ${parameter(instants)}::timestamptz[])`;
  if (groups.by === 'start') return times(groups.starts);
  const offset = `(${parameter(groups.offsets)}::integer[])[${times(groups.changes)}]`;
  return CLOCK[groups.unit](`(floor(date_part('epoch', t.fell_at))::bigint + ${offset})`);
}

/** PostgreSQL's 4 MB would sort a year of falls on disk. */
const SORTED_IN_MEMORY = `SET LOCAL work_mem = '32MB'`;

const percentiles = (column: string): string =>
  `percentile_disc(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY ${column})`;

/**
 * Counts the falls of each group that has some, and of all groups. Reads one range of an index, so that the falls
 * outside the period cost nothing.
 */
export function countGroups(
  db: Database,
  { start, end, wardId, patientId }: Counted,
  groups: TimeGroups | ColumnGrouping,
  goalSeconds: number,
): Promise<CountedGroup[]> {
  const values: unknown[] = [];
  const parameter: Parameter = (value) => `$${values.push(value)}`;
  const needsUser = wardId !== undefined || groups === 'ward' || groups === 'room';
  const counting = `SELECT grouping("group") = 1 AS "isTotal", "group",
            count(*) FILTER (WHERE NOT moved_on)::integer AS falls,
            count(*) FILTER (WHERE moved_on)::integer AS "movedOn",
            count(*) FILTER (WHERE emergency)::integer AS emergencies,
            count(*) FILTER (WHERE false_alarm)::integer AS "falseAlarms",
            count(*) FILTER (WHERE cancelled)::integer AS cancelled,
            count(*) FILTER (WHERE unanswered)::integer AS unanswered,
            count(*) FILTER (WHERE claim_seconds <= ${parameter(goalSeconds)})::integer AS "withinGoal",
            ${percentiles('notify_seconds')} AS notify, max(notify_seconds) AS "notifyMax",
            ${percentiles('claim_seconds')} AS claim, max(claim_seconds) AS "claimMax",
            ${percentiles('resolve_seconds')} AS resolve, max(resolve_seconds) AS "resolveMax"
     FROM (
       SELECT ${groupSql(groups, parameter)} AS "group", t.level = 'CONFIRMED' AS emergency,
              coalesce(t.outcome = 'FALSE_ALARM', t.false_alarm) AS false_alarm,
              t.outcome = 'CANCELLED_BY_PATIENT' AS cancelled,
              NOT t.acknowledged AND t.claimed_at IS NULL AND t.resolved_at IS NULL AS unanswered,
              t.moved_on, CASE WHEN NOT t.moved_on THEN t.notify_seconds END AS notify_seconds,
              CASE WHEN NOT t.moved_on THEN t.claim_seconds END AS claim_seconds,
              CASE WHEN NOT t.moved_on THEN t.resolve_seconds END AS resolve_seconds
       FROM (SELECT *, outcome IS NOT DISTINCT FROM 'MOVED_ON' AS moved_on FROM fall_times_public) t ${needsUser ? 'JOIN people_public u ON u.id = t.patient_id' : ''}
       WHERE t.fell_at >= ${parameter(start)} AND t.fell_at < ${parameter(end)}
         ${patientId === undefined ? '' : `AND t.patient_id = ${parameter(patientId)}`}
         ${wardId === undefined ? '' : `AND u.ward_id = ${parameter(wardId)}`}
     ) counted
     GROUP BY GROUPING SETS (("group"), ())`;
  return db.transaction(async (q) => {
    await q.run(SORTED_IN_MEMORY);
    return q.rows<CountedGroup>(counting, values);
  });
}

export interface InspectedShift {
  readonly shift: number;
  readonly falls: number;
  readonly notHurt: number;
  readonly minor: number;
  readonly serious: number;
}

/** docs/home.md, "For an inspector": what a home has to call a fall. A call for help is one if its report speaks of injuries. */
export function inspectedShifts(
  q: Queryable,
  { start, end, wardId, patientId }: Counted,
  shifts: TimeGroups,
): Promise<InspectedShift[]> {
  const values: unknown[] = [start, end, wardId ?? null, patientId ?? null];
  const shift = groupSql(shifts, (value) => `$${values.push(value)}`);
  return q.rows<InspectedShift>(
    `SELECT shift, count(*)::integer AS falls, count(*) FILTER (WHERE injury = 'NONE')::integer AS "notHurt",
            count(*) FILTER (WHERE injury = 'MINOR')::integer AS minor,
            count(*) FILTER (WHERE injury = 'SERIOUS')::integer AS serious
     FROM (
       SELECT ${shift} AS shift, ${injuryOf('t.fall_id')} AS injury,
              t.source IN ('STREAM', 'REPORT') OR (t.source = 'SENSOR' AND f.sensor ->> 'event' = 'FALL') AS is_fall
       FROM fall_times_public t JOIN real_falls f ON f.id = t.fall_id JOIN people_public u ON u.id = t.patient_id
       WHERE t.fell_at >= $1 AND t.fell_at < $2 AND ($3::uuid IS NULL OR u.ward_id = $3)
         AND ($4::uuid IS NULL OR t.patient_id = $4) AND u.role = 'PATIENT'
         AND coalesce(t.outcome NOT IN ('FALSE_ALARM', 'MOVED_ON', 'CANCELLED_BY_PATIENT'), NOT t.false_alarm)
     ) counted
     WHERE is_fall OR injury IS NOT NULL
     GROUP BY shift`,
    values,
  );
}

export interface ShiftAlerts {
  /** Now; null for residents without a ward. */
  readonly wardId: string | null;
  readonly shift: number;
  readonly alerts: number;
  readonly falseAlarms: number;
}

/** What rang on each ward, without falls whose wearers had moved on. */
export function alertsByShift(
  q: Queryable,
  { start, end }: Pick<Counted, 'start' | 'end'>,
  shifts: TimeGroups,
): Promise<ShiftAlerts[]> {
  const values: unknown[] = [start, end];
  return q.rows<ShiftAlerts>(
    `SELECT u.ward_id AS "wardId", ${groupSql(shifts, (value) => `$${values.push(value)}`)} AS shift, count(*)::integer AS alerts,
            count(*) FILTER (WHERE coalesce(t.outcome = 'FALSE_ALARM', t.false_alarm))::integer AS "falseAlarms"
     FROM fall_times_public t JOIN people_public u ON u.id = t.patient_id
     WHERE t.fell_at >= $1 AND t.fell_at < $2 AND t.outcome IS DISTINCT FROM 'MOVED_ON'
     GROUP BY 1, 2`,
    values,
  );
}

/** The stays and absences that touch a period, of residents as wards are now. */
export async function staysAndAbsences(q: Queryable, { start, end, wardId, patientId }: Counted) {
  const spans = (view: string) =>
    q.rows<Span>(
      `SELECT s.patient_id AS "patientId", s.began_at AS "from", s.ended_at AS until
       FROM ${view} s JOIN people_public u ON u.id = s.patient_id
       WHERE s.began_at < $2 AND (s.ended_at IS NULL OR s.ended_at > $1) AND ${isNoPathTest('u.id')}
         AND ($3::uuid IS NULL OR u.ward_id = $3) AND ($4::uuid IS NULL OR u.id = $4)`,
      [start, end, wardId ?? null, patientId ?? null],
    );
  return { stays: await spans('residencies_public'), absences: await spans('absences_public') };
}

/** Seconds from the impact to a stage, of falls that reached it. */
interface StageTimes {
  readonly p50: number;
  readonly p90: number;
  readonly max: number;
}

export const STAGES = ['raised', 'notified', 'received', 'claimed', 'resolved'] as const;

type Stage = (typeof STAGES)[number];

const secondsTo = (time: string): string =>
  `CASE WHEN ${time} IS NOT NULL
     THEN least(2147483647, greatest(0, floor(date_part('epoch', ${time} - t.fell_at))))::integer END`;

const STAGE_SECONDS: Readonly<Record<Stage, string>> = {
  raised: secondsTo('r.created_at'),
  notified: 't.notify_seconds',
  received: secondsTo('t.first_received_at'),
  claimed: 't.claim_seconds',
  resolved: 't.resolve_seconds',
};

/** Of the falls that a report counts, without those whose wearers had moved on; null for a stage that none reached. */
export async function stageTimes(db: Database, { start, end, wardId, patientId }: Counted) {
  const times = STAGES.map(
    (stage) =>
      `CASE WHEN count(${stage}) > 0 THEN jsonb_build_object(
         'p50', percentile_disc(0.5) WITHIN GROUP (ORDER BY ${stage}),
         'p90', percentile_disc(0.9) WITHIN GROUP (ORDER BY ${stage}), 'max', max(${stage})) END AS ${stage}`,
  );
  const row = await db.row<Record<Stage, StageTimes | null> & { falls: number }>(
    `SELECT count(*)::integer AS falls, ${times.join(', ')}
     FROM (
       SELECT ${STAGES.map((stage) => `${STAGE_SECONDS[stage]} AS ${stage}`).join(', ')}
       FROM fall_times_public t LEFT JOIN responses_public r ON r.fall_id = t.fall_id
         JOIN people_public u ON u.id = t.patient_id
       WHERE t.fell_at >= $1 AND t.fell_at < $2 AND t.outcome IS DISTINCT FROM 'MOVED_ON'
         AND ($3::uuid IS NULL OR u.ward_id = $3) AND ($4::uuid IS NULL OR t.patient_id = $4)
     ) reached`,
    [start, end, wardId ?? null, patientId ?? null],
  );
  if (row === undefined) throw new Error('an aggregate without groups has one row');
  return row;
}

export const wardNames = (q: Queryable, ids: readonly string[]) =>
  q.rows<Person>('SELECT id, name FROM wards_public WHERE id = ANY($1)', [ids]);

export const patientNames = (q: Queryable, ids: readonly string[]) =>
  q.rows<Person>(`SELECT id, first_name || ' ' || last_name AS name FROM people_public WHERE id = ANY($1)`, [
    ids,
  ]);

/** The patients who live in some rooms. */
export const patientsInRooms = (q: Queryable, rooms: readonly string[], wardId: string | null) =>
  q.rows<{ id: string }>(
    `SELECT id FROM people_public WHERE role = 'PATIENT' AND room = ANY($1) AND ($2::uuid IS NULL OR ward_id = $2)`,
    [rooms, wardId],
  );

/** A fall that a wearable detected. */
export interface DetectedFall {
  /** Before the sensitivity that was chosen then. */
  readonly confidence: number;
  /** Null in falls of older versions. */
  readonly decidedBy: string | null;
  readonly isMovedOn: boolean;
  /** What caregivers said about it; null if nothing. */
  readonly judged: 'real' | 'false' | null;
}

/** As many as a home of some hundred has in a month. */
const MOST_DETECTED = 10_000;

/** The newest first. An outcome that a caregiver has set counts before one that was given with an acknowledgement. */
export const detectedFalls = (
  q: Queryable,
  {
    wardId,
    patientId,
    since,
  }: { readonly wardId: string | null; readonly patientId: string | null; readonly since: Date },
) =>
  q.rows<DetectedFall>(
    `SELECT coalesce((f.assessment #>> '{chosen,detectorConfidence}')::float8, f.confidence) AS confidence,
            f.assessment ->> 'decidedBy' AS "decidedBy", coalesce(r.verification = 'moved_on', false) AS "isMovedOn",
            j.judged
     FROM real_falls f JOIN people_public u ON u.id = f.user_id LEFT JOIN responses_public r ON r.fall_id = f.id
       JOIN judgements_public j ON j.fall_id = f.id
     WHERE f.source = 'STREAM' AND f.created_at >= $1 AND ($2::uuid IS NULL OR u.ward_id = $2)
       AND ($3::uuid IS NULL OR f.user_id = $3)
     ORDER BY f.created_at DESC LIMIT $4`,
    [since, wardId, patientId, MOST_DETECTED],
  );
