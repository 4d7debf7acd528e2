import { useState } from 'preact/hooks';
import type { PatientDevice } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DeviceLog } from '../../components/device-log.tsx';
import { Empty } from '../../components/empty.tsx';
import { MoveWearable } from '../../components/move-wearable.tsx';
import { ShakeTestDialog } from '../../components/shake-test.tsx';
import { actionsColumn, Table } from '../../components/table.tsx';
import { WearableState } from '../../components/wearable-state.tsx';
import { AddWearable, NewToken } from '../../components/wearable-token.tsx';
import { user } from '../../state/session.ts';
import { common } from '../../text/en/common.ts';
import { patient as text } from '../../text/en/patient.ts';
import { wearable } from '../../text/en/wearable.ts';
import { batteryOf } from './battery.ts';

const { wearables: words } = text;

export function Wearables({
  patientId,
  devices,
  onChanged,
}: {
  readonly patientId: string;
  readonly devices: readonly PatientDevice[];
  readonly onChanged: () => unknown;
}) {
  const [isAdding, setAdding] = useState(false);
  const [tokenFor, setTokenFor] = useState<PatientDevice>();
  const [testing, setTesting] = useState<PatientDevice>();
  const [moving, setMoving] = useState<PatientDevice>();
  const [logOf, setLogOf] = useState<PatientDevice>();
  const [switching, setSwitching] = useState<PatientDevice>();
  const isAdmin = user.value?.role === 'ADMIN';
  return (
    <Card title={words.title}>
      <Table
        caption={words.title}
        rows={devices}
        keyOf={({ id }) => id}
        empty={
          <Empty action={wearable.add} onPress={() => setAdding(true)}>
            {words.none}
          </Empty>
        }
        columns={[
          { title: words.name, cell: (device) => <Name device={device} /> },
          { title: words.status, cell: (device) => <Status device={device} /> },
          {
            title: words.lastReading,
            cell: ({ lastSeen }) => (lastSeen === null ? words.never : <Ago at={lastSeen} />),
          },
          { title: words.battery, cell: ({ batteryLevel }) => batteryOf(batteryLevel) },
          { title: words.signal, cell: signalOf },
          { title: words.firmware, cell: ({ firmwareVersion }) => firmwareVersion ?? common.unknown },
          actionsColumn<PatientDevice>(
            words.actions,
            ({ id }) => `wearable-${id}`,
            (device) => {
              const isOff = device.status === 'DISABLED';
              const test = { text: wearable.shake, onPress: () => setTesting(device) };
              const move = { text: wearable.move, onPress: () => setMoving(device) };
              const turn = {
                text: isOff ? wearable.switchOn : wearable.switchOff,
                onPress: () => setSwitching(device),
                isFinal: !isOff,
              };
              return [
                ...(isOff ? [] : [test]),
                { text: wearable.log.open, onPress: () => setLogOf(device) },
                { text: wearable.newToken, onPress: () => setTokenFor(device) },
                ...(isAdmin ? [move, turn] : []),
              ];
            },
          ),
        ]}
      />
      {devices.length > 0 && (
        <div class="actions">
          <Button onPress={() => setAdding(true)}>{wearable.add}</Button>
        </div>
      )}
      {isAdding && <AddWearable patientId={patientId} onAdded={onChanged} onClose={() => setAdding(false)} />}
      {moving !== undefined && (
        <MoveWearable
          device={moving}
          wearerId={patientId}
          onMoved={onChanged}
          onClose={() => setMoving(undefined)}
        />
      )}
      {testing !== undefined && <ShakeTestDialog device={testing} onClose={() => setTesting(undefined)} />}
      {logOf !== undefined && <DeviceLog device={logOf} onClose={() => setLogOf(undefined)} />}
      {switching !== undefined && (
        <Switch device={switching} onChanged={onChanged} onClose={() => setSwitching(undefined)} />
      )}
      {tokenFor !== undefined && <NewToken device={tokenFor} onClose={() => setTokenFor(undefined)} />}
    </Card>
  );
}

/** Lets an admin disable or enable a wearable. */
function Switch({
  device: { id, name, status },
  onChanged,
  onClose,
}: {
  readonly device: PatientDevice;
  readonly onChanged: () => unknown;
  readonly onClose: () => void;
}) {
  const isOff = status === 'DISABLED';
  const verb = isOff ? wearable.switchOn : wearable.switchOff;
  return (
    <ConfirmDialog
      title={isOff ? wearable.switchOnTitle(name) : wearable.switchOffTitle(name)}
      confirm={verb}
      act={() => api.post(`/admin/devices/{id}/${isOff ? 'enable' : 'disable'}`, { path: { id } })}
      onDone={onChanged}
      onClose={onClose}
    >
      <p>{isOff ? wearable.switchOnHint : wearable.switchOffHint}</p>
    </ConfirmDialog>
  );
}

const Name = ({ device: { id, name, macAddress, warnings } }: { readonly device: PatientDevice }) => (
  <>
    <span id={`wearable-${id}`}>
      <b>{name}</b>
      {name !== macAddress && <span class="address">{macAddress}</span>}
    </span>
    {warnings.map((warning) => (
      <span key={warning} class="wearable-warning">
        {warning}
      </span>
    ))}
  </>
);

const Status = ({ device }: { readonly device: PatientDevice }) => (
  <>
    <WearableState device={device} />
    {device.lastSeen !== null &&
      device.status === 'ACTIVE' &&
      !device.sensorsInitialized &&
      `, ${words.sensorsDown}`}
  </>
);

const GOOD_DBM = -67;
const FAIR_DBM = -80;

function signalOf({ signalStrength: dbm }: PatientDevice): string {
  if (dbm === null) return common.unknown;
  return words.strength(dbm >= GOOD_DBM ? words.good : dbm >= FAIR_DBM ? words.fair : words.weak, dbm);
}
