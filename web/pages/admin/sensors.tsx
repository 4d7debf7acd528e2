import { useState } from 'preact/hooks';
import type { Sensor } from '../../api/records.ts';
import { api, filledIn } from '../../api/rest.ts';
import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { Field, namedOptions, SelectField } from '../../components/field.tsx';
import { useLoad } from '../../components/load.ts';
import { ManagedList, PER_PAGE } from '../../components/managed-list.tsx';
import type { Column } from '../../components/table.tsx';
import { isAdmin, mayLead, useWards } from '../../components/wards.ts';
import { people } from '../../state/people.ts';
import { sensors as text } from '../../text/en/admin/sensors.ts';
import { common } from '../../text/en/common.ts';

/** Sensors other than wearables (docs/sensors.md), for admins and leads. */
export default function Sensors() {
  const [page, setPage] = useState(1);
  const loaded = useLoad('/sensors', { query: { page, limit: PER_PAGE } });
  const [connecting, setConnecting] = useState<Sensor>();
  const columns: readonly Column<Sensor>[] = [
    { title: text.columns.kind, cell: ({ kind }) => kind ?? text.unknown },
    { title: text.columns.about, cell: (sensor) => <About sensor={sensor} /> },
    { title: text.columns.ward, cell: ({ ward }) => ward?.name ?? text.allWards },
    {
      title: text.columns.lastEvent,
      cell: ({ lastEventAt }) => (lastEventAt === null ? text.never : <Ago at={lastEventAt} calm />),
    },
  ];
  return (
    <ManagedList
      text={text}
      loaded={loaded}
      columns={columns}
      actions={(sensor) => [{ text: text.connect, onPress: () => setConnecting(sensor) }]}
      addDialog={(dialog) => <Add onAdded={setConnecting} {...dialog} />}
      remove={({ id }) => api.delete('/sensors/{id}', { path: { id } })}
      onPage={setPage}
    >
      {connecting !== undefined && (
        <Connection sensor={connecting} onClose={() => setConnecting(undefined)} />
      )}
    </ManagedList>
  );
}

function About({ sensor: { patientId, patientName, room } }: { readonly sensor: Sensor }) {
  if (patientId !== null) return <a href={`/patients/${patientId}`}>{patientName}</a>;
  return <>{room === null ? text.unknown : common.room(room)}</>;
}

/** The residents whom the user may choose, by name. */
function residentsIn(wardIds: ReadonlySet<string>) {
  return people.keys.value
    .flatMap((id) => people.get(id)?.value ?? [])
    .filter(({ ward }) => isAdmin() || (ward !== null && wardIds.has(ward.id)))
    .map(({ id, name, room }) => ({
      value: id,
      label: common.inRoom(name, room),
    }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

function Add({
  onAdded,
  onDone,
  onClose,
}: {
  readonly onAdded: (sensor: Sensor) => void;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const { data: wards = [] } = useWards();
  const own = wards.filter(mayLead);
  const all = isAdmin() ? [{ value: '', label: text.allWards }] : [];
  const [patientId, setPatientId] = useState('');
  const add = async ({ name = '', kind = '', room = '', wardId = '' }: Readonly<Record<string, string>>) => {
    const body = filledIn<'NewSensor'>({
      name: name.trim(),
      ...(kind.trim() !== '' && { kind: kind.trim() }),
      ...(room.trim() !== '' && { room: room.trim() }),
      // A resident brings their own ward.
      ...(patientId !== '' ? { patientId } : wardId !== '' && { wardId }),
    });
    const reply = await api.post('/sensors', { body });
    if (reply.ok) onAdded(reply.data);
    return reply;
  };
  return (
    <ConfirmDialog title={text.add} confirm={text.add} act={add} onDone={onDone} onClose={onClose}>
      <Field label={text.name} hint={text.nameHint} name="name" maxLength={80} required />
      <Field label={text.kind} hint={text.kindHint} name="kind" maxLength={40} />
      <SelectField
        label={text.resident}
        hint={text.residentHint}
        name="patientId"
        value={patientId}
        onChange={setPatientId}
        options={[{ value: '', label: text.whoeverLives }, ...residentsIn(new Set(own.map(({ id }) => id)))]}
      />
      <Field label={text.room} hint={text.roomHint} name="room" maxLength={80} />
      {patientId === '' && (
        <SelectField label={text.ward} name="wardId" options={[...all, ...namedOptions(own)]} />
      )}
    </ConfirmDialog>
  );
}

function Connection({
  sensor: { id, name },
  onClose,
}: {
  readonly sensor: Sensor;
  readonly onClose: () => void;
}) {
  const { connection: words } = text;
  return (
    <Dialog title={words.title(name)} onClose={onClose}>
      <p>{words.hint}</p>
      <Facts
        facts={[
          { name: words.id, value: <code>{id}</code> },
          { name: words.http, value: <code>POST {location.origin}/api/sensors/events</code> },
          { name: words.mqtt, value: <code>sensors/{id}/events</code> },
          { name: words.results, value: <code>sensors/{id}/results</code> },
        ]}
      />
      <div class="actions">
        <Button kind="urgent" onPress={onClose}>
          {common.close}
        </Button>
      </div>
    </Dialog>
  );
}
