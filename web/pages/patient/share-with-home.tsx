import type { Patient } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { ConfirmButton } from '../../components/confirm-dialog.tsx';
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
  const name = `${firstName} ${lastName}`;
  const asked = shareWithHome ? words.hide : words.show;
  return (
    <ConfirmButton
      title={asked.title(name)}
      confirm={asked.button}
      act={() => api.put('/patients/{id}', { path: { id }, body: { shareWithHome: !shareWithHome } })}
      onDone={onChanged}
    >
      <p>{asked.text}</p>
    </ConfirmButton>
  );
}
