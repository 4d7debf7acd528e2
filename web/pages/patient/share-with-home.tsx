import { useState } from 'preact/hooks';
import type { Patient } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { patient as text } from '../../text/en/patient.ts';

const { smartHome: words } = text;

/** Shows the resident in Home Assistant or openHAB. */
export function ShareWithHome({
  patient: { id, firstName, lastName, shareWithHome },
  onChanged,
}: {
  readonly patient: Patient;
  readonly onChanged: () => unknown;
}) {
  const [isAsking, setAsking] = useState(false);
  const name = `${firstName} ${lastName}`;
  const asked = shareWithHome ? words.hide : words.show;
  return (
    <>
      <Button onPress={() => setAsking(true)}>{asked.button}</Button>
      {isAsking && (
        <ConfirmDialog
          title={asked.title(name)}
          confirm={asked.button}
          act={() => api.put('/patients/{id}', { path: { id }, body: { shareWithHome: !shareWithHome } })}
          onDone={onChanged}
          onClose={() => setAsking(false)}
        >
          <p>{asked.text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
