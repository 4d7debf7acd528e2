import type { User } from '../../../api/records.ts';
import { api } from '../../../api/rest.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Field } from '../../../components/field.tsx';
import { users } from '../../../text/en/admin/users.ts';
import { common } from '../../../text/en/common.ts';
import { ExternalIdField } from './external-id-field.tsx';

const { edit: text, create } = users;

/** An optional field that was cleared becomes null. */
const orNull = (value: string | undefined): string | null => value?.trim() || null;

export function EditPerson({
  user,
  name,
  onChanged,
  onClose,
}: {
  readonly user: User;
  readonly name: string;
  readonly onChanged: (notice: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const path = { id: user.id };
  const isCaregiver = user.role === 'CAREGIVER';
  const isResident = user.role === 'PATIENT';
  const save = (values: Readonly<Record<string, string>>) => {
    const { firstName = '', lastName = '' } = values;
    const body = { firstName: firstName.trim(), lastName: lastName.trim(), phone: orNull(values.phone) };
    if (isCaregiver)
      return api.put('/caregivers/{id}', {
        path,
        body: {
          ...body,
          specialization: orNull(values.specialization),
          organization: orNull(values.organization),
        },
      });
    const dateOfBirth = orNull(values.dateOfBirth);
    return isResident
      ? api.put('/patients/{id}', {
          path,
          body: { ...body, dateOfBirth, externalId: orNull(values.externalId) },
        })
      : api.put('/admin/users/{id}', { path, body: { ...body, dateOfBirth } });
  };
  return (
    <ConfirmDialog
      title={text.title(name)}
      confirm={common.save}
      act={save}
      onDone={() => onChanged(common.saved)}
      onClose={onClose}
    >
      <Field label={create.firstName} name="firstName" value={user.firstName} required />
      <Field label={create.lastName} name="lastName" value={user.lastName} required />
      <Field label={create.phone} name="phone" type="tel" autocomplete="off" value={user.phone ?? ''} />
      {isCaregiver ? (
        <>
          <Field label={create.specialization} name="specialization" value={user.specialization ?? ''} />
          <Field label={text.organization} name="organization" value={user.organization ?? ''} />
        </>
      ) : (
        <Field label={text.dateOfBirth} name="dateOfBirth" type="date" value={user.dateOfBirth ?? ''} />
      )}
      {isResident && <ExternalIdField value={user.externalId ?? ''} />}
    </ConfirmDialog>
  );
}
