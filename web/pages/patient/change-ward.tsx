import type { Patient, Ward } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { ConfirmButton } from '../../components/confirm-dialog.tsx';
import { namedOptions, SelectField } from '../../components/field.tsx';
import { isAdmin, mayLead } from '../../components/wards.ts';
import { common } from '../../text/en/common.ts';
import { wards } from '../../text/en/wards.ts';

const { ofResident: text } = wards;

/** For admins, and for leads of the resident's ward, who choose among the wards that they lead; only admins choose none. */
export function ChangeWard({
  patient,
  wards,
  onChanged,
}: {
  readonly patient: Patient;
  readonly wards: readonly Ward[];
  readonly onChanged: () => unknown;
}) {
  const current = wards.find(({ id }) => id === patient.wardId);
  const led = wards.filter(mayLead);
  if (led.length === 0 || (current !== undefined && !mayLead(current))) return null;
  return (
    <ConfirmButton
      button={text.change}
      title={text.title(`${patient.firstName} ${patient.lastName}`)}
      confirm={common.save}
      act={({ wardId = '' }) =>
        api.put('/patients/{id}', { path: { id: patient.id }, body: { wardId: wardId || null } })
      }
      onDone={onChanged}
    >
      <SelectField
        label={text.name}
        hint={text.hint}
        name="wardId"
        value={patient.wardId ?? ''}
        options={[
          ...(isAdmin() || current === undefined ? [{ value: '', label: text.noWard }] : []),
          ...namedOptions(led),
        ]}
      />
    </ConfirmButton>
  );
}
