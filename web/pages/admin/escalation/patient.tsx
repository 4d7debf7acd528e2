import { api } from '../../../api/rest.ts';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { Page } from '../../../components/page.tsx';
import { query } from '../../../components/query.ts';
import { escalation as text } from '../../../text/en/admin/escalation.ts';
import { InheritablePolicy } from './inheritable.tsx';

/** A resident's policy: the organisation's or a separate one. */
export function PatientPolicy({ id }: { readonly id: string }) {
  const path = { id };
  const person = useLoad('/admin/users/{id}', { path });
  const { data, failure, reload, setData } = useLoad('/patients/{id}/escalation', { path });
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
      <InheritablePolicy
        name={name}
        text={text}
        policy={data}
        reach={{ patientId: id }}
        save={async (policy) => {
          const reply = await api.put('/patients/{id}/escalation', { path, body: policy });
          if (reply.ok) setData(reply.data);
          return reply;
        }}
        remove={() => api.delete('/patients/{id}/escalation', { path })}
        onRemoved={reload}
      />
    </Page>
  );
}
