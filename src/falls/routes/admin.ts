import type { Organisation } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { FALL_LEVELS } from '../../platform/fall-levels.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { readDateRange } from '../../platform/schema/date-range.ts';
import { page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import { fallPaths, flagForInvestigation } from '../../response/fall/index.ts';
import { AdminFall, adminFallFilter, InvestigatedFall, InvestigationRequest } from '../admin-schema.ts';
import { ADMIN_FALL_SORTS, listAllFalls } from '../store/falls.ts';
import { refuseTest } from '../test-alerts/test-alerts.ts';

interface AdminFallRouteDeps {
  readonly db: Database;
  readonly organisation: Pick<Organisation, 'current'>;
  readonly now: () => number;
}

/** Falls of all patients, for admins. */
export const adminFallRoutes = (deps: AdminFallRouteDeps): readonly Route[] => [
  listRoute(deps),
  investigateRoute(deps),
];

const listRoute = ({ db, organisation }: AdminFallRouteDeps): Route =>
  route({
    operation: 'listAllFalls',
    at: 'GET /admin/falls',
    access: ['ADMIN'],
    summary: 'List falls of all patients. Every call is audited.',
    query: pageQuery(adminFallFilter, ADMIN_FALL_SORTS),
    reply: page(AdminFall),
    async handle({ query, principal, record }) {
      const { status, severity, patientId } = query;
      const levels = FALL_LEVELS.filter(
        (level) => level === (status ?? level) && level === (severity ?? level),
      );
      const filter = { levels, patientId, ...readDateRange(query, organisation.current().timeZone) };
      const { rows, pagination } = await listAllFalls(db, readPage(query), filter);
      const subject = patientId ?? rows.map(({ userId }) => userId);
      recordHealthRead({ principal, record }, 'the falls of all patients', subject);
      return { data: rows, pagination };
    },
  });

function investigateRoute({ db, now }: AdminFallRouteDeps): Route {
  const { fall, detail } = fallPaths(db);
  return route({
    operation: 'investigateFall',
    at: 'POST /admin/falls/:id/investigate',
    access: ['ADMIN'],
    summary: 'Flag a fall for investigation',
    target: fall,
    body: InvestigationRequest,
    reply: success(InvestigatedFall),
    async handle({ target, principal, body, record }) {
      refuseTest(target);
      const flagged = await flagForInvestigation(db, target.id, {
        flagged: true,
        flaggedBy: principal.userId,
        flaggedAt: new Date(now()),
        note: body.note ?? null,
      });
      if (flagged === undefined) throw new NotFound('Fall');
      record({
        action: 'fall.flagged',
        message: `Flagged fall ${target.id} for investigation`,
        subjectId: target.userId,
      });
      return { data: { ...(await detail(target)), investigation: flagged.investigation } };
    },
  });
}
