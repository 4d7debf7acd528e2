import type { Role } from '../api/records.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { PersonPicker } from './person-picker.tsx';

/** Asks for the person by whom a list is filtered. */
export function ChoosePerson({
  title,
  legend,
  confirm,
  only,
  onChosen,
  onClose,
}: {
  readonly title: string;
  readonly legend: string;
  readonly confirm: string;
  readonly only?: Role;
  readonly onChosen: (id: string) => void;
  readonly onClose: () => void;
}) {
  const choose = async ({ person = '' }: Readonly<Record<string, string>>) => {
    onChosen(person);
    return { ok: true, status: 200, data: person } as const;
  };
  return (
    <ConfirmDialog title={title} confirm={confirm} act={choose} onClose={onClose}>
      <PersonPicker name="person" legend={legend} {...(only !== undefined && { only })} />
    </ConfirmDialog>
  );
}
