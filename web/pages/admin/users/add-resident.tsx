import { useState } from 'preact/hooks';
import type { CreatedPatient } from '../../../api/records.ts';
import { type Answered, api, filledIn } from '../../../api/rest.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Field, namedOptions, SelectField } from '../../../components/field.tsx';
import { Form } from '../../../components/form.tsx';
import { SecretDialog } from '../../../components/secret-dialog.tsx';
import { useWards } from '../../../components/wards.ts';
import { refreshBoard } from '../../../state/feed.ts';
import { users } from '../../../text/en/admin/users.ts';
import { ExternalIdField } from './external-id-field.tsx';

const { create, createResident: text, person } = users;

/** A resident needs no e-mail address: without one there is no login and no password to show. */
export function AddResident({
  onAdded,
  onClose,
}: {
  /** Gets a sentence for the page to show. */
  readonly onAdded: (notice: string) => unknown;
  readonly onClose: () => void;
}) {
  const { data: wards = [] } = useWards();
  const [withPassword, setWithPassword] = useState<CreatedPatient>();
  const submit = async (values: Readonly<Record<string, string>>): Promise<Answered<unknown>> => {
    const given = Object.entries(values).map(([name, value]) => [name, value.trim()]);
    const body = Object.fromEntries(given.filter(([, value]) => value !== ''));
    const reply = await api.post('/admin/patients', { body: filledIn<'NewResident'>(body) });
    if (!reply.ok) return reply;
    void refreshBoard();
    onAdded(text.added(nameOf(reply.data)));
    if (reply.data.temporaryPassword === undefined) onClose();
    else setWithPassword(reply.data);
    return reply;
  };
  if (withPassword?.temporaryPassword !== undefined)
    return (
      <SecretDialog
        title={create.passwordTitle(nameOf(withPassword))}
        secret={withPassword.temporaryPassword}
        hint={person.temporaryHint(nameOf(withPassword))}
        done={person.temporaryDone}
        onClose={onClose}
      />
    );
  return (
    <Dialog title={text.title} onClose={onClose}>
      <Form onSubmit={submit} submit={create.add} onCancel={onClose}>
        <Field label={create.firstName} name="firstName" required />
        <Field label={create.lastName} name="lastName" required />
        <Field label={text.room} name="room" maxLength={80} autocomplete="off" />
        {wards.length > 0 && (
          <SelectField label={text.ward} name="wardId" options={namedOptions(wards, text.noWard)} />
        )}
        <Field label={text.dateOfBirth} name="dateOfBirth" type="date" />
        <Field label={text.emergencyContact} name="emergencyContact" type="tel" autocomplete="off" />
        <ExternalIdField />
        <Field label={text.email} hint={text.emailHint} name="email" type="email" autocomplete="off" />
      </Form>
    </Dialog>
  );
}

const nameOf = ({ firstName, lastName }: CreatedPatient): string => `${firstName} ${lastName}`;
