import { useState } from 'preact/hooks';
import type { AssignedPatient } from '../../../api/records.ts';
import { api } from '../../../api/rest.ts';
import { BulkDialog } from '../../../components/bulk-dialog.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useFilters, useLatest } from '../../../components/filters.ts';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { Pager } from '../../../components/pager.tsx';
import { query } from '../../../components/query.ts';
import { users } from '../../../text/en/admin/users.ts';
import { common } from '../../../text/en/common.ts';

const { care: text } = users;
const PAGE_SIZE = 50;

/** The residents assigned to a caregiver. */
export function AssignedResidents({
  caregiverId,
  name,
}: {
  readonly caregiverId: string;
  readonly name: string;
}) {
  const [isAssigning, setAssigning] = useState(false);
  const [removing, setRemoving] = useState<AssignedPatient>();
  const [{ page = '' }, change] = useFilters();
  const path = { id: caregiverId };
  const { data, pagination, failure, reload } = useLoad('/caregivers/{id}/patients', {
    path,
    query: { page: Number(page) || '', limit: PAGE_SIZE, sort: 'name', order: 'asc' },
  });
  const patients = useLatest(data);
  return (
    <Card title={text.title}>
      {patients === undefined || failure !== undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <>
          {patients.length === 0 && <p class="empty">{text.none}</p>}
          <ul class="rows">
            {patients.map((patient) => (
              <li key={patient.id}>
                <span id={`patient-${patient.id}`} class="row-name">
                  <a href={`/admin/users${query({ user: patient.id })}`}>{patient.name}</a>
                  {typeof patient.room === 'string' && <span>{common.room(patient.room)}</span>}
                </span>
                <Button
                  kind="quiet"
                  describedBy={`patient-${patient.id}`}
                  onPress={() => setRemoving(patient)}
                >
                  {text.remove}
                </Button>
              </li>
            ))}
          </ul>
          {pagination !== undefined && (
            <Pager pagination={pagination} onPage={(next) => change({ page: String(next) })} />
          )}
          <div class="actions">
            <Button onPress={() => setAssigning(true)}>{text.assign}</Button>
          </div>
        </>
      )}
      {isAssigning && (
        <BulkDialog
          title={text.assignTitle(name)}
          confirm={text.confirm}
          without={patients?.map(({ id }) => id) ?? []}
          act={(patientId) => api.post('/caregivers/{id}/patients', { path, body: { patientId } })}
          onDone={reload}
          onClose={() => setAssigning(false)}
        />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={text.removeTitle(removing.name)}
          confirm={text.remove}
          act={() =>
            api.delete('/caregivers/{id}/patients/{patientId}', { path: { ...path, patientId: removing.id } })
          }
          onDone={reload}
          onClose={() => setRemoving(undefined)}
        >
          <p>{text.removeHint(name, removing.name)}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
