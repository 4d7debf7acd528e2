import { useRoute } from 'preact-iso';
import type { IncidentReport } from '../api/records.ts';
import { Button } from '../components/button.tsx';
import { useLoad } from '../components/load.ts';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { user } from '../state/session.ts';
import { report as text } from '../text/en/report.ts';
import { useDraft } from './report/draft.ts';
import { ReportForm } from './report/form.tsx';
import { Sheet } from './report/sheet.tsx';
import { SignReport } from './report/sign.tsx';

export default function Report() {
  const { id = '' } = useRoute().params;
  return <ReportPage key={id} id={id} />;
}

/** The incident report of a fall: a sheet to print, and below it the form that fills it in. */
function ReportPage({ id }: { readonly id: string }) {
  const { data, failure, reload, setData } = useLoad('/falls/{id}/report', { path: { id } });
  if (data === undefined)
    return (
      <Page title={text.title}>
        <Loading failure={failure} retry={reload} />
      </Page>
    );
  return (
    <Page title={text.titleOf(data.person.name)}>
      <LoadedReport report={data} onReport={setData} reload={reload} />
    </Page>
  );
}

interface LoadedReportProps {
  readonly report: IncidentReport;
  readonly onReport: (report: IncidentReport) => void;
  readonly reload: () => Promise<void>;
}

function LoadedReport({ report, onReport, reload }: LoadedReportProps) {
  const draft = useDraft(report);
  const mayWrite = user.value?.role !== 'PATIENT';
  return (
    <div class="report">
      <div class="actions report-actions">
        <Button onPress={() => window.print()}>{text.print}</Button>
        {mayWrite && <SignReport report={report} draft={draft} onSigned={onReport} reload={reload} />}
        <a class="button" href={`/falls/${report.fallId}`}>
          {text.back}
        </a>
      </div>
      <Sheet report={report} />
      {mayWrite && <ReportForm report={report} draft={draft} onSaved={onReport} />}
    </div>
  );
}
