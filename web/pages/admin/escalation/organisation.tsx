import { call } from '../../../api/call.ts';
import type { EscalationPolicy } from '../../../api/records.ts';
import { useLoad } from '../../../parts/load.ts';
import { Loading } from '../../../parts/loading.tsx';
import { Page } from '../../../parts/page.tsx';
import { escalation } from '../../../text/en/admin/escalation.ts';
import { PolicyEditor } from './editor.tsx';
import { Webhooks } from './webhooks.tsx';

export function OrganisationPolicy() {
  const { data, failure, reload, setData } = useLoad<EscalationPolicy>('/admin/escalation');
  return (
    <Page title={escalation.title}>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <PolicyEditor
          policy={data}
          save={async (policy) => {
            const answer = await call<EscalationPolicy>('PUT', '/admin/escalation', policy);
            if (answer.ok) setData(answer.data);
            return answer;
          }}
        />
      )}
      <Webhooks />
    </Page>
  );
}
