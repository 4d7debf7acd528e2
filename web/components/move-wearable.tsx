import { useState } from 'preact/hooks';
import type { Device, NewDevice } from '../api/records.ts';
import { api } from '../api/rest.ts';
import { wearable } from '../text/en/wearable.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { PersonPicker } from './person-picker.tsx';
import { IssuedToken } from './wearable-token.tsx';

/** Gives a wearable to another resident; its new token is shown once. For admins. */
export function MoveWearable({
  device,
  wearerId,
  onMoved,
  onClose,
}: {
  readonly device: Pick<Device, 'id' | 'name'>;
  readonly wearerId: string;
  readonly onMoved: () => unknown;
  readonly onClose: () => void;
}) {
  const [moved, setMoved] = useState<NewDevice>();
  const close = () => {
    onClose();
    // Only after closing: a reload removes the row, and this dialog with it.
    if (moved !== undefined) onMoved();
  };
  const submit = async ({ patientId = '' }: Readonly<Record<string, string>>) => {
    const reply = await api.post('/device/{id}/move', { path: { id: device.id }, body: { patientId } });
    if (reply.ok) setMoved(reply.data);
    return reply;
  };
  return (
    <Dialog title={wearable.moveTitle(device.name)} onClose={close}>
      {moved === undefined ? (
        <Form onSubmit={submit} submit={wearable.move} onCancel={close}>
          <p>{wearable.moveHint}</p>
          <PersonPicker name="patientId" legend={wearable.moveTo} only="PATIENT" without={[wearerId]} />
        </Form>
      ) : (
        <IssuedToken notice={wearable.moved(device.name)} made={moved} onClose={close} />
      )}
    </Dialog>
  );
}
