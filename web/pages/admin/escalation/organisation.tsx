import { api } from '../../../api/rest.ts';
import { Card } from '../../../components/card.tsx';
import { DetectionCard, DetectionDialog } from '../../../components/detection-limits.tsx';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { Page } from '../../../components/page.tsx';
import { useWards } from '../../../components/wards.ts';
import { escalation } from '../../../text/en/admin/escalation.ts';
import { PolicyEditor } from './editor.tsx';
import { Webhooks } from './webhooks.tsx';

/** Links to the policies of the wards, where there are any. */
function WardPolicies() {
  const { data: wards = [] } = useWards();
  if (wards.length === 0) return null;
  return (
    <Card title={escalation.ward.title}>
      <p>{escalation.ward.about}</p>
      <ul>
        {wards.map(({ id, name }) => (
          <li key={id}>
            <a href={`/wards/${id}/escalation`}>{name}</a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const RingingDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <DetectionDialog
    limits={useLoad('/admin/limits')}
    report={useLoad('/reports/sensitivity')}
    inherits={false}
    save={(body) => api.put('/admin/limits', { body })}
    onClose={onClose}
  />
);

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
            const reply = await api.put('/admin/escalation', { body: policy });
            if (reply.ok) setData(reply.data);
            return reply;
          }}
        />
      )}
      <DetectionCard dialog={(onClose) => <RingingDialog onClose={onClose} />} />
      <WardPolicies />
      <Webhooks />
    </Page>
  );
}
