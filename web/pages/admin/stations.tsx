import { useState } from 'preact/hooks';
import type { NewStation, Station } from '../../api/records.ts';
import { api, filledIn } from '../../api/rest.ts';
import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { Field, namedOptions, SelectField } from '../../components/field.tsx';
import { useLoad } from '../../components/load.ts';
import { LocalAddress } from '../../components/local-address.tsx';
import { ManagedList, PER_PAGE } from '../../components/managed-list.tsx';
import { Qr } from '../../components/qr.tsx';
import type { Column } from '../../components/table.tsx';
import { isAdmin, mayLead, useWards } from '../../components/wards.ts';
import { stations as text } from '../../text/en/admin/stations.ts';

export default function Stations() {
  const [page, setPage] = useState(1);
  const loaded = useLoad('/stations', { query: { page, limit: PER_PAGE } });
  const [added, setAdded] = useState<NewStation>();
  const columns: readonly Column<Station>[] = [
    { title: text.columns.ward, cell: ({ ward }) => ward?.name ?? text.allWards },
    {
      title: text.columns.status,
      cell: ({ enrolled, connected }) => text.status[stateOf(enrolled, connected)],
    },
    {
      title: text.columns.lastSeen,
      cell: ({ lastSeen }) => (lastSeen === null ? text.never : <Ago at={lastSeen} calm />),
    },
  ];
  return (
    <ManagedList
      text={text}
      loaded={loaded}
      columns={columns}
      addDialog={(dialog) => <Add onAdded={setAdded} {...dialog} />}
      remove={({ id }) => api.delete('/stations/{id}', { path: { id } })}
      onPage={setPage}
    >
      {added !== undefined && <Code station={added} onClose={() => setAdded(undefined)} />}
    </ManagedList>
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
  const own = wards.filter(mayLead);
  const all = isAdmin() ? [{ value: '', label: text.allWards }] : [];
  const add = async ({ name = '', wardId = '' }: Readonly<Record<string, string>>) => {
    const body = filledIn<'NewStation'>({ name: name.trim(), ...(wardId !== '' && { wardId }) });
    const reply = await api.post('/stations', { body });
    if (reply.ok) onAdded(reply.data);
    return reply;
  };
  return (
    <ConfirmDialog title={text.add} confirm={text.add} act={add} onDone={onDone} onClose={onClose}>
      <Field label={text.name} hint={text.nameHint} name="name" maxLength={80} required />
      <SelectField label={text.ward} name="wardId" options={[...namedOptions(own), ...all]} />
    </ConfirmDialog>
  );
}

/** The address of this page's origin: the tablet reaches the service the same way as this browser. */
function Code({ station, onClose }: { readonly station: NewStation; readonly onClose: () => void }) {
  const address = `${location.origin}/station`;
  return (
    <Dialog title={text.code.title} onClose={onClose}>
      <p>{text.code.hint}</p>
      <LocalAddress host={location.hostname} />
      <Qr text={`${address}#code=${station.code}`} label={text.code.qr} />
      <Facts
        facts={[
          { name: text.code.address, value: address },
          { name: text.code.code, value: <span class="station-code">{station.code}</span> },
        ]}
      />
      <div class="actions">
        <Button kind="urgent" onPress={onClose}>
          {text.code.done}
        </Button>
      </div>
    </Dialog>
  );
}
