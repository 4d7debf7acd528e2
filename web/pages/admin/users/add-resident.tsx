import { useState } from 'preact/hooks';
import type { CreatedPatient } from '../../../api/records.ts';
import { type Answered, api, filledIn } from '../../../api/rest.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Field, SelectField } from '../../../components/field.tsx';
import { Form } from '../../../components/form.tsx';
import { SecretDialog } from '../../../components/secret-dialog.tsx';
import { useWards } from '../../../components/wards.ts';
import { refreshBoard } from '../../../state/feed.ts';
import { users } from '../../../text/en/admin/users.ts';

const { create, createResident: text, person } = users;

/** A resident needs no e-mail address: without one there is no login and no password to show. */
export function AddResident({
  onAdded,
  onClose,
}: {
  /** Gets a sentence for the page to show. */
  readonly onAdded: (said: string) => unknown;
  readonly onClose: () => void;
}) {
  const { data: wards = [] } = useWards();
  const [withPassword, setWithPassword] = useState<CreatedPatient>();
  const submit = async (values: Readonly<Record<string, string>>): Promise<Answered<unknown>> => {
    const given = Object.entries(values).map(([name, value]) => [name, value.trim()]);
    const body = Object.fromEntries(given.filter(([, value]) => value !== ''));
    const answer = await api.post('/admin/patients', { body: filledIn<'NewResident'>(body) });
    if (!answer.ok) return answer;
    void refreshBoard();
    onAdded(text.added(nameOf(answer.data)));
    if (answer.data.temporaryPassword === undefined) onClose();
    else setWithPassword(answer.data);
    return answer;
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
        {({ errors }) => (
          <>
            <Field label={create.firstName} name="firstName" error={errors.firstName} required />
            <Field label={create.lastName} name="lastName" error={errors.lastName} required />
            <Field label={text.room} name="room" maxLength={80} autocomplete="off" error={errors.room} />
            {wards.length > 0 && (
              <SelectField
                label={text.ward}
                name="wardId"
                options={[
                  { value: '', label: text.noWard },
                  ...wards.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                error={errors.wardId}
              />
            )}
            <Field label={text.dateOfBirth} name="dateOfBirth" type="date" error={errors.dateOfBirth} />
            <Field
              label={text.emergencyContact}
              name="emergencyContact"
              type="tel"
              autocomplete="off"
              error={errors.emergencyContact}
            />
            <Field
              label={text.email}
              hint={text.emailHint}
              name="email"
              type="email"
              autocomplete="off"
              error={errors.email}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

const nameOf = ({ firstName, lastName }: CreatedPatient): string => `${firstName} ${lastName}`;
