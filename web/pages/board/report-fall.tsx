import { useState } from 'preact/hooks';
import { SelectField } from '../../components/field.tsx';
import { people } from '../../state/people.ts';
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
  const label = ({ name, room }: (typeof residents)[number]): string =>
    room === null ? name : words.inRoom(name, room);
  return (
    <ReportFallDialog title={words.open} onClose={onClose}>
      <SelectField
        label={words.resident}
        name="patientId"
        required
        options={[
          { value: '', label: words.chooseResident },
          ...residents.map((resident) => ({ value: resident.id, label: label(resident) })),
        ]}
      />
    </ReportFallDialog>
  );
}
