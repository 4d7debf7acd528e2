import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { api } from '../api/rest.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useLoad } from '../components/load.ts';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { user } from '../state/session.ts';
import { report as text } from '../text/en/report.ts';
import { ReportForm } from './report/form.tsx';
import { Sheet } from './report/sheet.tsx';

export default function Report() {
  const { id = '' } = useRoute().params;
  return <ReportPage key={id} id={id} />;
}

/** The incident report of a fall: a sheet to print, and below it the form that fills it in. */
function ReportPage({ id }: { readonly id: string }) {
  const { data, failure, reload, setData } = useLoad('/falls/{id}/report', { path: { id } });
  const [isSigning, setSigning] = useState(false);
  if (data === undefined)
    return (
      <Page title={text.title}>
        <Loading failure={failure} retry={reload} />
      </Page>
    );
  const mayWrite = user.value?.role !== 'PATIENT';
  const sign = async () => {
    const answer = await api.post('/falls/{id}/report/sign', { path: { id } });
    if (answer.ok) setData(answer.data);
    return answer;
  };
  return (
    <Page title={text.titleOf(data.person.name)}>
      <div class="report">
        <div class="actions report-actions">
          <Button onPress={() => window.print()}>{text.print}</Button>
          {mayWrite && data.signedAt === null && (
            <Button onPress={() => setSigning(true)}>{text.sign.button}</Button>
          )}
          <a class="button" href={`/falls/${id}`}>
            {text.back}
          </a>
        </div>
        <Sheet report={data} />
        {mayWrite && <ReportForm key={data.signedAt} report={data} onSaved={setData} />}
        {isSigning && (
          <ConfirmDialog
            title={text.sign.title}
            confirm={text.sign.button}
            act={sign}
            onClose={() => setSigning(false)}
          >
            <p>{text.sign.about}</p>
          </ConfirmDialog>
        )}
      </div>
    </Page>
  );
}
