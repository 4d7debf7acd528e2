import type { Table } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/database.ts';
import { instantsOf, type Period } from '../../platform/period.ts';
import { type Counted, STAGES, stageTimes } from './store.ts';

/** docs/home.md, "Stages of the response": seconds from the impact to each stage. */
export async function responseReport(
  db: Database,
  period: Period,
  of: Pick<Counted, 'wardId' | 'patientId'>,
) {
  const { falls, ...times } = await stageTimes(db, { ...instantsOf(period), ...of });
  return { falls, stages: times };
}

export type ResponseReport = Awaited<ReturnType<typeof responseReport>>;

/** The report as a spreadsheet shows it: a row for each stage. */
export const responseTable = ({ stages }: ResponseReport, { from, to }: Period): Table => ({
  fileName: `response-${from}-to-${to}.csv`,
  rows: [
    ['stage', 'p50', 'p90', 'max'],
    ...STAGES.map((stage) => {
      const { p50 = null, p90 = null, max = null } = stages[stage] ?? {};
      return [stage, p50, p90, max];
    }),
  ],
});
