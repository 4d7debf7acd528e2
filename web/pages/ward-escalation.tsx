import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { api } from '../api/rest.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useLoad } from '../components/load.ts';
import { Loading } from '../components/loading.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { useWards } from '../components/wards.ts';
import { escalation } from '../text/en/admin/escalation.ts';
import { PolicyEditor } from './admin/escalation/editor.tsx';

const { ward: text } = escalation;

/** A ward's policy: the organisation's or its own. For admins and the leads of the ward. */
export default function WardEscalation() {
  const path = { id: useRoute().params.id ?? '' };
  const { data, failure, reload, setData } = useLoad('/wards/{id}/escalation', { path });
  const [isAsking, setAsking] = useState(false);
  const name = useWards().find(({ id }) => id === path.id)?.name ?? text.someWard;
  if (data === undefined)
    return (
      <Page title={escalation.title}>
        <Loading failure={failure} retry={reload} />
      </Page>
    );
  return (
    <Page title={escalation.titleFor(name)}>
      <Notice>{data.inherited ? text.inherited(name) : text.ownPolicy(name)}</Notice>
      {!data.inherited && (
        <div class="page-actions">
          <Button onPress={() => setAsking(true)}>{text.inheritAgain}</Button>
        </div>
      )}
      <PolicyEditor
        policy={data}
        save={async (policy) => {
          const answer = await api.put('/wards/{id}/escalation', { path, body: policy });
          if (answer.ok) setData(answer.data);
          return answer;
        }}
      />
      {isAsking && (
        <ConfirmDialog
          title={text.inheritTitle}
          confirm={text.inheritAgain}
          act={() => api.delete('/wards/{id}/escalation', { path })}
          onDone={reload}
          onClose={() => setAsking(false)}
        >
          <p>{text.inheritHint(name)}</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
