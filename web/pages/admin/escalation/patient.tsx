import { useState } from 'preact/hooks';
import { api } from '../../../api/rest.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { query } from '../../../components/query.ts';
import { escalation as text } from '../../../text/en/admin/escalation.ts';
import { PolicyEditor } from './editor.tsx';

/** A resident's policy: the organisation's or a separate one. */
export function PatientPolicy({ id }: { readonly id: string }) {
  const path = { id };
  const person = useLoad('/admin/users/{id}', { path });
  const { data, failure, reload, setData } = useLoad('/patients/{id}/escalation', { path });
  const [isAsking, setAsking] = useState(false);
  if (data === undefined || person.data === undefined)
    return (
      <Page title={text.title}>
        <Loading failure={failure ?? person.failure} retry={reload} />
      </Page>
    );
  const name = `${person.data.firstName} ${person.data.lastName}`;
  return (
    <Page title={text.titleFor(name)}>
      <p class="links">
        <a href="/admin/escalation">{text.backToAll}</a>
        <a href={`/admin/users${query({ user: id })}`}>{text.account}</a>
      </p>
      <Notice>{data.inherited ? text.inherited(name) : text.ownPolicy(name)}</Notice>
      {!data.inherited && (
        <div class="page-actions">
          <Button onPress={() => setAsking(true)}>{text.inheritAgain}</Button>
        </div>
      )}
      <PolicyEditor
        policy={data}
        save={async (policy) => {
          const answer = await api.put('/patients/{id}/escalation', { path, body: policy });
          if (answer.ok) setData(answer.data);
          return answer;
        }}
      />
      {isAsking && (
        <ConfirmDialog
          title={text.inheritTitle}
          confirm={text.inheritAgain}
          act={() => api.delete('/patients/{id}/escalation', { path })}
          onDone={reload}
          onClose={() => setAsking(false)}
        >
          <p>{text.inheritHint(name)}</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
