import { isSensorSign, SENSOR_SIGNS } from '../../notify/texts/content.ts';
import { type PatientsOf, shownAmong } from '../../people/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import {
  type Condition,
  countRows,
  given,
  type Listed,
  type ListSource,
  list,
} from '../../platform/database/list.ts';
import { countRowsByDay, countRowsIn, type TimeRange } from '../../platform/database/row-counts.ts';
import { ALERTING_LEVELS, FALL_LEVELS, type FallLevel } from '../../platform/fall-levels.ts';
import type { Page } from '../../platform/schema/paging.ts';
import { COUNTED, deleteFalls, type FallRow, withWords } from '../../response/fall/index.ts';
import { withResponses } from '../../response/index.ts';
import { RESPONSE_STATE, RESPONSE_VERIFICATION } from '../../response/vocabulary.ts';

/** False for a test, for a missed check-in, and for what a sensor noticed that is neither a fall nor a call. */
export const countsAsFall = ({ isTest, source, sensor }: FallRow): boolean =>
  !isTest && source !== 'CHECK_IN' && (sensor === null || !isSensorSign(sensor.event));

export interface RecentLevel {
  readonly id: string;
  readonly userId: string;
  readonly level: FallLevel;
  readonly at: Date;
}

/** Levels of some people's falls that count (POTENTIAL and above; see `countsAsFall`) since a time. */
export const recentLevels = (q: Queryable, userIds: readonly string[], since: Date) =>
  q.rows<RecentLevel>(
    `SELECT id, user_id AS "userId", status AS level, created_at AS at FROM real_falls
     WHERE user_id = ANY($1) AND created_at >= $2 AND status = ANY($3) AND source <> 'CHECK_IN'
       AND (sensor IS NULL OR sensor->>'event' <> ALL ($4))`,
    [userIds, since, ALERTING_LEVELS, SENSOR_SIGNS],
  );

const LISTED = `f.id, f.source, f.confidence, f.status, f.location, f.sensor, f.is_test AS "isTest", f.created_at AS "createdAt",
  f.responded_at IS NOT NULL AS responded,
  CASE WHEN f.responded_at IS NOT NULL
    THEN greatest(0, floor(extract(epoch FROM f.responded_at - f.created_at)))::int END AS "responseTime"`;

const SORTABLE = {
  source: 'f.source',
  confidence: 'f.confidence',
  status: 'f.status',
  location: 'f.location',
  isTest: 'f.is_test',
  responded: '(f.responded_at IS NOT NULL)',
  responseTime: `greatest(interval '0', f.responded_at - f.created_at)`,
  response: RESPONSE_STATE,
  verification: RESPONSE_VERIFICATION,
};

export const FALL_SORTS = Object.keys(SORTABLE);

const OWN: ListSource = {
  columns: LISTED,
  from: 'real_falls f',
  sortable: SORTABLE,
  time: 'f.created_at',
  id: 'f.id',
};

export const WITH_PATIENT: ListSource = {
  ...OWN,
  columns: `${LISTED}, f.user_id AS "userId", u.first_name || ' ' || u.last_name AS "patientName"`,
  from: 'real_falls f JOIN people_public u ON u.id = f.user_id',
  counted: 'real_falls f',
  sortable: { ...SORTABLE, userId: 'f.user_id', patientName: `u.first_name || ' ' || u.last_name` },
};

/** Excludes fields that only some callers may see: the order would reveal them. */
export const RECENT_FALL_SORTS = Object.keys(WITH_PATIENT.sortable).filter(
  (field) => field !== 'location' && field !== 'response' && field !== 'verification',
);

interface ListedFall {
  readonly id: string;
}

export interface ListedFallOfPatient extends ListedFall {
  readonly userId: string;
}

/** A page of falls, each with its response. */
export async function pageWithResponses<Row extends ListedFall>(q: Queryable, listing: Promise<Listed<Row>>) {
  const { rows, pagination } = await listing;
  return { rows: await withResponses(q, rows, ({ id }) => id), pagination };
}

export const listFallsOf = (
  q: Queryable,
  userId: string,
  page: Page,
  filter: { since?: Date | undefined; status?: string | null | undefined },
) =>
  pageWithResponses(
    q,
    list<ListedFall>(q, OWN, page, [
      ['f.user_id = $?', userId],
      ...given(filter.since, (since) => ['f.created_at >= $?', since]),
      ...given(filter.status, (status) => ['f.status = $?', status]),
    ]),
  );

export const countFalls = (q: Queryable, levels: readonly FallLevel[], range: TimeRange = {}) =>
  countRowsIn(q, COUNTED, levels, range);

/** The number of falls in each of the days that start at `starts`; the last one ends at `end`. */
export const countFallsByDay = (
  q: Queryable,
  levels: readonly FallLevel[],
  starts: readonly Date[],
  end: Date,
): Promise<number[]> => countRowsByDay(q, COUNTED, levels, starts, end);

const REAL_LEVELS = FALL_LEVELS.filter((level) => level !== 'NO_FALL');

/** Falls of some or all patients, without those at NO_FALL. */
export const listRecentFalls = (q: Queryable, page: Page, since: Date, of: PatientsOf) =>
  pageWithResponses(
    q,
    list<ListedFallOfPatient>(
      q,
      WITH_PATIENT,
      page,
      [['f.created_at >= $?', since], [`f.status <> 'NO_FALL'`], ...shownAmong(of, 'f.user_id')],
      of === 'everybody' ? () => countFalls(q, REAL_LEVELS, { from: since }) : undefined,
    ),
  );

/** Some falls for a board, tests too, each with its explanation and its response; newest first. */
export const fallsWithPatients = async (q: Queryable, ids: readonly string[]) =>
  withResponses(
    q,
    (
      await q.rows<ListedFall & Pick<FallRow, 'assessment'>>(
        `SELECT ${WITH_PATIENT.columns}, u.room AS "patientRoom", f.assessment
         FROM falls_public f JOIN people_public u ON u.id = f.user_id WHERE f.id = ANY($1)
       ORDER BY f.created_at DESC, f.id`,
        [ids],
      )
    ).map((fall) => ({ ...fall, assessment: withWords(fall.assessment) })),
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

interface FallFilter extends TimeRange {
  readonly levels: readonly FallLevel[];
  readonly patientId?: string | null | undefined;
}

export const listAllFalls = (q: Queryable, page: Page, { levels, patientId, from, to }: FallFilter) =>
  pageWithResponses(
    q,
    list<ListedFallOfPatient>(
      q,
      FOR_ADMINS,
      page,
      [
        ...(levels.length === FALL_LEVELS.length ? [] : [levelsAre(levels)]),
        ...given(patientId, (id) => ['f.user_id = $?', id]),
        ...given(from, (time) => ['f.created_at >= $?', time]),
        ...given(to, (time) => ['f.created_at < $?', time]),
      ],
      // One person has few enough falls to count them directly.
      patientId ? undefined : () => countFalls(q, levels, { from, to }),
    ),
  );

const levelsAre = ([level, ...others]: readonly FallLevel[]): Condition => {
  if (level === undefined) return ['false'];
  return others.length === 0 ? ['f.status = $?', level] : ['f.status = ANY($?)', [level, ...others]];
};

/**
 * Before a device is deleted, which takes it from its falls: a transaction that holds one of them and writes it twice
 * looks at the device again, and would wait for the deletion.
 */
export const lockFallsOfDevice = (q: Queryable, deviceId: string) =>
  q.run('SELECT FROM falls_public WHERE device_id = $1 ORDER BY id FOR NO KEY UPDATE', [deviceId]);

/** Recorded before $1 and resolved: an unresolved fall is kept, however old. */
const PURGEABLE = `f.created_at < $1
  AND NOT EXISTS (SELECT FROM responses_public r WHERE r.fall_id = f.id AND r.state <> 'RESOLVED')`;

/**
 * Deletes at most `most` falls with all dependent rows; returns the number deleted. Locks the fall before its dependent
 * rows, as all other code does (response/commands/responses.ts). Must run in a transaction.
 */
export async function purgeFalls(q: Queryable, before: Date, most: number): Promise<number> {
  const held = await q.rows<ListedFall>(
    `SELECT f.id FROM falls_public f WHERE ${PURGEABLE} ORDER BY f.created_at LIMIT $2 FOR UPDATE OF f SKIP LOCKED`,
    [before, most],
  );
  if (held.length === 0) return 0;
  return deleteFalls(
    q,
    held.map(({ id }) => id),
  );
}

export const countPurgeableFalls = (q: Queryable, before: Date) =>
  countRows(q, `falls_public f WHERE ${PURGEABLE}`, [before]);
