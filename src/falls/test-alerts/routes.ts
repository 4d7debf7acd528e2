import type { Database } from '../../platform/database/database.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import type { FallAlerts } from '../raise/raise.ts';
import { recordedFall, reportOf } from '../routes/fall-report.ts';
import { NewTestAlert, RecentFall, RecordedFall } from '../schema.ts';
import { RECENT_FALL_SORTS } from '../store/falls.ts';
import { listTests } from './store.ts';

interface TestAlertRouteDeps {
  readonly db: Database;
  readonly fallAlerts: FallAlerts;
  readonly now: () => number;
}

/** An emergency: it alerts at once, without asking the wearer first (docs/response.md, "Falls with a response"). */
const CONFIDENCE = 1;

/** docs/response.md, "Test alerts". */
export const testAlertRoutes = ({ db, fallAlerts, now }: TestAlertRouteDeps): readonly Route[] => [
  route({
    operation: 'triggerTestAlert',
    at: 'POST /admin/test-alerts',
    access: ['ADMIN'],
    personal: true,
    summary:
      'Trigger a test alert in your own name. It goes to the admins and escalates as an emergency, and it is in no list or count of falls. One at a time.',
    body: NewTestAlert,
    status: 201,
    reply: success(RecordedFall),
    async handle({ principal: { userId }, body, record }) {
      const report = reportOf(userId, { confidence: CONFIDENCE, ...body }, new Date(now()));
      const recorded = await fallAlerts.raiseFromReport({ ...report, isTest: true });
      record({ action: 'fall.tested', message: 'Triggered a test alert', subjectId: userId });
      return { data: recordedFall(recorded) };
    },
  }),

  route({
    operation: 'listTestAlerts',
    at: 'GET /admin/test-alerts',
    access: ['ADMIN'],
    summary: 'List the test alerts of all admins',
    query: pageQuery({}, RECENT_FALL_SORTS),
    reply: page(RecentFall),
    async handle({ query }) {
      const { rows, pagination } = await listTests(db, readPage(query));
      return { data: rows, pagination };
    },
  }),
];
