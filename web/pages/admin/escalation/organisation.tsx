import { api } from '../../../api/rest.ts';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { Page } from '../../../components/page.tsx';
import { escalation } from '../../../text/en/admin/escalation.ts';
import { PolicyEditor } from './editor.tsx';
import { Webhooks } from './webhooks.tsx';

export function OrganisationPolicy() {
  const { data, failure, reload, setData } = useLoad('/admin/escalation');
  return (
    <Page title={escalation.title}>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <PolicyEditor
          policy={data}
          save={async (policy) => {
            const answer = await api.put('/admin/escalation', { body: policy });
            if (answer.ok) setData(answer.data);
            return answer;
          }}
        />
      )}
      <Webhooks />
    </Page>
  );
}
