import type { Organisation } from '../../accounts/index.ts';
import { coverageByWard } from '../../coverage/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Period } from '../../platform/period.ts';
import { success } from '../../platform/schema/envelope.ts';
import { addDays, dayOf } from '../../platform/zone.ts';
import { countOverdueByWard } from '../../test-book/index.ts';
import type { TestBookConfig } from '../../test-book/settings.ts';
import { OperationsReport } from './schema.ts';
import { wardCounts } from './store.ts';

interface OperationsDeps {
  readonly db: Queryable;
  readonly organisation: Pick<Organisation, 'current'>;
  readonly config: TestBookConfig;
  /** The alerts of a period, by ward and shift. */
  readonly alertsByWard: (q: Queryable, period: Period) => Promise<(wardId: string | null) => object>;
  readonly now: () => number;
}

const DAYS_OF_ALERTS = 7;
const NO_COVERAGE = { connectedMinutes: 0, blindMinutes: 0 };

/** docs/operations.md, "Many installations". */
export const operationsRoute = ({ db, organisation, config, alertsByWard, now }: OperationsDeps): Route =>
  route({
    operation: 'getOperations',
    at: 'GET /admin/operations',
    access: ['ADMIN'],
    scope: 'operations',
    summary: 'Get the counts of each ward for an operator of many installations, without names of people',
    reply: success(OperationsReport),
    async handle() {
      const { name, timeZone: zone } = organisation.current();
      const at = new Date(now());
      const today = dayOf(at, zone);
      const [wards, overdue, alertsOf, coverage] = await Promise.all([
        wardCounts(db),
        countOverdueByWard(db, config, at),
        alertsByWard(db, { from: addDays(today, 1 - DAYS_OF_ALERTS), to: today, zone }),
        coverageByWard(db, { day: addDays(today, -1), zone, now: now() }),
      ]);
      const overdueOf = new Map(overdue.map(({ wardId, overdue }) => [wardId, overdue]));
      // What belongs to no ward may be tests alone.
      const without = { id: null, name: null, residents: 0, wearables: 0, silentWearables: 0, unanswered: 0 };
      const shown = overdueOf.has(null) && !wards.some(({ id }) => id === null) ? [...wards, without] : wards;
      return {
        data: {
          organisation: name,
          timestamp: at,
          wards: shown.map(({ id, ...ward }) => ({
            ...ward,
            overdueTests: overdueOf.get(id) ?? 0,
            coverage: coverage.get(id) ?? NO_COVERAGE,
            alerts: alertsOf(id),
          })),
        },
      };
    },
  });
