import type { Organisation } from '../accounts/index.ts';
import type { Table } from '../platform/csv.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { InvalidInput } from '../platform/errors.ts';
import { recordHealthRead } from '../platform/http/audit-lines.ts';
import type { Principal } from '../platform/http/principal.ts';
import { type Route, route } from '../platform/http/route.ts';
import { daysOf, keptSince, type Period, readPeriod } from '../platform/period.ts';
import { success } from '../platform/schema/envelope.ts';
import { coverageOf } from './coverage.ts';
import { CoverageReport, coverageQuery, MAX_DAYS_WITH_HOURS } from './schema.ts';
import { residentsOf } from './store.ts';
import type { CoverageWriter } from './writer.ts';

export interface CoverageRouteDeps {
  readonly db: Database;
  readonly organisation: Pick<Organisation, 'current'>;
  /** Throws unless the caller may see reports of the ward and the patient, or of all. */
  readonly requireReportOf: (
    q: Queryable,
    principal: Principal,
    of: { readonly wardId: string | null; readonly patientId: string | null },
  ) => Promise<void>;
  readonly config: { readonly fallsRetentionDays?: number | undefined };
  readonly now: () => number;
}

/** 200 residents for 400 days; more would be a reply of tens of megabytes. */
const MOST_DAYS_IN_ALL = 80_000;

/** docs/home.md, "Coverage". */
export const coverageRoute = ({
  db,
  organisation,
  requireReportOf,
  config: { fallsRetentionDays },
  now,
  writer,
}: CoverageRouteDeps & { readonly writer: Pick<CoverageWriter, 'write'> }): Route =>
  route({
    operation: 'getCoverageReport',
    at: 'GET /reports/coverage',
    access: ['CAREGIVER', 'ADMIN'],
    furtherScope: 'operations',
    summary:
      'Report the waking minutes with and without readings of each patient and day, as JSON or CSV. For those who may see the report of falls; a token with the scope `operations` alone sees no names. Every call is audited.',
    query: coverageQuery,
    csv: true,
    mayNotFind: true,
    reply: success(CoverageReport),
    async handle({ principal, query, record }) {
      const { wardId = null, patientId = null, by = null } = query;
      await requireReportOf(db, principal, { wardId, patientId });
      const period = readPeriod(query, organisation.current().timeZone);
      const days = daysOf(period).length;
      if (by === 'hour' && days > MAX_DAYS_WITH_HOURS)
        throw new InvalidInput({ to: `must be at most ${MAX_DAYS_WITH_HOURS} days after from with hours` });
      const most = Math.floor(MOST_DAYS_IN_ALL / days);
      const scope = { wardId, patientId, keptSince: keptSince(fallsRetentionDays, now()) };
      const residents = await residentsOf(db, scope, most + 1);
      if (residents.length > most)
        throw new InvalidInput({ to: 'must be earlier: the report has too many patients for so many days' });
      await writer.write();
      const found = await coverageOf(db, residents, { period, by: by ?? 'day', now: now() });
      recordHealthRead(
        { principal, record },
        `a report of coverage, ${period.from} to ${period.to}`,
        patientId ?? residents.map(({ id }) => id),
      );
      const isNamed = principal.scopes?.has('read') ?? true;
      const data = found.map(({ id, name, wardId: livesIn, days: each, totals }) => ({
        patientId: id,
        ...(isNamed && { name }),
        wardId: livesIn,
        days: each,
        totals,
      }));
      return { data, table: () => tableOf(data, period) };
    },
  });

const MINUTES = [
  'connectedMinutes',
  'wornMinutes',
  'blindMinutes',
  'longestBlindMinutes',
  'lateMinutes',
  'absentMinutes',
] as const;

type Minutes = Readonly<Record<(typeof MINUTES)[number], number>>;

interface ShownCoverage {
  readonly patientId: string;
  readonly name?: string;
  readonly wardId: string | null;
  readonly days: readonly (Minutes & { readonly date: string })[];
  readonly totals: Minutes;
}

/** The report as a spreadsheet shows it: a row for each patient and day, and one for the patient's total. */
const tableOf = (report: readonly ShownCoverage[], { from, to }: Period): Table => ({
  fileName: `coverage-${from}-to-${to}.csv`,
  rows: [
    ['patientId', 'name', 'wardId', 'date', ...MINUTES],
    ...report.flatMap(({ patientId, name = null, wardId, days, totals }) =>
      [...days, { date: 'TOTAL', ...totals }].map((day) => [
        patientId,
        name,
        wardId,
        day.date,
        ...MINUTES.map((kind) => day[kind]),
      ]),
    ),
  ],
});
