import { useState } from 'preact/hooks';
import type { NewStation, Station } from '../../api/records.ts';
import { api, filledIn } from '../../api/rest.ts';
import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { Qr } from '../../components/qr.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { mayLead, useWards } from '../../components/wards.ts';
import { user } from '../../state/session.ts';
import { stations as text } from '../../text/en/admin/stations.ts';

const PER_PAGE = 25;

export default function Stations() {
  const [page, setPage] = useState(1);
  const { data, pagination, failure, reload } = useLoad('/stations', { query: { page, limit: PER_PAGE } });
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<NewStation>();
  const [removing, setRemoving] = useState<Station>();
  const columns: readonly Column<Station>[] = [
    { title: text.columns.name, cell: ({ id, name }) => <strong id={`station-${id}`}>{name}</strong> },
    { title: text.columns.ward, cell: ({ ward }) => ward?.name ?? text.allWards },
    {
      title: text.columns.status,
      cell: ({ enrolled, connected }) => text.status[stateOf(enrolled, connected)],
    },
    {
      title: text.columns.lastSeen,
      cell: ({ lastSeen }) => (lastSeen === null ? text.never : <Ago at={lastSeen} calm />),
    },
    {
      title: text.columns.actions,
      cell: (station) => (
        <Button kind="quiet" describedBy={`station-${station.id}`} onPress={() => setRemoving(station)}>
          {text.remove}
        </Button>
      ),
    },
  ];
  return (
    <Page title={text.title}>
      <p>{text.about}</p>
      <div class="page-actions">
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
      {isAdding && <Add onAdded={setAdded} onDone={reload} onClose={() => setAdding(false)} />}
      {added !== undefined && <Code station={added} onClose={() => setAdded(undefined)} />}
      {removing !== undefined && (
        <ConfirmDialog
          title={text.removeTitle(removing.name)}
          confirm={text.remove}
          act={() => api.delete('/stations/{id}', { path: { id: removing.id } })}
          onDone={reload}
          onClose={() => setRemoving(undefined)}
        >
          <p>{text.removeHint}</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

const stateOf = (enrolled: boolean, connected: boolean) =>
  enrolled ? (connected ? 'connected' : 'lost') : 'waiting';

function Add({
  onAdded,
  onDone,
  onClose,
}: {
  readonly onAdded: (station: NewStation) => void;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const { data: wards = [] } = useWards();
  const me = user.value;
  const own = wards.filter(mayLead);
  const all = me?.role === 'ADMIN' ? [{ value: '', label: text.allWards }] : [];
  const add = async ({ name = '', wardId = '' }: Readonly<Record<string, string>>) => {
    const body = filledIn<'NewStation'>({ name: name.trim(), ...(wardId !== '' && { wardId }) });
    const answer = await api.post('/stations', { body });
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
          <SelectField
            label={text.ward}
            name="wardId"
            options={[...own.map(({ id, name }) => ({ value: id, label: name })), ...all]}
            error={errors.wardId}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

/** The address of this page's origin: the tablet reaches the service the same way as this browser. */
function Code({ station, onClose }: { readonly station: NewStation; readonly onClose: () => void }) {
  const address = `${location.origin}/station`;
  return (
    <Dialog title={text.code.title} onClose={onClose}>
      <p>{text.code.hint}</p>
      <Qr text={`${address}#code=${station.code}`} label={text.code.qr} />
      <dl class="facts">
        <dt>{text.code.address}</dt>
        <dd>{address}</dd>
        <dt>{text.code.code}</dt>
        <dd class="station-code">{station.code}</dd>
      </dl>
      <div class="actions">
        <Button kind="urgent" onPress={onClose}>
          {text.code.done}
        </Button>
      </div>
    </Dialog>
  );
}
