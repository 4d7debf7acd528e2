import { isNoPathTest, PATH_RESIDENT } from '../accounts/vocabulary.ts';
import { SHAKE_TEST_MS } from '../devices/vocabulary.ts';
import type { Person } from '../people/person.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { profileFields } from '../platform/database/export-sources.ts';
import { type Condition, given, type ListSource, list } from '../platform/database/list.ts';
import type { Page } from '../platform/schema/paging.ts';
import type { TestBookConfig } from './settings.ts';
import type { TestKind, TestResult } from './vocabulary.ts';

export type RecordedTest =
  /** `passed` is null at the start; the same test is recorded again with its result. */
  | { kind: 'FALL_TEST'; deviceId: string; at: Date; passed: boolean | null; byId: string | null }
  | { kind: 'CHANNEL'; personId: string; channel: { id: string; kind: string }; at: Date; passed: boolean }
  | { kind: 'STATION'; stationId: string; at: Date; passed: boolean; byId: string };

/** A person or a wearable that was deleted meanwhile has no tests. */
export const recordTest = (q: Queryable, test: Readonly<RecordedTest>) =>
  q.run(
    `INSERT INTO test_book (kind, device_id, person_id, station_id, channel_id, channel_kind, at, passed, by_id)
     SELECT $1, d.id, p.id, s.id, $5, $6, $7, $8, b.id
     FROM (SELECT) AS one
       LEFT JOIN devices_public d ON d.id = $2 LEFT JOIN people_public p ON p.id = $3
       LEFT JOIN stations_public s ON s.id = $4 LEFT JOIN people_public b ON b.id = $9
     WHERE num_nonnulls(d.id, p.id, s.id) = 1
     ON CONFLICT (device_id, at) WHERE kind = 'FALL_TEST' DO UPDATE SET passed = excluded.passed`,
    [
      test.kind,
      test.kind === 'FALL_TEST' ? test.deviceId : null,
      test.kind === 'CHANNEL' ? test.personId : null,
      test.kind === 'STATION' ? test.stationId : null,
      test.kind === 'CHANNEL' ? test.channel.id : null,
      test.kind === 'CHANNEL' ? test.channel.kind : null,
      test.at,
      test.passed,
      test.kind === 'CHANNEL' ? test.personId : test.byId,
    ],
  );

const SHAKE_TEST = `interval '${SHAKE_TEST_MS} ms'`;

/** A press during a shake test tests the button, once. */
export const recordHelpPress = (q: Queryable, deviceId: string, at: Date) =>
  q.run(
    `INSERT INTO test_book (kind, device_id, at, passed, by_id)
     SELECT 'HELP_BUTTON', $1, $2, true, t.by_id FROM test_book t
     WHERE t.subject_id = $1 AND t.kind = 'FALL_TEST' AND t.at BETWEEN $2::timestamptz - ${SHAKE_TEST} AND $2
       AND NOT EXISTS (SELECT FROM test_book h WHERE h.subject_id = $1 AND h.kind = 'HELP_BUTTON' AND h.at >= t.at)
     LIMIT 1`,
    [deviceId, at],
  );

/** Of equal results in a row, the first and the last stay: the path is tested every few minutes. */
export const recordPathTest = (q: Queryable, at: Date, passed: boolean) =>
  q.run(
    `WITH last AS (
       SELECT id, passed FROM test_book WHERE subject_id = '${PATH_RESIDENT}' AND kind = 'PATH' ORDER BY id DESC LIMIT 2
     ), moved AS (
       UPDATE test_book SET at = $1 WHERE id = (SELECT max(id) FROM last HAVING count(*) = 2 AND bool_and(passed = $2))
       RETURNING id
     )
     INSERT INTO test_book (kind, at, passed) SELECT 'PATH', $1, $2 WHERE NOT EXISTS (SELECT FROM moved)`,
    [at, passed],
  );

/** The wards of a person: where they live or work. */
const wardsOfPerson = (person: string): string =>
  `array_append(ARRAY(SELECT m.ward_id FROM current_ward_members m WHERE m.caregiver_id = ${person}.id), ${person}.ward_id)`;

const nameOf = (person: string): string => `rtrim(${person}.first_name || ' ' || ${person}.last_name)`;

const personJson = (person: string): string =>
  `CASE WHEN ${person}.id IS NOT NULL THEN json_build_object('id', ${person}.id, 'name', ${nameOf(person)}) END`;

const channelJson = (id: string, kind: string): string =>
  `CASE WHEN ${id} IS NOT NULL THEN json_build_object('id', ${id}, 'kind', ${kind}) END`;

const resultOf = (passed: string): string => `CASE WHEN ${passed} THEN 'PASSED' ELSE 'FAILED' END`;

/** A time of the service's clock as SQL; a list binds the values of its conditions only. */
const sqlTime = (at: Date): string => `timestamptz '${at.toISOString()}'`;

/** A shake test that is running has no result yet. */
const hasEnded = (at: Date): string => `(t.passed IS NOT NULL OR t.at <= ${sqlTime(at)} - ${SHAKE_TEST})`;

/** What is to be tested, since when, and every how many days; wards without one are for admins. */
const subjects = ({ testWearableDays, testChannelDays, testStationDays }: TestBookConfig): string =>
  `SELECT k.kind, d.id, d.name, d.user_id AS wearer_id, NULL::uuid AS channel_id, NULL AS channel_kind,
          d.created_at AS since, ${testWearableDays} AS days, ARRAY[p.ward_id] AS wards
   FROM devices_public d JOIN people_public p ON p.id = d.user_id AND p.status = 'active' AND ${isNoPathTest('p.id')}
     CROSS JOIN (VALUES ('FALL_TEST'), ('HELP_BUTTON')) AS k (kind)
   WHERE NOT d.disabled
   UNION ALL
   SELECT 'CHANNEL', p.id, ${nameOf('p')}, NULL, c.id, c.kind, c.verified_at, ${testChannelDays}, ${wardsOfPerson('p')}
   FROM channels_public c JOIN people_public p ON p.id = c.user_id AND p.status = 'active' AND p.role <> 'SERVICE'
   WHERE c.verified_at IS NOT NULL
   UNION ALL
   SELECT 'STATION', s.id, s.name, NULL, NULL, NULL, s.enrolled_at, ${testStationDays}, ARRAY[s.ward_id]
   FROM stations_public s WHERE s.enrolled_at IS NOT NULL
   UNION ALL
   SELECT 'PATH', '${PATH_RESIDENT}', 'Path test', NULL, NULL, NULL, 'epoch', 0, '{}'`;

/** docs/home.md, "Test book": a test that failed is repeated at once, and one that was never made is due from the start. */
const DUE_AT = `CASE WHEN s.days = 0 THEN NULL WHEN last.passed THEN last.at + s.days * interval '1 day'
  ELSE coalesce(last.at, s.since) END`;

const LAST_RESULT = `CASE WHEN last.at IS NOT NULL THEN ${resultOf('last.passed')} END`;

const SORTABLE = {
  kind: 's.kind',
  subject: 's.name',
  lastAt: 'last.at',
  lastResult: LAST_RESULT,
  dueAt: DUE_AT,
} as const;

export const TEST_SORTS = Object.keys(SORTABLE);

const isOverdue = (at: Date): string => `coalesce(${DUE_AT} <= ${sqlTime(at)}, false)`;

const testsAt = (at: Date, config: TestBookConfig): ListSource => ({
  columns: `s.kind, json_build_object('id', s.id, 'name', s.name) AS subject, ${personJson('w')} AS wearer,
    ${channelJson('s.channel_id', 's.channel_kind')} AS channel, last.at AS "lastAt",
    ${LAST_RESULT} AS "lastResult", ${personJson('b')} AS by, ${DUE_AT} AS "dueAt", ${isOverdue(at)} AS overdue`,
  from: `(${subjects(config)}) s
    LEFT JOIN LATERAL (
      SELECT t.at, coalesce(t.passed, false) AS passed, t.by_id FROM test_book t
      WHERE t.subject_id = s.id AND t.kind = s.kind AND t.channel_id IS NOT DISTINCT FROM s.channel_id AND ${hasEnded(at)}
      ORDER BY t.id DESC LIMIT 1
    ) last ON true
    LEFT JOIN people_public w ON w.id = s.wearer_id LEFT JOIN people_public b ON b.id = last.by_id`,
  sortable: SORTABLE,
  time: 's.since',
  id: 'concat(s.id, s.kind, s.channel_id)',
});

export interface TestRow {
  readonly kind: TestKind;
  readonly subject: Person;
  readonly wearer: Person | null;
  readonly channel: { readonly id: string; readonly kind: string } | null;
  readonly lastAt: Date | null;
  readonly lastResult: TestResult | null;
  readonly by: Person | null;
  readonly dueAt: Date | null;
  readonly overdue: boolean;
}

/** The wards of which the reader sees tests. */
export type ShownWards = readonly string[] | 'all';

interface TestFilter {
  readonly wards: ShownWards;
  readonly kind?: TestKind | null | undefined;
  readonly overdue?: boolean | null | undefined;
}

const inWards = (wards: ShownWards): readonly Condition[] =>
  wards === 'all' ? [] : [['s.wards && $?::uuid[]', wards]];

export const listTests = (
  q: Queryable,
  config: TestBookConfig,
  page: Page,
  { wards, kind, overdue }: TestFilter,
  at: Date,
) =>
  list<TestRow>(q, testsAt(at, config), page, [
    ...inWards(wards),
    ...given(kind, (one) => ['s.kind = $?', one]),
    ...given(overdue, (wanted) => [`${isOverdue(at)} = $?`, wanted]),
  ]);

export const countOverdueTests = async (
  q: Queryable,
  config: TestBookConfig,
  wardId: string,
  at: Date,
): Promise<number> =>
  (await q.value<number>(
    `SELECT count(*)::int AS overdue FROM ${testsAt(at, config).from} WHERE s.wards && ARRAY[$1::uuid] AND ${isOverdue(at)}`,
    [wardId],
  )) ?? 0;

/** Null: of what belongs to no ward. */
export const countOverdueByWard = (q: Queryable, config: TestBookConfig, at: Date) =>
  q.rows<{ wardId: string | null; overdue: number }>(
    `SELECT ward.id AS "wardId", count(*)::int AS overdue
     FROM ${testsAt(at, config).from}
       LEFT JOIN LATERAL (SELECT DISTINCT id FROM unnest(s.wards) AS id WHERE id IS NOT NULL) ward ON true
     WHERE ${isOverdue(at)} GROUP BY 1`,
  );

/** The notification methods of the home, and those whose test is overdue. */
export const channelTests = async (q: Queryable, config: TestBookConfig, at: Date) =>
  (await q.row<{ channels: number; overdueChannels: number }>(
    `SELECT count(*)::int AS channels, count(*) FILTER (WHERE ${isOverdue(at)})::int AS "overdueChannels"
     FROM ${testsAt(at, config).from} WHERE s.kind = 'CHANNEL'`,
  )) ?? { channels: 0, overdueChannels: 0 };

/** Undefined for what is no subject of tests, or was deleted. */
export const wardsOfSubject = (q: Queryable, id: string) =>
  q.value<readonly (string | null)[]>(
    `SELECT wards FROM (
       SELECT d.id, ARRAY[p.ward_id] AS wards FROM devices_public d JOIN people_public p ON p.id = d.user_id
       WHERE ${isNoPathTest('p.id')}
       UNION ALL SELECT p.id, ${wardsOfPerson('p')} FROM people_public p WHERE p.role <> 'SERVICE'
       UNION ALL SELECT s.id, ARRAY[s.ward_id] FROM stations_public s
       UNION ALL SELECT '${PATH_RESIDENT}', '{}'
     ) AS subjects WHERE id = $1`,
    [id],
  );

const HISTORY: ListSource = {
  columns: `t.kind, ${channelJson('t.channel_id', 't.channel_kind')} AS channel, t.at, ${resultOf('t.passed')} AS result,
    ${personJson('b')} AS by`,
  from: 'test_book t LEFT JOIN people_public b ON b.id = t.by_id',
  counted: 'test_book t',
  sortable: { kind: 't.kind', at: 't.at', result: resultOf('t.passed') },
  time: 't.id',
  id: 't.id',
  numbered: true,
};

export const HISTORY_SORTS = Object.keys(HISTORY.sortable);

export type HistoryRow = Pick<TestRow, 'kind' | 'channel' | 'by'> & {
  readonly at: Date;
  readonly result: TestResult;
};

export const listHistory = (q: Queryable, subjectId: string, page: Page, at: Date) =>
  list<HistoryRow>(q, HISTORY, page, [['t.subject_id = $?', subjectId], [hasEnded(at)]]);

export const purgeTestBook = (db: Database, before: Date, most: number) =>
  db.run(
    `DELETE FROM test_book WHERE id IN (
       SELECT id FROM test_book WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );

/** The tests of the person's own channels and wearables, and those that they made. */
export const testProfile = profileFields(
  `SELECT coalesce((
     SELECT json_agg(json_build_object('kind', t.kind, 'at', t.at, 'result', ${resultOf('t.passed')},
                                       'channel', t.channel_kind, 'by', CASE WHEN t.by_id = $1 THEN 'you' ELSE 'another' END)
                     ORDER BY t.id)
     FROM test_book t LEFT JOIN devices_public d ON d.id = t.device_id
     WHERE t.person_id = $1 OR d.user_id = $1 OR t.by_id = $1), '[]') AS tests`,
);
