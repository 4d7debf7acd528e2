import { useState } from 'preact/hooks';
import type { NewDevice } from '../../../api/records.ts';
import { type Answered, api } from '../../../api/rest.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Form } from '../../../components/form.tsx';
import { isLocal } from '../../../components/local-address.tsx';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { localMac, phoneUrlOf } from '../../../components/phone-url.ts';
import { IssuedToken } from '../../../components/wearable-token.tsx';
import { setup } from '../../../text/en/admin/setup.ts';
import { common } from '../../../text/en/common.ts';

const { phone: text } = setup;

/** Makes a wearable of a resident for a phone, and shows its QR code; without HTTPS, how to get it. */
export function TryPhone({
  urls,
  onAdded,
  onClose,
}: {
  /** What the service says; undefined while it loads. */
  readonly urls: readonly string[] | undefined;
  readonly onAdded: () => unknown;
  readonly onClose: () => void;
}) {
  const [made, setMade] = useState<NewDevice>();
  const url = phoneUrlOf(location, urls ?? [], isLocal);
  const submit = async ({ person = '' }: Readonly<Record<string, string>>): Promise<Answered<unknown>> => {
    const body = { macAddress: localMac(crypto.getRandomValues(new Uint8Array(6))), name: text.name };
    const reply = await api.post('/patients/{id}/devices', { path: { id: person }, body });
    if (reply.ok) {
      setMade(reply.data);
      onAdded();
    }
    return reply;
  };
  return (
    <Dialog title={text.title} onClose={onClose}>
      {url === undefined ? (
        <>
          <p>{text.insecure}</p>
          <p>{text.howTo}</p>
          <div class="actions">
            <Button onPress={onClose}>{common.close}</Button>
          </div>
        </>
      ) : made === undefined ? (
        <Form onSubmit={submit} submit={text.make} onCancel={onClose}>
          <p>{text.about}</p>
          <PersonPicker name="person" legend={text.wearer} only="PATIENT" />
        </Form>
      ) : (
        <>
          <p>{text.scan}</p>
          <IssuedToken notice={text.made} made={made} phoneUrl={url} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}
