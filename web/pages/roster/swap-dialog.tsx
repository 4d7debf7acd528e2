import type { CalendarSlot } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { useLoad } from '../../components/load.ts';
import { user } from '../../state/session.ts';
import { roster } from '../../text/en/roster.ts';

const text = roster.swap;

/** Asks a colleague of the ward to take over one of the user's slots. */
export function SwapDialog({
  wardId,
  slot,
  name,
  onDone,
  onClose,
}: {
  readonly wardId: string;
  readonly slot: CalendarSlot;
  readonly name: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { data: members = [] } = useLoad('/wards/{id}/caregivers', {
    path: { id: wardId },
    query: { limit: 100 },
  });
  const own = user.value?.id ?? '';
  const isOn = (person: string): boolean => slot.caregivers.some(({ id }) => id === person);
  const colleagues = members.filter(({ id }) => !isOn(id));
  return (
    <ConfirmDialog
      title={text.title(name)}
      confirm={text.ask}
      act={({ colleague = '' }) =>
        api.post('/wards/{id}/roster/swaps', {
          path: { id: wardId },
          body: { shiftId: slot.shiftId, date: slot.date, caregiverId: own, replacedBy: colleague },
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      {({ errors }) => (
        <SelectField
          label={text.colleague}
          name="colleague"
          hint={text.hint}
          required
          options={colleagues.map(({ id, name: label }) => ({ value: id, label }))}
          error={errors?.replacedBy}
        />
      )}
    </ConfirmDialog>
  );
}
