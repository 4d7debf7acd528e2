import type { Patient } from '../../api/records.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { SelectField } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { useLoad } from '../../parts/load.ts';
import { Loading } from '../../parts/loading.tsx';
import { handOff, type OpenFall } from '../../state/falls.ts';
import { board } from '../../text/en/board.ts';
import { common } from '../../text/en/common.ts';

export function HandOffDialog({ fall, onClose }: { readonly fall: OpenFall; readonly onClose: () => void }) {
  const { data, failure, reload } = useLoad<Patient>(`/patients/${fall.patientId}`);
  const others = data?.caregivers.filter(({ id }) => id !== fall.response.claimedBy?.id) ?? [];
  const submit = async ({ caregiverId = '' }: Readonly<Record<string, string>>) => {
    const answer = await handOff(fall.id, caregiverId);
    if (answer.ok) onClose();
    return answer;
  };
  return (
    <Dialog title={board.dialog.handOffTitle(fall.patientName)} onClose={onClose}>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : others.length === 0 ? (
        <p>{board.dialog.nobody}</p>
      ) : (
        <Form onSubmit={submit}>
          {({ errors }) => (
            <>
              <SelectField
                label={board.dialog.caregiver}
                hint={board.dialog.handOffHint}
                name="caregiverId"
                options={others.map(({ id, name }) => ({ value: id, label: name }))}
                error={errors.caregiverId}
              />
              <div class="actions">
                <Button type="submit" kind="urgent">
                  {board.handOff}
                </Button>
              </div>
            </>
          )}
        </Form>
      )}
      <div class="actions">
        <Button onPress={onClose}>{common.cancel}</Button>
      </div>
    </Dialog>
  );
}
