import { useState } from 'preact/hooks';
import type { FleetDevice, NewDevice } from '../../../api/records.ts';
import { api } from '../../../api/rest.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { IssuedToken, NewWearableForm } from '../../../components/wearable-token.tsx';
import { fleet as text } from '../../../text/en/admin/wearables.ts';

/** Adds another wearable for the same resident, then switches the old one off. */
export function ReplaceWearable({
  device,
  onReplaced,
  onClose,
}: {
  readonly device: FleetDevice;
  readonly onReplaced: () => unknown;
  readonly onClose: () => void;
}) {
  const [added, setAdded] = useState<NewDevice>();
  const [error, setError] = useState<string>();
  const switchOff = async (replacement: NewDevice) => {
    const reply = await api.post('/admin/devices/{id}/disable', { path: { id: device.id } });
    if (!reply.ok) setError(reply.error);
    setAdded(replacement);
  };
  const close = () => {
    onClose();
    // Only after closing: a reload renders the rows, and this dialog with them.
    if (added !== undefined) onReplaced();
  };
  return (
    <Dialog title={text.replaceTitle(device.name)} onClose={close}>
      {added === undefined ? (
        <>
          <p>{text.replaceHint(device.wearer.name)}</p>
          <NewWearableForm patientId={device.userId} onAdded={switchOff} onClose={close} />
        </>
      ) : (
        <>
          {error !== undefined && <Notice kind="error">{text.notSwitchedOff(error)}</Notice>}
          <IssuedToken notice={text.replaced(added.name)} made={added} onClose={close} />
        </>
      )}
    </Dialog>
  );
}
