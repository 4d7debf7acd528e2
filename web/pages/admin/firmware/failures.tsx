import type { FirmwareDevice, FirmwareImage } from '../../../api/records.ts';
import { Ago } from '../../../components/ago.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { firmware } from '../../../text/en/admin/firmware.ts';

const { failures: text, images } = firmware;
const MOST = 100;

const COLUMNS: readonly Column<FirmwareDevice>[] = [
  { title: text.wearable, cell: ({ name }) => name },
  { title: text.resident, cell: ({ wearer }) => <a href={`/patients/${wearer.id}`}>{wearer.name}</a> },
  { title: text.state, cell: ({ state }) => images.states[state] },
  { title: text.reason, cell: ({ error }) => error ?? text.noReason },
  { title: text.since, cell: ({ since }) => <Ago at={since} calm /> },
];

/** The newest wearables that could not install an image, and why. */
export function Failures({
  image: { id, version },
  onClose,
}: {
  readonly image: FirmwareImage;
  readonly onClose: () => void;
}) {
  const failed = useLoad('/firmware/{id}/devices', { path: { id }, query: { state: 'failed', limit: MOST } });
  const back = useLoad('/firmware/{id}/devices', {
    path: { id },
    query: { state: 'rolled_back', limit: MOST },
  });
  return (
    <Dialog title={text.title(version)} onClose={onClose}>
      {failed.data === undefined || back.data === undefined ? (
        <Loading failure={failed.failure ?? back.failure} retry={failed.reload} />
      ) : (
        <Table
          caption={text.title(version)}
          columns={COLUMNS}
          rows={[...failed.data, ...back.data]}
          keyOf={({ deviceId }) => deviceId}
          empty={text.none}
        />
      )}
    </Dialog>
  );
}
