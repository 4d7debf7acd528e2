import { useComputed } from '@preact/signals';
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
import { isAdmin } from '../components/wards.ts';
import { now } from '../state/clock.ts';
import { organisation } from '../state/session.ts';
import { coverage } from '../text/en/coverage.ts';
import { reports as text } from '../text/en/reports.ts';
import { calendarDate, date, today } from '../text/words.ts';
import { DetectorCard } from './reports/detector.tsx';
import { Filters, type Scope, useScope } from './reports/filters.tsx';
import { Groups } from './reports/groups.tsx';
import { HeatMap } from './reports/heat-map.tsx';
import { Inspection } from './reports/inspection.tsx';
import { LedgerCard } from './reports/ledger.tsx';
import { RANGES, rangeOf } from './reports/ranges.ts';
import { ServiceCard } from './reports/service.tsx';
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
        <Ranges scope={scope} onChange={change} />
        <Filters scope={scope} onChange={change} />
        {isAllowed ? <Content scope={scope} onChange={change} /> : <p class="empty">{text.choose}</p>}
        {isAdmin() && (
          <div class="report-actions">
            <DetectorCard />
            <ServiceCard />
          </div>
        )}
      </div>
    </Page>
  );
}

interface ScopeProps {
  readonly scope: Scope;
  readonly onChange: (changes: Partial<Scope>) => void;
}

function Ranges({ scope, onChange }: ScopeProps) {
  return (
    <fieldset class="actions report-actions report-ranges">
      <legend class="unseen">{text.ranges.title}</legend>
      {RANGES.map((name) => {
        const range = rangeOf(name, today(Date.now()));
        return (
          <Button
            key={name}
            kind="quiet"
            pressed={range.from === scope.from && range.to === scope.to}
            onPress={() => onChange(range)}
          >
            {text.ranges[name]}
          </Button>
        );
      })}
    </fieldset>
  );
}

type Grouping = 'weekday-hour' | 'week' | 'ward' | 'patient';

function useReport(scope: Scope, groupBy: Grouping) {
  const { data, failure, reload } = useLoad('/reports/falls', { query: { ...scope, groupBy } });
  return { report: useLatest(data), failure, reload };
}

function Content({ scope, onChange }: ScopeProps) {
  const home = organisation.value;
  const hours = useReport(scope, 'weekday-hour');
  const weeks = useReport(scope, 'week');
  const wards = useReport(scope, 'ward');
  const residents = useReport(scope, 'patient');
  const all = [hours, weeks, wards, residents];
  const failed = all.find(({ failure }) => failure !== undefined);
  const [notSaved, setNotSaved] = useState<Failed>();
  const save = async () => {
    const reply = await download('/reports/workbook', { query: scope });
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
  const show = (row: FallReportRow) => onChange({ patientId: row.key });
  return (
    <>
      <div class="actions report-actions">
        <Button onPress={() => window.print()}>{text.print}</Button>
        <Button onPress={save}>{text.download}</Button>
      </div>
      <p class="hint report-actions">{text.downloadHint}</p>
      <div class="printed">
        <p>
          <b>{home.name}</b>
        </p>
        <p>
          {text.printed(
            calendarDate(scope.from),
            calendarDate(scope.to),
            nameOf(scope, residents.report.rows, wards.report.rows),
          )}
        </p>
        <p>
          <PrintedOn />
        </p>
      </div>
      {notSaved !== undefined && <p class="error">{notSaved.error}</p>}
      <Inspection scope={scope} />
      {total.falls + total.movedOn === 0 ? (
        <p class="empty">{text.none}</p>
      ) : (
        <>
          <Card title={text.summary.title}>
            <Summary total={total} goalMinutes={home.responseGoalMinutes} />
            <Times scope={scope} />
          </Card>
          <Card title={text.heat.title}>
            <HeatMap rows={hours.report.rows} />
          </Card>
          <Card title={text.weeks.title}>
            <Weeks rows={weeks.report.rows} scope={scope} goalSeconds={goalSeconds} />
          </Card>
          <Card title={text.wards.title}>
            <Groups name={text.wards.ward} caption={text.wards.title} rows={wards.report.rows} />
          </Card>
          <Card title={text.residents.title}>
            <Groups
              name={text.residents.resident}
              caption={text.residents.title}
              rows={residents.report.rows}
              onShow={scope.patientId === '' ? show : undefined}
            />
          </Card>
          <p class="hint">{text.zone(home.timeZone)}</p>
        </>
      )}
      {scope.patientId === '' && <LedgerCard wardId={scope.wardId} />}
    </>
  );
}

function PrintedOn() {
  const day = useComputed(() => date(now.value));
  return <>{text.printedOn(day.value)}</>;
}

const nameOf = (
  { wardId, patientId }: Scope,
  residents: readonly FallReportRow[],
  wards: readonly FallReportRow[],
): string =>
  residents.find(({ key }) => key === patientId)?.label ??
  wards.find(({ key }) => key === wardId)?.label ??
  text.everything;
