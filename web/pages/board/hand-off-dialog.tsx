import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { handOff, type OpenFall } from '../../state/falls.ts';
import { onDuty } from '../../state/shift.ts';
import { board } from '../../text/en/board.ts';
import { common } from '../../text/en/common.ts';

export function HandOffDialog({ fall, onClose }: { readonly fall: OpenFall; readonly onClose: () => void }) {
  const { data, failure, reload } = useLoad('/patients/{id}', { path: { id: fall.patientId } });
  const others = (data?.caregivers ?? [])
    .filter(({ id }) => id !== fall.response.claimedBy?.id)
    .map(({ id, name }) => ({
      value: id,
      label: name,
      isOnDuty: onDuty.value.some((duty) => duty.id === id),
    }))
    .sort((a, b) => Number(b.isOnDuty) - Number(a.isOnDuty) || a.label.localeCompare(b.label));
  const submit = async ({ caregiverId = '' }: Readonly<Record<string, string>>) => {
    const reply = await handOff(fall.id, caregiverId);
    if (reply.ok) onClose();
    return reply;
  };
  return (
    <Dialog title={board.dialog.handOffTitle(fall.patientName)} onClose={onClose}>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : others.length === 0 ? (
        <p>{board.dialog.noOthers}</p>
      ) : (
        <Form onSubmit={submit} submit={board.handOff} onCancel={onClose}>
          <SelectField
            label={board.dialog.caregiver}
            hint={board.dialog.handOffHint}
            name="caregiverId"
            options={others.map(({ isOnDuty, ...option }) => ({
              ...option,
              group: isOnDuty ? board.dialog.onDuty : board.dialog.offDuty,
            }))}
          />
        </Form>
      )}
      {others.length === 0 && (
        <div class="actions">
          <Button onPress={onClose}>{common.cancel}</Button>
        </div>
      )}
    </Dialog>
  );
}
