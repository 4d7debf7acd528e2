import { useState } from 'preact/hooks';
import type { Device, NewDevice } from '../api/records.ts';
import { type Answered, api } from '../api/rest.ts';
import { common } from '../text/en/common.ts';
import { wearable } from '../text/en/wearable.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import { Notice } from './notice.tsx';
import { Qr } from './qr.tsx';
import { ShownOnce } from './shown-once.tsx';

/** Six pairs of hex digits with colons, with hyphens or without, as the service accepts them. */
const ADDRESS = '\\s*([0-9A-Fa-f]{2}[:\\-]?){5}[0-9A-Fa-f]{2}\\s*';

/** Adds a resident's wearable: asks for its MAC address, then shows its token once. */
export function AddWearable({
  patientId,
  onAdded,
  onClose,
}: {
  readonly patientId: string;
  readonly onAdded: (device: Device) => unknown;
  readonly onClose: () => void;
}) {
  const [added, setAdded] = useState<NewDevice>();
  const submit = async ({ macAddress = '', name = '' }: Readonly<Record<string, string>>) => {
    const body = { macAddress: macAddress.trim(), ...(name.trim() === '' ? {} : { name: name.trim() }) };
    const answer = await api.post('/patients/{id}/devices', { path: { id: patientId }, body });
    if (!answer.ok) return answer;
    setAdded(answer.data);
    onAdded(answer.data);
    return answer;
  };
  return (
    <Dialog title={wearable.addTitle} onClose={onClose}>
      {added === undefined ? (
        <Form onSubmit={submit}>
          {({ errors }) => (
            <>
              <Field
                label={wearable.macAddress}
                hint={wearable.macAddressHint}
                name="macAddress"
                pattern={ADDRESS}
                title={wearable.macAddressHint}
                autocomplete="off"
                error={errors.macAddress}
                required
              />
              <Field
                label={wearable.name}
                hint={wearable.nameHint}
                name="name"
                autocomplete="off"
                maxLength={100}
                error={errors.name}
              />
              <div class="actions">
                <Button type="submit" kind="urgent">
                  {wearable.add}
                </Button>
                <Button onPress={onClose}>{common.cancel}</Button>
              </div>
            </>
          )}
        </Form>
      ) : (
        <TokenOnce says={wearable.added(added.name)} token={added.token} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Creates a new token for an existing wearable. */
export function NewToken({
  device,
  onClose,
}: {
  readonly device: Pick<Device, 'id' | 'name'>;
  readonly onClose: () => void;
}) {
  const [token, setToken] = useState<string>();
  const submit = async (): Promise<Answered<unknown>> => {
    const answer = await api.post('/device/{id}/token', { path: { id: device.id } });
    if (answer.ok) setToken(answer.data.token);
    return answer;
  };
  return (
    <Dialog title={wearable.newTokenTitle(device.name)} onClose={onClose}>
      {token === undefined ? (
        <Form onSubmit={submit}>
          {() => (
            <>
              <p>{wearable.newTokenHint}</p>
              <div class="actions">
                <Button type="submit" kind="urgent">
                  {wearable.makeToken}
                </Button>
                <Button onPress={onClose}>{common.cancel}</Button>
              </div>
            </>
          )}
        </Form>
      ) : (
        <TokenOnce says={wearable.made(device.name)} token={token} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** The token as text and as a QR code. */
export function TokenOnce({
  says,
  token,
  onClose,
}: {
  readonly says: string;
  readonly token: string;
  readonly onClose: () => void;
}) {
  return (
    <div class="token">
      <Notice kind="good">{says}</Notice>
      <ShownOnce text={token} hint={wearable.once} done={wearable.done} onDone={onClose}>
        <Qr text={token} label={wearable.qr} />
        <dl>
          <dt>{wearable.token}</dt>
          <dd>
            <code>{token}</code>
          </dd>
        </dl>
      </ShownOnce>
    </div>
  );
}
