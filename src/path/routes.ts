import type { Queryable } from '../platform/database/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { success } from '../platform/schema/envelope.ts';
import { PathReport } from './schema.ts';
import { lastTests, readState } from './store.ts';

const MOST_TESTS = 100;

/** docs/operations.md, "Path test". */
export const pathRoute = ({ db }: { readonly db: Queryable }): Route =>
  route({
    operation: 'getPath',
    at: 'GET /admin/path',
    access: ['ADMIN'],
    scope: 'operations',
    summary: 'Get the results of the path tests, which send an alert from a reading to a receiver',
    reply: success(PathReport),
    async handle() {
      const [{ ok, lastOkAt, failing }, tests] = await Promise.all([
        readState(db),
        lastTests(db, MOST_TESTS),
      ]);
      return { data: { ok, lastOkAt, failing: failing && shownOf(failing), tests } };
    },
  });

export const shownOf = ({ stage, since, reason }: { stage: string; since: Date; reason: string }) => ({
  stage,
  since,
  reason,
});
