import type { Organisation } from '../../accounts/index.ts';
import { patientInCareAt, requireLeadOf } from '../../people/index.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import { NONE } from './groupings.ts';
import { readPeriod } from './period.ts';
import { type FallReport, fallReport } from './report.ts';
import { FallReport as FallReportSchema, reportQuery } from './schema.ts';
import { patientsInRooms } from './store.ts';
import { tableOf } from './table.ts';

interface ReportRouteDeps {
  readonly db: Database;
  readonly organisation: Pick<Organisation, 'current' | 'readerWithId'>;
}

/** docs/home.md, "Reports". */
export const reportRoutes = ({ db, organisation }: ReportRouteDeps): readonly Route[] => [
  route({
    operation: 'getFallReport',
    method: 'GET',
    path: '/reports/falls',
    access: ['CAREGIVER', 'ADMIN'],
    summary:
      'Count falls and response times of a period, as JSON or CSV. For admins, leads (with the `wardId` of their ward) and caregivers (with the `patientId` of a patient in their care). Every call is audited.',
    query: reportQuery,
    csv: true,
    mayNotFind: true,
    reply: success(FallReportSchema),
    async handle({ principal, query, record }) {
      const { timeZone, responseGoalMinutes } = organisation.current();
      const { groupBy: grouping, wardId = null, patientId = null } = query;
      await requireReportOf(db, principal, { wardId, patientId });
      const period = readPeriod(query, timeZone);
      const { language } = await organisation.readerWithId(principal.userId);
      const report = await fallReport(db, {
        period,
        grouping,
        wardId: wardId ?? undefined,
        patientId: patientId ?? undefined,
        goalSeconds: (responseGoalMinutes * MINUTE_MS) / SECOND_MS,
        language,
      });
      const what = `a report of falls by ${grouping}, ${period.from} to ${period.to}`;
      const about = patientId ?? (await namedIn(db, report, grouping, wardId));
      recordHealthRead({ principal, record }, what, about);
      return { data: report, table: () => tableOf(report, period, grouping) };
    },
  }),
];

interface Scope {
  readonly wardId: string | null;
  readonly patientId: string | null;
}

/** Every id that is given must be one that the caller may report on; only admins need none. */
async function requireReportOf(q: Queryable, principal: Principal, { wardId, patientId }: Scope) {
  if (wardId !== null) await requireLeadOf(q, principal, wardId);
  if (patientId !== null) await patientInCareAt(q, { principal, params: { id: patientId } });
  if (principal.role !== 'ADMIN' && wardId === null && patientId === null)
    throw new Forbidden(
      'Give the wardId of a ward that you lead, or the patientId of a patient in your care',
    );
}

/** The people whose own figures the report shows: by name, or by their room. */
async function namedIn(
  q: Queryable,
  { rows }: FallReport,
  grouping: string,
  wardId: string | null,
): Promise<readonly string[]> {
  const keys = rows.map(({ key }) => key).filter((key) => key !== NONE);
  if (grouping === 'patient') return keys;
  return grouping === 'room' ? (await patientsInRooms(q, keys, wardId)).map(({ id }) => id) : [];
}
