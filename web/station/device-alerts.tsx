import { useId } from 'preact/hooks';
import { Ago } from '../components/ago.tsx';
import { Button } from '../components/button.tsx';
import { common } from '../text/en/common.ts';
import { phrases } from '../text/en/phrases.ts';
import { station as text } from '../text/en/station.ts';
import type { Act } from './act-dialog.tsx';
import type { StationDeviceAlert } from './api.ts';

export function DeviceAlerts({
  alerts,
  onAct,
}: {
  readonly alerts: readonly StationDeviceAlert[];
  readonly onAct: (act: Act) => void;
}) {
  // Also in the dialog of a room, above the board.
  const list = useId();
  return (
    <ul class="device-alerts">
      {alerts.map(
        ({ patientId, deviceId, type, patientName, patientRoom, message, timestamp, alerts: copies }) => {
          const key = `${deviceId ?? patientId}-${type}-${timestamp}`;
          const nameId = `${list}-${key}`;
          return (
            <li key={key}>
              <p id={nameId}>
                <strong>{patientName}</strong>
                {patientRoom !== null && ` · ${common.room(patientRoom)}`} · {phrases.reworded(message)} ·{' '}
                <Ago at={timestamp} calm />
              </p>
              <Button
                kind="quiet"
                describedBy={nameId}
                onPress={() => onAct({ kind: 'acknowledge', patientName, copies })}
              >
                {text.acknowledge}
              </Button>
            </li>
          );
        },
      )}
    </ul>
  );
}
