import type { Organisation } from '../../accounts/index.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { readPeriod } from '../../platform/period.ts';
import { success } from '../../platform/schema/envelope.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import { WORKBOOK_TYPE, workbookOf } from '../../platform/workbook.ts';
import { dayOf } from '../../platform/zone.ts';
import { requireReportOf } from './access.ts';
import { NONE } from './groupings.ts';
import { inspectionReport } from './inspection.ts';
import { type FallReport, fallReport } from './report.ts';
import { responseReport, responseTable } from './response.ts';
import {
  FallReport as FallReportSchema,
  InspectionReport,
  ResponseReport,
  reportQuery,
  responseQuery,
  SensitivityReport,
  sensitivityQuery,
} from './schema.ts';
import { sensitivityReport } from './sensitivity.ts';
import { patientsInRooms } from './store.ts';
import { tableOf } from './table.ts';
import { workbookSheets } from './workbook.ts';

interface ReportRouteDeps {
  readonly db: Database;
  readonly organisation: Pick<Organisation, 'current' | 'readerWithId'>;
  readonly config: { readonly fallsRetentionDays?: number | undefined };
  readonly now: () => number;
}

/** docs/home.md, "Reports". */
export const reportRoutes = ({
  db,
  organisation,
  config: { fallsRetentionDays },
  now,
}: ReportRouteDeps): readonly Route[] => [
  route({
    operation: 'getFallReport',
    at: 'GET /reports/falls',
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

  route({
    operation: 'getResponseReport',
    at: 'GET /reports/response',
    access: ['CAREGIVER', 'ADMIN'],
    summary:
      'Measure the stages of the response to the falls of a period, as JSON or CSV. For those who may see the report of falls. Every call is audited.',
    query: responseQuery,
    csv: true,
    mayNotFind: true,
    reply: success(ResponseReport),
    async handle({ principal, query, record }) {
      const { wardId = null, patientId = null } = query;
      await requireReportOf(db, principal, { wardId, patientId });
      const period = readPeriod(query, organisation.current().timeZone);
      const report = await responseReport(db, period, {
        wardId: wardId ?? undefined,
        patientId: patientId ?? undefined,
      });
      recordHealthRead({ principal, record }, 'a report of response times', patientId ?? []);
      return { data: report, table: () => responseTable(report, period) };
    },
  }),

  route({
    operation: 'getInspectionReport',
    at: 'GET /reports/inspection',
    access: ['CAREGIVER', 'ADMIN'],
    summary:
      'Count the falls of a period per 1,000 resident days, by injury and by shift. For those who may see the report of falls. Every call is audited.',
    query: responseQuery,
    mayNotFind: true,
    reply: success(InspectionReport),
    async handle({ principal, query, record }) {
      const { wardId = null, patientId = null } = query;
      await requireReportOf(db, principal, { wardId, patientId });
      const period = readPeriod(query, organisation.current().timeZone);
      const { language } = await organisation.readerWithId(principal.userId);
      const report = await inspectionReport(db, {
        period,
        wardId: wardId ?? undefined,
        patientId: patientId ?? undefined,
        language,
        fallsRetentionDays,
        now: now(),
      });
      const what = `a report of falls per resident day, ${period.from} to ${period.to}`;
      recordHealthRead({ principal, record }, what, patientId ?? []);
      return { data: report };
    },
  }),

  route({
    operation: 'downloadReports',
    at: 'GET /reports/workbook',
    access: ['CAREGIVER', 'ADMIN'],
    summary:
      'Download all reports of falls of a period as one Office Open XML workbook (`.xlsx`). For those who may see the report of falls. Every call is audited.',
    query: responseQuery,
    mayNotFind: true,
    download: {
      mediaType: WORKBOOK_TYPE,
      fileName: () => `falls-${dayOf(new Date(now()), organisation.current().timeZone)}.xlsx`,
    },
    async handle({ principal, query, record }) {
      const { timeZone, name: home, responseGoalMinutes } = organisation.current();
      await requireReportOf(db, principal, {
        wardId: query.wardId ?? null,
        patientId: query.patientId ?? null,
      });
      const { language } = await organisation.readerWithId(principal.userId);
      const request = {
        period: readPeriod(query, timeZone),
        wardId: query.wardId ?? undefined,
        patientId: query.patientId ?? undefined,
        language,
        now: now(),
      };
      const inspection = await inspectionReport(db, { ...request, fallsRetentionDays });
      const goalSeconds = (responseGoalMinutes * MINUTE_MS) / SECOND_MS;
      const { sheets, patientIds } = await workbookSheets(db, { ...request, home, goalSeconds, inspection });
      const { from, to } = request.period;
      recordHealthRead(
        { principal, record },
        `all reports of falls, ${from} to ${to}`,
        request.patientId ?? patientIds,
      );
      return { download: workbookOf(sheets, new Date(request.now)) };
    },
  }),

  route({
    operation: 'getSensitivityReport',
    at: 'GET /reports/sensitivity',
    access: ['CAREGIVER', 'ADMIN'],
    summary:
      'Replay the detected falls of the last 30 days with each sensitivity. For those who may see the report of falls. Every call is audited.',
    query: sensitivityQuery,
    mayNotFind: true,
    reply: success(SensitivityReport),
    async handle({ principal, query: { wardId = null, patientId = null }, record }) {
      await requireReportOf(db, principal, { wardId, patientId });
      recordHealthRead({ principal, record }, 'a report of sensitivities', patientId ?? []);
      return { data: await sensitivityReport(db, { wardId, patientId }, now()) };
    },
  }),
];

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
