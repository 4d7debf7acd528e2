import { useState } from 'preact/hooks';
import { realAddress } from '../../../api/address.ts';
import type { User } from '../../../api/records.ts';
import { Card } from '../../../components/card.tsx';
import { Facts } from '../../../components/facts.tsx';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { query } from '../../../components/query.ts';
import { users } from '../../../text/en/admin/users.ts';
import { common } from '../../../text/en/common.ts';
import { date } from '../../../text/words.ts';
import { Caregivers } from '../../patient/caregivers.tsx';
import { Wearables } from '../../patient/wearables.tsx';
import { Actions } from './actions.tsx';
import { DirectoryEntry } from './directory-entry.tsx';
import { Status } from './people.tsx';
import { AssignedResidents } from './residents.tsx';

const { person: text } = users;

/** One account, with the caregiver's residents or the resident's care team. */
export function Person({ id }: { readonly id: string }) {
  const { data, failure, reload } = useLoad('/admin/users/{id}', { path: { id } });
  const [notice, setNotice] = useState<string>();
  const back = (
    <p>
      <a href="/admin/users">{text.back}</a>
    </p>
  );
  if (data === undefined)
    return (
      <Page title={users.title}>
        {back}
        <Loading failure={failure} retry={reload} />
      </Page>
    );
  const name = `${data.firstName} ${data.lastName}`;
  const changed = async (what: string) => {
    setNotice(what);
    await reload();
  };
  return (
    <Page title={name}>
      {back}
      {notice !== undefined && <Notice kind="good">{notice}</Notice>}
      <Card title={text.account}>
        <div class="account">
          <Facts facts={factsOf(data)} />
        </div>
        <p class="links">
          {data.role === 'PATIENT' && <a href={`/patients/${id}`}>{text.page}</a>}
          <a href={`/admin/logs${query({ actorId: id })}`}>{text.log}</a>
          <a href={`/admin/logs${query({ subjectId: id })}`}>{text.logAbout}</a>
        </p>
        <Actions user={data} name={name} onChanged={changed} />
      </Card>
      {data.role !== 'PATIENT' && <DirectoryEntry user={data} name={name} onChanged={changed} />}
      {data.role === 'CAREGIVER' && <AssignedResidents caregiverId={id} name={name} />}
      {data.role === 'PATIENT' && <CareTeam patientId={id} name={name} />}
    </Page>
  );
}

const factsOf = ({ email, pendingEmail, phone, role, status, room, externalId, createdAt }: User) => [
  { name: text.role, value: common.role[role] },
  { name: text.state, value: <Status status={status} /> },
  { name: text.email, value: realAddress(email) ?? users.list.noEmail },
  ...(pendingEmail === undefined ? [] : [{ name: text.pendingEmail, value: pendingEmail }]),
  ...(phone === null ? [] : [{ name: text.phone, value: phone }]),
  ...(room === null ? [] : [{ name: text.room, value: room }]),
  ...(externalId === null ? [] : [{ name: text.externalId, value: externalId }]),
  { name: text.since, value: date(createdAt) },
];

function CareTeam({ patientId, name }: { readonly patientId: string; readonly name: string }) {
  const { data, failure, reload } = useLoad('/patients/{id}/overview', { path: { id: patientId } });
  if (data === undefined) return <Loading failure={failure} retry={reload} />;
  return (
    <>
      <Caregivers patient={data.patient} name={name} onChanged={reload} />
      <Wearables patientId={patientId} devices={data.devices} onChanged={reload} />
    </>
  );
}
