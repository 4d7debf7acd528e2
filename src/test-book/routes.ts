import { requireLeadOf } from '../people/index.ts';
import type { Table } from '../platform/csv.ts';
import type { Database } from '../platform/database/database.ts';
import { Forbidden, NotFound } from '../platform/errors.ts';
import type { Principal } from '../platform/http/principal.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Confirmation, page, success } from '../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../platform/schema/paging.ts';
import { historyFilter, PastTest, StationTest, TestBookEntry, testFilter } from './schema.ts';
import type { TestBookConfig } from './settings.ts';
import * as store from './store.ts';

interface TestBookDeps {
  readonly db: Database;
  readonly config: TestBookConfig;
  readonly wardsLedBy: (q: Database, caregiverId: string) => Promise<readonly string[]>;
  readonly now: () => number;
}

/** More than any home has to test. */
const MOST_IN_CSV = 100_000;

/** docs/home.md, "Test book". */
export function testBookRoutes({ db, config, wardsLedBy, now }: TestBookDeps): readonly Route[] {
  async function wardsFor({ role, userId, service }: Principal): Promise<store.ShownWards> {
    if (role === 'ADMIN') return 'all';
    const wards = service?.wardIds ?? (await wardsLedBy(db, userId));
    if (wards.length === 0) throw notWardLead();
    return wards;
  }

  return [
    route({
      operation: 'listTests',
      at: 'GET /tests',
      access: ['CAREGIVER', 'ADMIN'],
      summary:
        'List what is to be tested, each with its last test, as JSON or CSV (without pages). For admins; leads see their wards.',
      query: pageQuery(testFilter, store.TEST_SORTS),
      csv: true,
      mayNotFind: true,
      reply: page(TestBookEntry),
      async handle({ principal, query: { wardId, kind, overdue, ...query } }) {
        const wards =
          wardId == null ? await wardsFor(principal) : [(await requireLeadOf(db, principal, wardId)).id];
        const wanted = readPage(query);
        const read = (which: typeof wanted) =>
          store.listTests(db, config, which, { wards, kind, overdue }, new Date(now()));
        const { rows, pagination } = await read(wanted);
        return {
          data: rows,
          pagination,
          table: async () => tableOf((await read({ ...wanted, limit: MOST_IN_CSV, offset: 0 })).rows),
        };
      },
    }),

    route({
      operation: 'listPastTests',
      at: 'GET /tests/history',
      access: ['CAREGIVER', 'ADMIN'],
      summary:
        'List the tests of a wearable, a person’s channels, a station or the path, newest first. For admins; leads see their wards.',
      query: pageQuery(historyFilter, store.HISTORY_SORTS),
      mayNotFind: true,
      reply: page(PastTest),
      async handle({ principal, query: { subjectId, ...query } }) {
        const wards = await wardsFor(principal);
        const ofSubject = await store.wardsOfSubject(db, subjectId);
        if (ofSubject === undefined) throw new NotFound('Subject');
        if (wards !== 'all' && !ofSubject.some((id) => id !== null && wards.includes(id)))
          throw notWardLead();
        const { rows, pagination } = await store.listHistory(db, subjectId, readPage(query), new Date(now()));
        return { data: rows, pagination };
      },
    }),

    route({
      operation: 'recordStationTest',
      at: 'POST /stations/me/test',
      access: ['CAREGIVER', 'ADMIN'],
      fromStation: true,
      personal: true,
      summary: 'Record that the test alarm of a station was seen and heard, or was not. At the station only.',
      body: StationTest,
      status: 201,
      reply: success(Confirmation),
      async handle({ principal: { userId, station }, body: { passed }, record }) {
        if (station === undefined) throw new Forbidden('A station is tested at the station itself');
        await store.recordTest(db, {
          kind: 'STATION',
          stationId: station.id,
          at: new Date(now()),
          passed,
          byId: userId,
        });
        record({
          ...(!passed && { level: 'warning' }),
          action: 'station.tested',
          message: `Tested the station ${station.name}`,
        });
        return { data: { message: 'The test is recorded' } };
      },
    }),
  ];
}

const notWardLead = (): Forbidden =>
  new Forbidden('You are not a lead of this ward', { code: 'NOT_WARD_LEAD' });

const COLUMNS = [
  'kind',
  'subject',
  'wearer',
  'channel',
  'lastAt',
  'lastResult',
  'by',
  'dueAt',
  'overdue',
] as const;

const tableOf = (rows: readonly store.TestRow[]): Table => ({
  fileName: 'test-book.csv',
  rows: [
    COLUMNS,
    ...rows.map(({ kind, subject, wearer, channel, lastAt, lastResult, by, dueAt, overdue }) => [
      kind,
      subject.name,
      wearer?.name ?? null,
      channel?.kind ?? null,
      lastAt?.toISOString() ?? null,
      lastResult,
      by?.name ?? null,
      dueAt?.toISOString() ?? null,
      String(overdue),
    ]),
  ],
});
