import { useState } from 'preact/hooks';
import type { Sensor } from '../../api/records.ts';
import { api, filledIn } from '../../api/rest.ts';
import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { isAdmin, mayLead, useWards } from '../../components/wards.ts';
import { people } from '../../state/people.ts';
import { sensors as text } from '../../text/en/admin/sensors.ts';
import { common } from '../../text/en/common.ts';

const PER_PAGE = 25;

/** Sensors other than wearables (docs/sensors.md), for admins and leads. */
export default function Sensors() {
  const [page, setPage] = useState(1);
  const { data, pagination, failure, reload } = useLoad('/sensors', { query: { page, limit: PER_PAGE } });
  const [isAdding, setAdding] = useState(false);
  const [connecting, setConnecting] = useState<Sensor>();
  const [removing, setRemoving] = useState<Sensor>();
  const columns: readonly Column<Sensor>[] = [
    { title: text.columns.name, cell: ({ id, name }) => <strong id={`sensor-${id}`}>{name}</strong> },
    { title: text.columns.kind, cell: ({ kind }) => kind ?? text.unknown },
    { title: text.columns.about, cell: (sensor) => <About sensor={sensor} /> },
    { title: text.columns.ward, cell: ({ ward }) => ward?.name ?? text.allWards },
    {
      title: text.columns.lastEvent,
      cell: ({ lastEventAt }) => (lastEventAt === null ? text.never : <Ago at={lastEventAt} calm />),
    },
    {
      title: text.columns.actions,
      cell: (sensor) => (
        <>
          <Button kind="quiet" describedBy={`sensor-${sensor.id}`} onPress={() => setConnecting(sensor)}>
            {text.connect}
          </Button>
          <Button kind="quiet" describedBy={`sensor-${sensor.id}`} onPress={() => setRemoving(sensor)}>
            {text.remove}
          </Button>
        </>
      ),
    },
  ];
  return (
    <Page title={text.title}>
      <p>{text.about}</p>
      <div class="actions">
        <Button kind="urgent" onPress={() => setAdding(true)}>
          {text.add}
        </Button>
      </div>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <Table
          caption={text.caption}
          columns={columns}
          rows={data}
          keyOf={({ id }) => id}
          empty={text.none}
        />
      )}
      {pagination !== undefined && <Pager pagination={pagination} onPage={setPage} />}
      {isAdding && <Add onAdded={setConnecting} onDone={reload} onClose={() => setAdding(false)} />}
      {connecting !== undefined && (
        <Connection sensor={connecting} onClose={() => setConnecting(undefined)} />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={text.removeTitle(removing.name)}
          confirm={text.remove}
          act={() => api.delete('/sensors/{id}', { path: { id: removing.id } })}
          onDone={reload}
          onClose={() => setRemoving(undefined)}
        >
          <p>{text.removeHint}</p>
        </ConfirmDialog>
      )}
    </Page>
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
      label: room === null ? name : `${name}, ${common.room(room)}`,
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
    const answer = await api.post('/sensors', { body });
    if (answer.ok) onAdded(answer.data);
    return answer;
  };
  return (
    <ConfirmDialog title={text.add} confirm={text.add} act={add} onDone={onDone} onClose={onClose}>
      {({ errors }) => (
        <>
          <Field
            label={text.name}
            hint={text.nameHint}
            name="name"
            maxLength={80}
            error={errors.name}
            required
          />
          <Field label={text.kind} hint={text.kindHint} name="kind" maxLength={40} error={errors.kind} />
          <SelectField
            label={text.resident}
            hint={text.residentHint}
            name="patientId"
            value={patientId}
            onChange={setPatientId}
            options={[
              { value: '', label: text.whoeverLives },
              ...residentsIn(new Set(own.map(({ id }) => id))),
            ]}
            error={errors.patientId}
          />
          <Field label={text.room} hint={text.roomHint} name="room" maxLength={80} error={errors.room} />
          {patientId === '' && (
            <SelectField
              label={text.ward}
              name="wardId"
              options={[...all, ...own.map(({ id, name }) => ({ value: id, label: name }))]}
              error={errors.wardId}
            />
          )}
        </>
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
