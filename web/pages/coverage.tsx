import { useState } from 'preact/hooks';
import { download } from '../api/download.ts';
import type { PatientCoverage } from '../api/records.ts';
import type { Failed } from '../api/rest.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { useLatest } from '../components/filters.ts';
import { useLoad } from '../components/load.ts';
import { Loading } from '../components/loading.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { organisation } from '../state/session.ts';
import { coverage as text } from '../text/en/coverage.ts';
import { reports } from '../text/en/reports.ts';
import { calendarDate } from '../text/words.ts';
import { Legend, Strip } from './coverage/strip.tsx';
import { Filters, type Scope, useScope } from './reports/filters.tsx';

const INVALID = 400;
const DEFAULT_DAYS = 7;

/** When residents were covered by a wearable (docs/home.md, "Coverage"): as strips, one column an hour. */
export default function Coverage() {
  const { scope, change, isAllowed } = useScope(DEFAULT_DAYS);
  return (
    <Page title={text.title}>
      <div class="fall-reports">
        <p class="links report-actions">
          <a href="/reports">{reports.title}</a>
        </p>
        <Filters scope={scope} onChange={change} />
        {isAllowed ? <Content scope={scope} /> : <p class="empty">{reports.choose}</p>}
      </div>
    </Page>
  );
}

function Content({ scope }: { readonly scope: Scope }) {
  const { data, failure, reload } = useLoad('/reports/coverage', { query: { ...scope, by: 'hour' } });
  const report = useLatest(data);
  const [notSaved, setNotSaved] = useState<Failed>();
  if (failure?.status === INVALID) return <Notice kind="error">{text.invalid}</Notice>;
  if (report === undefined || failure !== undefined) return <Loading failure={failure} retry={reload} />;
  const save = async () => {
    const reply = await download('/reports/coverage', { query: { ...scope, format: 'csv' } });
    setNotSaved(reply.ok ? undefined : reply);
  };
  return (
    <>
      <div class="actions report-actions">
        <Button onPress={() => window.print()}>{reports.print}</Button>
        <Button kind="quiet" onPress={save}>
          {reports.csv(text.title)}
        </Button>
      </div>
      <p class="printed">{text.printed(calendarDate(scope.from), calendarDate(scope.to))}</p>
      {notSaved !== undefined && <p class="error">{notSaved.error}</p>}
      <Card title={text.heading}>
        <p class="hint">{text.hint(organisation.value?.timeZone ?? '')}</p>
        <Legend />
        {report.length === 0 && <p class="empty">{text.none}</p>}
        <ul class="coverage">
          {[...report].sort(mostBlindFirst).map((resident) => (
            <Resident key={resident.patientId} resident={resident} />
          ))}
        </ul>
      </Card>
    </>
  );
}

const mostBlindFirst = (a: PatientCoverage, b: PatientCoverage): number =>
  b.totals.blindMinutes - a.totals.blindMinutes;

function Resident({ resident: { patientId, name, days, totals } }: { readonly resident: PatientCoverage }) {
  return (
    <li>
      <h3>
        <a href={`/patients/${patientId}`}>{name}</a>
      </h3>
      <p>{text.totals(totals)}</p>
      <ol class="coverage-days">
        {days.map((day) => (
          <Strip key={day.date} day={day} />
        ))}
      </ol>
    </li>
  );
}
