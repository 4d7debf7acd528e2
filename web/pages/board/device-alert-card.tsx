import type { TeamDeviceAlert } from '../../api/records.ts';
import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { useFailure } from '../../components/failure.ts';
import { Notice } from '../../components/notice.tsx';
import { acknowledge, deviceAlerts } from '../../state/device-alerts.ts';
import { board } from '../../text/en/board.ts';
import { phrases } from '../../text/en/phrases.ts';

/** Less urgent than a fall, so smaller: one line of text. */
export function DeviceAlertCard({ id }: { readonly id: string }) {
  const alert = deviceAlerts.get(id)?.value;
  const [failure, setFailure] = useFailure(id);
  if (alert === undefined) return null;
  const textId = `device-alert-${id}`;
  const press = async () => setFailure(await acknowledge(id));
  return (
    <li class="device-alert">
      <p id={textId}>
        <a href={`/patients/${alert.patientId}`}>{phrases.reworded(alert.message)}</a>{' '}
        <Ago at={alert.timestamp} />
      </p>
      <Button kind="quiet" describedBy={textId} onPress={press}>
        {board.acknowledge}
      </Button>
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
    </li>
  );
}

/** For admins: the caregivers of the resident acknowledge it. */
export const TeamDeviceAlertCard = ({ alert }: { readonly alert: TeamDeviceAlert }) => (
  <li class="device-alert">
    <p>
      <a href={`/patients/${alert.patientId}`}>{phrases.reworded(alert.message)}</a>{' '}
      <Ago at={alert.timestamp} />
      <span class="address">{board.forCaregivers}</span>
    </p>
  </li>
);
