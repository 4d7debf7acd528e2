import { useState } from 'preact/hooks';
import { SelectField } from '../../components/field.tsx';
import { people } from '../../state/people.ts';
import { common } from '../../text/en/common.ts';
import { patient as text } from '../../text/en/patient.ts';
import { ReportFallDialog } from '../patient/report-fall.tsx';

const { report: words } = text;

/** Of one of the residents on the board. */
export default function ReportFallOfSomebody({ onClose }: { readonly onClose: () => void }) {
  const [residents] = useState(() =>
    people.keys
      .peek()
      .flatMap((id) => people.peek(id) ?? [])
      .sort((a, b) => a.name.localeCompare(b.name)),
  );
  return (
    <ReportFallDialog title={words.open} onClose={onClose}>
      <SelectField
        label={words.resident}
        name="patientId"
        required
        options={[
          { value: '', label: words.chooseResident },
          ...residents.map(({ id, name, room }) => ({ value: id, label: common.inRoom(name, room) })),
        ]}
      />
    </ReportFallDialog>
  );
}
