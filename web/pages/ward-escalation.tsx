import { useRoute } from 'preact-iso';
import { api } from '../api/rest.ts';
import { useLoad } from '../components/load.ts';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { useWards } from '../components/wards.ts';
import { escalation } from '../text/en/admin/escalation.ts';
import { InheritablePolicy } from './admin/escalation/inheritable.tsx';

const { ward: text } = escalation;

/** A ward's policy: the organisation's or its own. For admins and the leads of the ward. */
export default function WardEscalation() {
  const path = { id: useRoute().params.id ?? '' };
  const { data, failure, reload, setData } = useLoad('/wards/{id}/escalation', { path });
  const name = useWards().data?.find(({ id }) => id === path.id)?.name ?? text.someWard;
  if (data === undefined)
    return (
      <Page title={escalation.title}>
        <Loading failure={failure} retry={reload} />
      </Page>
    );
  return (
    <Page title={escalation.titleFor(name)}>
      <InheritablePolicy
        name={name}
        text={text}
        policy={data}
        reach={{ wardId: path.id }}
        save={async (policy) => {
          const reply = await api.put('/wards/{id}/escalation', { path, body: policy });
          if (reply.ok) setData(reply.data);
          return reply;
        }}
        remove={() => api.delete('/wards/{id}/escalation', { path })}
        onRemoved={reload}
      />
    </Page>
  );
}
