import { useState } from 'preact/hooks';
import { download } from '../api/download.ts';
import type { FallReportRow } from '../api/records.ts';
import type { Failed } from '../api/rest.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { useLatest } from '../components/filters.ts';
import { useLoad } from '../components/load.ts';
import { Loading } from '../components/loading.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { query } from '../components/query.ts';
import { organisation } from '../state/session.ts';
import { coverage } from '../text/en/coverage.ts';
import { reports as text } from '../text/en/reports.ts';
import { calendarDate } from '../text/words.ts';
import { Filters, type Scope, useScope } from './reports/filters.tsx';
import { Groups } from './reports/groups.tsx';
import { HeatMap } from './reports/heat-map.tsx';
import { LedgerCard } from './reports/ledger.tsx';
import { Summary } from './reports/summary.tsx';
import { Times } from './reports/times.tsx';
import { Weeks } from './reports/weeks.tsx';

const INVALID = 400;
const DEFAULT_DAYS = 90;

/** Falls and response times of a period: admins see all wards, leads theirs, caregivers one resident. */
export default function Reports() {
  const { scope, change, isAllowed } = useScope(DEFAULT_DAYS);
  return (
    <Page title={text.title}>
      <div class="fall-reports">
        <p class="links report-actions">
          <a href={`/reports/coverage${query({ wardId: scope.wardId, patientId: scope.patientId })}`}>
            {coverage.link}
          </a>
        </p>
        <Filters scope={scope} onChange={change} />
        {isAllowed ? <Content scope={scope} onChange={change} /> : <p class="empty">{text.choose}</p>}
      </div>
    </Page>
  );
}

type Grouping = 'weekday-hour' | 'week' | 'ward' | 'patient';

function useReport(scope: Scope, groupBy: Grouping) {
  const { data, failure, reload } = useLoad('/reports/falls', { query: { ...scope, groupBy } });
  return { report: useLatest(data), failure, reload };
}

function Content({
  scope,
  onChange,
}: {
  readonly scope: Scope;
  readonly onChange: (changes: Partial<Scope>) => void;
}) {
  const home = organisation.value;
  const hours = useReport(scope, 'weekday-hour');
  const weeks = useReport(scope, 'week');
  const wards = useReport(scope, 'ward');
  const residents = useReport(scope, 'patient');
  const all = [hours, weeks, wards, residents];
  const failed = all.find(({ failure }) => failure !== undefined);
  const [notSaved, setNotSaved] = useState<Failed>();
  const save = async (groupBy: Grouping) => {
    const reply = await download('/reports/falls', { query: { ...scope, groupBy, format: 'csv' } });
    setNotSaved(reply.ok ? undefined : reply);
  };
  const saveTimes = async () => {
    const reply = await download('/reports/response', { query: { ...scope, format: 'csv' } });
    setNotSaved(reply.ok ? undefined : reply);
  };
  if (failed?.failure?.status === INVALID) return <Notice kind="error">{text.invalid}</Notice>;
  if (
    failed !== undefined ||
    home === undefined ||
    hours.report === undefined ||
    weeks.report === undefined ||
    wards.report === undefined ||
    residents.report === undefined
  )
    return (
      <Loading
        failure={failed?.failure}
        retry={async () => void (await Promise.all(all.map(({ reload }) => reload())))}
      />
    );
  const { total } = weeks.report;
  const goalSeconds = home.responseGoalMinutes * 60;
  const csv = (groupBy: Grouping, of: string) => <Csv of={of} onPress={() => save(groupBy)} />;
  const show = (row: FallReportRow) => onChange({ patientId: row.key });
  return (
    <>
      <div class="actions report-actions">
        <Button onPress={() => window.print()}>{text.print}</Button>
      </div>
      <p class="printed">
        {text.printed(
          calendarDate(scope.from),
          calendarDate(scope.to),
          nameOf(scope, residents.report.rows, wards.report.rows),
        )}
      </p>
      {notSaved !== undefined && <p class="error">{notSaved.error}</p>}
      {total.falls + total.movedOn === 0 ? (
        <p class="empty">{text.none}</p>
      ) : (
        <>
          <Card title={text.summary.title}>
            <Summary total={total} goalMinutes={home.responseGoalMinutes} />
            <Times scope={scope} />
            <Csv of={text.times.title} onPress={saveTimes} />
          </Card>
          <Card title={text.heat.title}>
            <HeatMap rows={hours.report.rows} />
            {csv('weekday-hour', text.heat.title)}
          </Card>
          <Card title={text.weeks.title}>
            <Weeks rows={weeks.report.rows} scope={scope} goalSeconds={goalSeconds} />
            {csv('week', text.weeks.title)}
          </Card>
          <Card title={text.wards.title}>
            <Groups name={text.wards.ward} caption={text.wards.title} rows={wards.report.rows} />
            {csv('ward', text.wards.title)}
          </Card>
          <Card title={text.residents.title}>
            <Groups
              name={text.residents.resident}
              caption={text.residents.title}
              rows={residents.report.rows}
              onShow={scope.patientId === '' ? show : undefined}
            />
            {csv('patient', text.residents.title)}
          </Card>
          <p class="hint">{text.zone(home.timeZone)}</p>
        </>
      )}
      {scope.patientId === '' && <LedgerCard wardId={scope.wardId} />}
    </>
  );
}

function Csv({ of, onPress }: { readonly of: string; readonly onPress: () => Promise<void> }) {
  return (
    <div class="actions report-actions">
      <Button kind="quiet" onPress={onPress}>
        {text.csv(of)}
      </Button>
    </div>
  );
}

const nameOf = (
  { wardId, patientId }: Scope,
  residents: readonly FallReportRow[],
  wards: readonly FallReportRow[],
): string =>
  residents.find(({ key }) => key === patientId)?.label ??
  wards.find(({ key }) => key === wardId)?.label ??
  text.everything;
