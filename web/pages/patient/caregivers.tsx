import { useEffect, useState } from 'preact/hooks';
import type { Caregiver, Patient } from '../../api/records.ts';
import { api, type Failed } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Loading } from '../../components/loading.tsx';
import { query } from '../../components/query.ts';
import { user } from '../../state/session.ts';
import { onDuty } from '../../state/shift.ts';
import { patient as text } from '../../text/en/patient.ts';
import { Phone } from './about.tsx';

const { caregivers: words } = text;

interface Props {
  readonly patient: Patient;
  readonly name: string;
  readonly onChanged: () => unknown;
}
type Assigned = Patient['caregivers'][number];

export function Caregivers({ patient, name, onChanged }: Props) {
  const [isAssigning, setAssigning] = useState(false);
  const [removing, setRemoving] = useState<Assigned>();
  const isAdmin = user.value?.role === 'ADMIN';
  const working = new Set(onDuty.value.map(({ id }) => id));
  return (
    <Card title={words.title}>
      {patient.caregivers.length === 0 && <p class="empty">{words.none}</p>}
      <ul class="rows">
        {patient.caregivers.map((caregiver) => (
          <li key={caregiver.id}>
            <span id={`caregiver-${caregiver.id}`} class="row-name">
              <b>{caregiver.name}</b>
              {caregiver.via === 'ward' && <span>{words.viaWard}</span>}
              {caregiver.via === 'assist' && <span>{words.viaAssist}</span>}
              {caregiver.relationship !== null && <span>{caregiver.relationship}</span>}
              {working.has(caregiver.id) && <span class="on-duty">{words.onDuty}</span>}
            </span>
            {caregiver.phone !== null && <Phone number={caregiver.phone} />}
            {isAdmin && caregiver.via === 'assignment' && (
              <Button
                kind="quiet"
                describedBy={`caregiver-${caregiver.id}`}
                onPress={() => setRemoving(caregiver)}
              >
                {words.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isAdmin && (
        <div class="actions">
          <Button onPress={() => setAssigning(true)}>{words.assign}</Button>
          <a class="more" href={`/admin/escalation${query({ patient: patient.id })}`}>
            {words.escalation}
          </a>
        </div>
      )}
      {isAssigning && (
        <AssignDialog
          patient={patient}
          name={name}
          onChanged={onChanged}
          onClose={() => setAssigning(false)}
        />
      )}
      {removing !== undefined && (
        <RemoveDialog
          caregiver={removing}
          patient={patient}
          name={name}
          onChanged={onChanged}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Card>
  );
}

function AssignDialog({ patient, name, onChanged, onClose }: Props & { readonly onClose: () => void }) {
  const { caregivers, failure } = useAllCaregivers();
  const assigned = new Set(patient.caregivers.filter(({ via }) => via === 'assignment').map(({ id }) => id));
  const others = caregivers?.filter(({ id, status }) => !assigned.has(id) && status === 'active');
  const submit = async ({ caregiverId = '', relationship = '' }: Readonly<Record<string, string>>) => {
    const reply = await api.post('/caregivers/{id}/patients', {
      path: { id: caregiverId },
      body: {
        patientId: patient.id,
        ...(relationship.trim() === '' ? {} : { relationship: relationship.trim() }),
      },
    });
    if (!reply.ok) return reply;
    onClose();
    await onChanged();
    return reply;
  };
  return (
    <Dialog title={words.assignTitle(name)} onClose={onClose}>
      {others === undefined ? (
        <Loading failure={failure} />
      ) : others.length === 0 ? (
        <p>{words.allAssigned}</p>
      ) : (
        <Form onSubmit={submit} submit={words.confirm} onCancel={onClose}>
          {({ errors }) => (
            <>
              <SelectField
                label={words.caregiver}
                name="caregiverId"
                options={others.map(({ id, firstName, lastName, email }) => ({
                  value: id,
                  label: `${firstName} ${lastName} (${email})`,
                }))}
                error={errors.patientId}
              />
              <Field
                label={words.relationship}
                hint={words.relationshipHint}
                name="relationship"
                maxLength={100}
                autocomplete="off"
              />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}

const PAGE_SIZE = 100;

/** All caregivers, sorted by name; the API returns pages. */
function useAllCaregivers(): {
  readonly caregivers: readonly Caregiver[] | undefined;
  readonly failure: Failed | undefined;
} {
  const [caregivers, setCaregivers] = useState<readonly Caregiver[]>();
  const [failure, setFailure] = useState<Failed>();
  useEffect(() => {
    let isShown = true;
    const load = async () => {
      const all: Caregiver[] = [];
      for (let page = 1; isShown; page++) {
        const reply = await api.get('/caregivers', { query: { page, limit: PAGE_SIZE } });
        if (!reply.ok) return setFailure(reply);
        all.push(...reply.data);
        if (page >= reply.pagination.totalPages) break;
      }
      all.sort((a, b) => `${a.firstName} ${a.lastName}`.localeCompare(`${b.firstName} ${b.lastName}`));
      setCaregivers(all);
    };
    void load();
    return () => {
      isShown = false;
    };
  }, []);
  return { caregivers, failure };
}

function RemoveDialog({
  caregiver,
  patient,
  name,
  onChanged,
  onClose,
}: Props & { readonly caregiver: Assigned; readonly onClose: () => void }) {
  const remove = () =>
    api.delete('/caregivers/{id}/patients/{patientId}', {
      path: { id: caregiver.id, patientId: patient.id },
    });
  return (
    <ConfirmDialog
      title={words.removeTitle(caregiver.name)}
      confirm={words.remove}
      act={remove}
      onDone={onChanged}
      onClose={onClose}
    >
      <p>{words.removeText(caregiver.name, name)}</p>
    </ConfirmDialog>
  );
}
