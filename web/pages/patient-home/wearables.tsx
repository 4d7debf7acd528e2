import { useEffect, useState } from 'preact/hooks';
import type { Device, Patient } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { AddWearable, NewToken } from '../../components/wearable-token.tsx';
import { isBatteryLow } from '../../state/board-person.ts';
import { onFrame } from '../../state/connection.ts';
import { patientHome } from '../../text/en/patient-home.ts';
import { wearable } from '../../text/en/wearable.ts';

type Listed = Patient['devices'][number];
type Shown = Listed & Partial<Pick<Device, 'lastSeen' | 'batteryLevel'>>;

const ORDER: readonly Listed['status'][] = ['ACTIVE', 'INACTIVE', 'OFFLINE', 'UNREGISTERED', 'DISABLED'];
/** The name of a wearable that nobody has named: its MAC address, or the end of it. */
const MAC = /^(?:Wearable )?[\dA-F]{2}(?::[\dA-F]{2})+$/i;

export function Wearables({
  patientId,
  listed,
  reload,
}: {
  readonly patientId: string;
  readonly listed: readonly Listed[];
  readonly reload: () => unknown;
}) {
  const [adding, setAdding] = useState(false);
  const shown = useDeviceStates(listed);
  return (
    <Card title={listed.length > 1 ? patientHome.wearables : patientHome.wearable}>
      {shown.length === 0 && <p class="empty">{patientHome.noWearable}</p>}
      <ul class="home-wearables">
        {shown.map((device) => (
          <Wearable key={device.id} device={device} />
        ))}
      </ul>
      <Button onPress={() => setAdding(true)}>{wearable.add}</Button>
      {adding && <AddWearable patientId={patientId} onAdded={reload} onClose={() => setAdding(false)} />}
    </Card>
  );
}

function Wearable({ device }: { readonly device: Shown }) {
  const [renewing, setRenewing] = useState(false);
  const { id, name, status, lastSeen, batteryLevel } = device;
  const isLow = isBatteryLow(device);
  return (
    <li>
      <p>
        <strong id={`wearable-${id}`}>{MAC.test(name) ? patientHome.unnamedWearable : name}</strong>
      </p>
      <p>{patientHome.status[status]}</p>
      <dl class="vitals">
        {lastSeen !== undefined && (
          <div>
            <dt>{patientHome.lastReading}</dt>
            <dd>{lastSeen === null ? patientHome.never : <Ago at={lastSeen} />}</dd>
          </div>
        )}
        {typeof batteryLevel === 'number' && (
          <div>
            <dt>{patientHome.battery}</dt>
            <dd class={isLow ? 'low' : undefined}>
              {patientHome.percent(batteryLevel)}
              {isLow && `, ${patientHome.charge}`}
            </dd>
          </div>
        )}
      </dl>
      {status === 'UNREGISTERED' && (
        <Button kind="quiet" describedBy={`wearable-${id}`} onPress={() => setRenewing(true)}>
          {wearable.newToken}
        </Button>
      )}
      {renewing && <NewToken device={device} onClose={() => setRenewing(false)} />}
    </li>
  );
}

/** Battery and last reading: loaded for the wearable that is most likely worn, updated by frames for all. */
function useDeviceStates(listed: readonly Listed[]): readonly Shown[] {
  const [states, setStates] = useState<Readonly<Record<string, Partial<Shown>>>>({});
  const put = (id: string, more: Partial<Shown>) =>
    setStates((before) => ({ ...before, [id]: { ...before[id], ...more } }));
  const sorted = [...listed].sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
  const worn = sorted[0]?.id;
  useEffect(() => {
    if (worn === undefined) return;
    void api.get('/device/{id}', { path: { id: worn } }).then((reply) => {
      if (!reply.ok) return;
      const { status, lastSeen, batteryLevel } = reply.data;
      put(worn, { status, lastSeen, batteryLevel });
    });
  }, [worn]);
  useEffect(() => {
    const ends = [
      onFrame('reading', ({ data: { deviceId, timestamp, batteryLevel } }) =>
        put(deviceId, {
          status: 'ACTIVE',
          lastSeen: timestamp,
          ...(batteryLevel !== null && { batteryLevel }),
        }),
      ),
      onFrame('device.status', ({ data: { deviceId, status, lastDataPoint, batteryLevel } }) =>
        put(deviceId, { status, lastSeen: lastDataPoint, ...(batteryLevel !== null && { batteryLevel }) }),
      ),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return sorted.map((device) => ({ ...device, ...states[device.id] }));
}
