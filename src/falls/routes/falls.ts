import { type CaregiversSee, maySeeHealthOf } from '../../accounts/permissions.ts';
import { allowedAmong, patientsShownTo } from '../../people/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import { DAY_MS, HOUR_MS } from '../../platform/time.ts';
import { fallPaths } from '../../response/fall/index.ts';
import { FallDetail } from '../../response/fall/schema.ts';
import type { FallAlerts } from '../raise/raise.ts';
import { fallsFilter, ListedFall, NewFall, RecentFall, RecordedFall, recentFallsFilter } from '../schema.ts';
import { FALL_SORTS, listFallsOf, listRecentFalls, RECENT_FALL_SORTS } from '../store/falls.ts';
import { keptBy, recordedFall, reportOf } from './fall-report.ts';

interface FallRouteDeps {
  readonly db: Database;
  readonly fallAlerts: FallAlerts;
  readonly config: { readonly caregiversSee: CaregiversSee };
  readonly now: () => number;
}

const DEFAULT_DAYS = 30;
const DEFAULT_HOURS = 24;
const RECENT_PER_PAGE = 20;

/** Falls that people report, and falls detected in the stream. */
export function fallRoutes({ db, fallAlerts, config, now }: FallRouteDeps): readonly Route[] {
  const { caregiversSee } = config;
  const { forReaders, detail } = fallPaths(db);

  return [
    route({
      operation: 'reportFall',
      at: 'POST /falls',
      access: 'signed-in',
      limit: 'none',
      scope: 'ingest',
      personal: true,
      summary: 'Report a fall. Caregivers are alerted from level POTENTIAL.',
      body: NewFall,
      status: 201,
      reply: success(RecordedFall),
      async handle({ principal, body, keepReply }) {
        const report = { ...reportOf(principal.userId, body, new Date(now())), ...keptBy(keepReply) };
        return { data: recordedFall(await fallAlerts.raiseFromReport(report)) };
      },
    }),

    route({
      operation: 'listFalls',
      at: 'GET /falls',
      access: 'signed-in',
      summary: `List the falls of the caller as the wearer, of the last ${DEFAULT_DAYS} days or of \`days\`. A caregiver or admin who wears nothing gets an empty list: \`GET /falls/recent\` has those of patients.`,
      query: pageQuery(fallsFilter, FALL_SORTS),
      reply: page(ListedFall),
      async handle({ principal, query }) {
        const since = new Date(now() - (query.days ?? DEFAULT_DAYS) * DAY_MS);
        const filter = { since, status: query.status };
        const { rows, pagination } = await listFallsOf(db, principal.userId, readPage(query), filter);
        return { data: rows, pagination };
      },
    }),

    route({
      operation: 'listRecentFalls',
      at: 'GET /falls/recent',
      access: ['CAREGIVER', 'ADMIN'],
      summary: `List falls of all patients in the last ${DEFAULT_HOURS} hours, or \`hours\`. Location and response only for patients in the caller's care; with CAREGIVERS_SEE=team only their falls. Every call is audited.`,
      query: pageQuery(recentFallsFilter, RECENT_FALL_SORTS, RECENT_PER_PAGE),
      reply: page(RecentFall),
      async handle({ principal, query, record }) {
        const since = new Date(now() - (query.hours ?? DEFAULT_HOURS) * HOUR_MS);
        const of = patientsShownTo(caregiversSee, principal);
        const page = readPage(query, RECENT_PER_PAGE);
        const { rows, pagination } = await listRecentFalls(db, page, since, of);
        const shown = rows.map(({ userId }) => userId);
        recordHealthRead({ principal, record }, 'the recent falls of all patients', shown);
        const inCare = await allowedAmong(db, maySeeHealthOf, principal, shown);
        const data = rows.map((row) => (inCare.has(row.userId) ? row : outlineOf(row)));
        return { data, pagination };
      },
    }),

    route({
      operation: 'getFall',
      at: 'GET /falls/:id',
      access: 'signed-in',
      summary:
        'Get a fall with sensor data, alerts and response. For its owner, an assigned caregiver or an admin.',
      target: forReaders,
      reply: success(FallDetail),
      async handle({ target, principal, record }) {
        recordHealthRead({ principal, record }, 'a fall', target.userId);
        return { data: await detail(target) };
      },
    }),
  ];
}

/**
 * The parts of a fall that a caller who does not look after the patient may see: that it happened, and whether a
 * caregiver came.
 */
const outlineOf = <Row extends object>(row: Row) => ({
  ...row,
  location: null,
  sensor: null,
  response: null,
  verification: null,
});
