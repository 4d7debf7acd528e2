import { useState } from 'preact/hooks';
import { Ago } from '../../parts/ago.tsx';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { acknowledge, deviceAlerts } from '../../state/device-alerts.ts';
import { board } from '../../text/en/board.ts';

export function DeviceAlertCard({ id }: { readonly id: string }) {
  const alert = deviceAlerts.get(id)?.value;
  const [failure, setFailure] = useState<string>();
  if (alert === undefined) return null;
  const textId = `device-alert-${id}`;
  const press = async () => {
    const answer = await acknowledge(id);
    setFailure(answer.ok ? undefined : answer.error);
  };
  return (
    <li class="alert-card device">
      <div class="alert-head">
        <p id={textId}>
          <a href={`/patients/${alert.patientId}`}>{alert.message}</a>
        </p>
        <Ago at={alert.timestamp} />
      </div>
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      <div class="actions">
        <Button describedBy={textId} onPress={press}>
          {board.acknowledge}
        </Button>
      </div>
    </li>
  );
}
