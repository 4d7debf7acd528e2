import { belongsToEpisode } from '../domain/episode.ts';
import { ALERTING_LEVELS, FALL_LEVELS, type FallLevel, fallLevel } from '../domain/fall-level.ts';
import type { Page } from '../schemas/paging.ts';
import type { FallSource } from '../schemas/response.ts';
import type { Queryable } from './database.ts';
import { type Condition, given, type Listed, type ListSource, list } from './list.ts';
import { asRecordset } from './recordset.ts';
import { RESPONSE_STATE, withResponses } from './responses.ts';
import { type TimeRange, tallied, talliedByDay } from './tallies.ts';

export interface SensorData {
  readonly accel: readonly [number, number, number];
  readonly gyro: readonly [number, number, number];
  readonly timestamp: Date;
}

export interface FallRow {
  readonly id: string;
  readonly source: FallSource;
  readonly userId: string;
  readonly deviceId: string | null;
  readonly confidence: number;
  readonly status: FallLevel;
  readonly location: string | null;
  readonly witnessed: boolean | null;
  readonly injuries: string | null;
  readonly sensorData: SensorData | null;
  readonly investigation: object | null;
  readonly assessment: object | null;
  readonly outcome: string | null;
  readonly createdAt: Date;
}

const COLUMNS = `id, source, user_id AS "userId", device_id AS "deviceId", confidence, status, location, witnessed, injuries,
  sensor_data AS "sensorData", investigation, assessment, outcome, created_at AS "createdAt"`;

export interface ReportedFall {
  readonly userId: string;
  /** Of a call for help: the wearable on which the button is. */
  readonly deviceId?: string | null;
  readonly confidence: number;
  readonly location: string | null;
  readonly witnessed: boolean | null;
  readonly injuries: string | null;
  /** REPORT, unless it is said. */
  readonly source?: FallSource;
  readonly at: Date;
}

/** A fall that a person reported. One whose device is deleted at that moment is recorded without it. */
export async function insertFall(q: Queryable, fall: ReportedFall): Promise<FallRow> {
  const row = await q.row<FallRow>(
    `WITH device AS (SELECT id FROM devices WHERE id = $9 FOR KEY SHARE)
     INSERT INTO fall_events (user_id, confidence, status, location, witnessed, injuries, created_at, source, device_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, (SELECT id FROM device)) RETURNING ${COLUMNS}`,
    [
      fall.userId,
      fall.confidence,
      fallLevel(fall.confidence),
      fall.location,
      fall.witnessed,
      fall.injuries,
      fall.at,
      fall.source ?? 'REPORT',
      fall.deviceId ?? null,
    ],
  );
  return row as FallRow;
}

export const whoFell = async (q: Queryable, fallId: string) =>
  (await q.row<{ patientName: string; patientRoom: string | null }>(
    `SELECT u.first_name || ' ' || u.last_name AS "patientName", u.room AS "patientRoom"
     FROM fall_events f JOIN users u ON u.id = f.user_id WHERE f.id = $1`,
    [fallId],
  )) as { patientName: string; patientRoom: string | null };

/** Whoever fell has called for help: nothing is surer. */
export const confirmFall = async (q: Queryable, id: string): Promise<FallRow> =>
  (await q.row<FallRow>(
    `UPDATE fall_events SET confidence = 1, status = $2 WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, fallLevel(1)],
  )) as FallRow;

export interface SuspiciousReading {
  readonly userId: string;
  readonly deviceId: string;
  readonly deviceKey: number;
  readonly confidence: number;
  readonly sensorData: SensorData;
  /** The explanation, stored as it is and shown with the event. */
  readonly assessment?: object | undefined;
}

interface Episode {
  readonly id: string;
  readonly confidence: number;
  readonly startedAt: Date;
  readonly lastSuspiciousAt: Date;
}

export interface EpisodeChange {
  readonly fall: FallRow;
  readonly change: 'opened' | 'raised' | 'continued';
}

interface Continued {
  readonly reading: SuspiciousReading;
  readonly open: Episode;
  readonly isSurer: boolean;
}

/**
 * Opens events or joins the devices' open ones, whose confidence and level may only rise (decisions, "From stream to
 * event"); answers in the order given. At most one reading of each device. Must run in a transaction: readings of one
 * device take turns, on whichever instance they arrive, and groups of them are held in one order.
 */
export async function recordEpisodes(
  q: Queryable,
  readings: readonly SuspiciousReading[],
): Promise<readonly EpisodeChange[]> {
  await q.run('SELECT pg_advisory_xact_lock($1, key) FROM unnest($2::int[]) AS key', [
    EPISODE_LOCK,
    readings.map(({ deviceKey }) => deviceKey).sort((a, b) => a - b),
  ]);
  const newest = await newestEpisodes(q, readings);
  const opening: SuspiciousReading[] = [];
  const continuing: Continued[] = [];
  for (const reading of readings) {
    const open = newest.get(reading.deviceId);
    if (open === undefined || !belongsToEpisode(open, reading.sensorData.timestamp)) opening.push(reading);
    else continuing.push({ reading, open, isSurer: reading.confidence > open.confidence });
  }
  const opened = await openEpisodes(q, opening);
  const continued = await continueEpisodes(q, continuing);
  const changes = new Map<string, EpisodeChange>();
  for (const { deviceId } of opening)
    changes.set(deviceId, { fall: opened.get(deviceId) as FallRow, change: 'opened' });
  for (const { reading, open, isSurer } of continuing) {
    // More certain of the same level is no news: nobody is told again, and a ladder goes on where it is.
    const isHigher = isSurer && fallLevel(reading.confidence) !== fallLevel(open.confidence);
    changes.set(reading.deviceId, {
      fall: continued.get(open.id) as FallRow,
      change: isHigher ? 'raised' : 'continued',
    });
  }
  return readings.map(({ deviceId }) => changes.get(deviceId) as EpisodeChange);
}

/** Of each reading's device, the newest episode that had begun by then. */
async function newestEpisodes(q: Queryable, readings: readonly SuspiciousReading[]) {
  const rows = await q.rows<Episode & { deviceId: string }>(
    `SELECT r.device_id AS "deviceId", e.id, e.confidence, e.created_at AS "startedAt",
            e.last_suspicious_at AS "lastSuspiciousAt"
     FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) AS r (device_id, at, user_id) CROSS JOIN LATERAL (
       SELECT * FROM fall_events f
       WHERE f.device_id = r.device_id AND f.user_id = r.user_id AND f.last_suspicious_at IS NOT NULL AND f.created_at <= r.at
       ORDER BY f.last_suspicious_at DESC LIMIT 1
     ) e`,
    [
      readings.map(({ deviceId }) => deviceId),
      readings.map(({ sensorData }) => sensorData.timestamp),
      // A wearable that was moved does not go on with its former wearer's fall.
      readings.map(({ userId }) => userId),
    ],
  );
  return new Map(rows.map((row) => [row.deviceId, row]));
}

/** By device. */
async function openEpisodes(
  q: Queryable,
  readings: readonly SuspiciousReading[],
): Promise<ReadonlyMap<string | null, FallRow>> {
  if (readings.length === 0) return new Map();
  const rows = await q.rows<FallRow>(
    `INSERT INTO fall_events (user_id, device_id, confidence, status, sensor_data, last_suspicious_at, created_at, assessment, source)
     SELECT user_id, device_id, confidence, status, sensor_data, at, at, assessment, 'STREAM'
     FROM jsonb_to_recordset($1::jsonb) AS r (user_id uuid, device_id uuid, confidence float8, status text,
       sensor_data jsonb, at timestamptz, assessment jsonb)
     RETURNING ${COLUMNS}`,
    [
      asRecordset(
        readings.map(({ userId, deviceId, confidence, sensorData, assessment }) => ({
          user_id: userId,
          device_id: deviceId,
          confidence,
          status: fallLevel(confidence),
          sensor_data: sensorData,
          at: sensorData.timestamp,
          assessment: assessment ?? null,
        })),
      ),
    ],
  );
  return new Map(rows.map((row) => [row.deviceId, row]));
}

/** By fall. What is not surer than before changes nothing but the time. */
async function continueEpisodes(
  q: Queryable,
  continued: readonly Continued[],
): Promise<ReadonlyMap<string, FallRow>> {
  if (continued.length === 0) return new Map();
  const rows = await q.rows<FallRow>(
    `UPDATE fall_events SET last_suspicious_at = greatest(last_suspicious_at, r.at),
       confidence = coalesce(surer_confidence, confidence), status = coalesce(surer_status, status),
       sensor_data = coalesce(surer_data, sensor_data), assessment = coalesce(surer_assessment, assessment)
     FROM jsonb_to_recordset($1::jsonb) AS r (fall_id uuid, at timestamptz, surer_confidence float8,
       surer_status text, surer_data jsonb, surer_assessment jsonb)
     WHERE id = r.fall_id AND id = ANY($2) RETURNING ${COLUMNS}`,
    [
      asRecordset(
        continued.map(({ reading: { confidence, sensorData, assessment }, open, isSurer }) => ({
          fall_id: open.id,
          at: sensorData.timestamp,
          ...(isSurer && {
            surer_confidence: confidence,
            surer_status: fallLevel(confidence),
            surer_data: sensorData,
            surer_assessment: assessment ?? null,
          }),
        })),
      ),
      // As in saveResponses: so that the planner knows how many.
      continued.map(({ open }) => open.id),
    ],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const EPISODE_LOCK = 0x76676c66;

export const findFall = (q: Queryable, id: string) =>
  q.row<FallRow>(`SELECT ${COLUMNS} FROM fall_events WHERE id = $1`, [id]);

/** Seconds from the event to its first acknowledgement; undefined for a later one. */
export async function markResponded(q: Queryable, fallId: string, at: Date): Promise<number | undefined> {
  const first = await q.row<{ seconds: number }>(
    `UPDATE fall_events SET responded_at = $2 WHERE id = $1 AND responded_at IS NULL
     RETURNING extract(epoch FROM responded_at - created_at)::float8 AS seconds`,
    [fallId, at],
  );
  return first?.seconds;
}

export interface RecentLevel {
  readonly id: string;
  readonly userId: string;
  readonly level: FallLevel;
  readonly at: Date;
}

/** Falls that count (POTENTIAL and above) of some people since a time. */
export const recentLevels = (q: Queryable, userIds: readonly string[], since: Date) =>
  q.rows<RecentLevel>(
    `SELECT id, user_id AS "userId", status AS level, created_at AS at FROM fall_events
     WHERE user_id = ANY($1) AND created_at >= $2 AND status = ANY($3)`,
    [userIds, since, ALERTING_LEVELS],
  );

const LISTED = `f.id, f.source, f.confidence, f.status, f.location, f.created_at AS "createdAt",
  f.responded_at IS NOT NULL AS responded,
  CASE WHEN f.responded_at IS NOT NULL
    THEN greatest(0, floor(extract(epoch FROM f.responded_at - f.created_at)))::int END AS "responseTime"`;

const SORTABLE = {
  source: 'f.source',
  confidence: 'f.confidence',
  status: 'f.status',
  location: 'f.location',
  responded: '(f.responded_at IS NOT NULL)',
  responseTime: '(f.responded_at - f.created_at)',
  response: RESPONSE_STATE,
};
export const FALL_SORTS = Object.keys(SORTABLE);

const OWN: ListSource = {
  columns: LISTED,
  from: 'fall_events f',
  sortable: SORTABLE,
  time: 'f.created_at',
  id: 'f.id',
};

const WITH_PATIENT: ListSource = {
  ...OWN,
  columns: `${LISTED}, f.user_id AS "userId", u.first_name || ' ' || u.last_name AS "patientName"`,
  from: 'fall_events f JOIN users u ON u.id = f.user_id',
  counted: 'fall_events f',
  sortable: { ...SORTABLE, userId: 'f.user_id', patientName: `u.first_name || ' ' || u.last_name` },
};
export const RECENT_FALL_SORTS = Object.keys(WITH_PATIENT.sortable);

interface ListedFall {
  readonly id: string;
}

interface FallOfSomebody extends ListedFall {
  readonly userId: string;
}

/** A page of falls, each with its response. */
async function answered<Row extends ListedFall>(q: Queryable, listing: Promise<Listed<Row>>) {
  const { rows, pagination } = await listing;
  return { rows: await withResponses(q, rows, ({ id }) => id), pagination };
}

export const listFallsOf = (
  q: Queryable,
  userId: string,
  page: Page,
  filter: { since?: Date | undefined; status?: string | null | undefined },
) =>
  answered(
    q,
    list<ListedFall>(q, OWN, page, [
      ['f.user_id = $?', userId],
      ...given(filter.since, (since) => ['f.created_at >= $?', since]),
      ...given(filter.status, (status) => ['f.status = $?', status]),
    ]),
  );

const TALLIED = { list: 'fall_events', label: 'status', time: 'created_at' } as const;

export const countFalls = (q: Queryable, levels: readonly FallLevel[], range: TimeRange = {}) =>
  tallied(q, TALLIED, levels, range);

export const countFallsByDay = (q: Queryable, levels: readonly FallLevel[], from: Date) =>
  talliedByDay(q, TALLIED, levels, from);

const REAL_LEVELS = FALL_LEVELS.filter((level) => level !== 'NO_FALL');

/** Across all patients, without those at NO_FALL. */
export const listRecentFalls = (q: Queryable, page: Page, since: Date) =>
  answered(
    q,
    list<FallOfSomebody>(
      q,
      WITH_PATIENT,
      page,
      [['f.created_at >= $?', since], [`f.status <> 'NO_FALL'`]],
      () => countFalls(q, REAL_LEVELS, { from: since }),
    ),
  );

/** Some falls, each with its explanation and its response; newest first. */
export const fallsWithPatients = async (q: Queryable, ids: readonly string[]) =>
  withResponses(
    q,
    await q.rows<ListedFall>(
      `SELECT ${WITH_PATIENT.columns}, u.room AS "patientRoom", f.assessment FROM ${WITH_PATIENT.from} WHERE f.id = ANY($1)
       ORDER BY f.created_at DESC, f.id`,
      [ids],
    ),
    ({ id }) => id,
  );

const FOR_ADMINS: ListSource = {
  ...WITH_PATIENT,
  columns: `${WITH_PATIENT.columns}, f.device_id AS "deviceId", f.witnessed, f.injuries, f.investigation`,
  sortable: {
    ...WITH_PATIENT.sortable,
    deviceId: 'f.device_id',
    witnessed: 'f.witnessed',
    injuries: 'f.injuries',
    investigation: `(f.investigation IS NOT NULL)`,
  },
};
export const ADMIN_FALL_SORTS = Object.keys(FOR_ADMINS.sortable);

export interface FallFilter extends TimeRange {
  readonly levels: readonly FallLevel[];
  readonly patientId?: string | null | undefined;
}

export const listAllFalls = (q: Queryable, page: Page, { levels, patientId, from, to }: FallFilter) =>
  answered(
    q,
    list<FallOfSomebody>(
      q,
      FOR_ADMINS,
      page,
      [
        ...(levels.length === FALL_LEVELS.length ? [] : [levelsAre(levels)]),
        ...given(patientId, (id) => ['f.user_id = $?', id]),
        ...given(from, (time) => ['f.created_at >= $?', time]),
        ...given(to, (time) => ['f.created_at < $?', time]),
      ],
      // One person's falls are few enough to be counted.
      patientId ? undefined : () => countFalls(q, levels, { from, to }),
    ),
  );

const levelsAre = ([level, ...others]: readonly FallLevel[]): Condition => {
  if (level === undefined) return ['false'];
  return others.length === 0 ? ['f.status = $?', level] : ['f.status = ANY($?)', [level, ...others]];
};

export interface Investigation {
  readonly flagged: true;
  readonly flaggedBy: string;
  readonly flaggedAt: Date;
  readonly note: string | null;
}

export const flagForInvestigation = (q: Queryable, id: string, investigation: Investigation) =>
  q.row<FallRow>(`UPDATE fall_events SET investigation = $2 WHERE id = $1 RETURNING ${COLUMNS}`, [
    id,
    JSON.stringify({ ...investigation, note: investigation.note && wellFormed(investigation.note) }),
  ]);

/** Half a character becomes U+FFFD, as it does in a text column; jsonb would refuse it. */
const wellFormed = (text: string): string => Buffer.from(text).toString();
