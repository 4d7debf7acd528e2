import { useState } from 'preact/hooks';
import type { Device, NewDevice } from '../api/records.ts';
import { type Answered, api } from '../api/rest.ts';
import { wearable } from '../text/en/wearable.ts';
import { fragmentOf } from '../wear/code.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import { isLocal, LocalAddress } from './local-address.tsx';
import { Notice } from './notice.tsx';
import { phoneUrlOf } from './phone-url.ts';
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
  const show = (device: NewDevice) => {
    setAdded(device);
    onAdded(device);
  };
  return (
    <Dialog title={wearable.addTitle} onClose={onClose}>
      {added === undefined ? (
        <NewWearableForm patientId={patientId} onAdded={show} onClose={onClose} />
      ) : (
        <IssuedToken notice={wearable.added(added.name)} made={added} onClose={onClose} />
      )}
    </Dialog>
  );
}

export function NewWearableForm({
  patientId,
  onAdded,
  onClose,
}: {
  readonly patientId: string;
  readonly onAdded: (device: NewDevice) => unknown;
  readonly onClose: () => void;
}) {
  const submit = async ({ macAddress = '', name = '' }: Readonly<Record<string, string>>) => {
    const body = { macAddress: macAddress.trim(), ...(name.trim() === '' ? {} : { name: name.trim() }) };
    const reply = await api.post('/patients/{id}/devices', { path: { id: patientId }, body });
    if (reply.ok) await onAdded(reply.data);
    return reply;
  };
  return (
    <Form onSubmit={submit} submit={wearable.add} onCancel={onClose}>
      <Field
        label={wearable.macAddress}
        hint={wearable.macAddressHint}
        name="macAddress"
        pattern={ADDRESS}
        title={wearable.macAddressHint}
        autocomplete="off"
        required
      />
      <Field label={wearable.name} hint={wearable.nameHint} name="name" autocomplete="off" maxLength={100} />
    </Form>
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
  const [made, setMade] = useState<Made>();
  const submit = async (): Promise<Answered<unknown>> => {
    const reply = await api.post('/device/{id}/token', { path: { id: device.id } });
    if (reply.ok) setMade(reply.data);
    return reply;
  };
  return (
    <Dialog title={wearable.newTokenTitle(device.name)} onClose={onClose}>
      {made === undefined ? (
        <Form onSubmit={submit} submit={wearable.makeToken} onCancel={onClose}>
          <p>{wearable.newTokenHint}</p>
        </Form>
      ) : (
        <IssuedToken notice={wearable.made(device.name)} made={made} onClose={onClose} />
      )}
    </Dialog>
  );
}

type Made = Pick<NewDevice, 'token' | 'broker' | 'macAddress' | 'phoneUrls' | 'updateKey'>;

/** Everything that a wearable needs to connect, as text and as a QR code (docs/firmware.md, "The QR code"). */
export function IssuedToken({
  notice,
  made,
  phoneUrl,
  onClose,
}: {
  readonly notice: string;
  readonly made: Made;
  /** Where a phone reaches the service, if the wearable is to be a phone. */
  readonly phoneUrl?: string;
  readonly onClose: () => void;
}) {
  const { token, macAddress, updateKey } = made;
  const [isPhone, setPhone] = useState(phoneUrl !== undefined);
  const url = phoneUrl ?? phoneUrlOf(location, made.phoneUrls, isLocal) ?? location.origin;
  const broker = made.broker === null ? null : reachable(made.broker, location.hostname);
  return (
    <div class="token">
      <Notice kind="good">{notice}</Notice>
      <ShownOnce text={token} hint={wearable.once} done={wearable.done} onDone={onClose}>
        {isPhone ? (
          <PhoneCode code={{ broker, mac: macAddress, token }} url={url} />
        ) : (
          <>
            {broker !== null && <LocalAddress host={new URL(broker).hostname} />}
            <Qr
              text={JSON.stringify({
                broker,
                mac: macAddress,
                token,
                ...(updateKey !== null && { updateKey }),
              })}
              label={wearable.qr}
            />
          </>
        )}
        <p>
          <Button pressed={isPhone} onPress={() => setPhone(!isPhone)}>
            {wearable.phone.use}
          </Button>
        </p>
        <dl>
          {broker !== null && (
            <>
              <dt>{wearable.broker}</dt>
              <dd>{broker}</dd>
            </>
          )}
          <dt>{wearable.macAddress}</dt>
          <dd>{macAddress}</dd>
          <dt>{wearable.token}</dt>
          <dd>
            <code>{token}</code>
          </dd>
        </dl>
      </ShownOnce>
    </div>
  );
}

/** docs/phone-wearable.md: a link that a phone's camera opens. The code is its fragment, which no server gets to see. */
function PhoneCode({ code, url }: { readonly code: object; readonly url: string }) {
  const link = `${url}/wear#${fragmentOf({ ...code, url })}`;
  const { protocol, hostname } = new URL(url);
  return (
    <>
      <LocalAddress host={hostname} />
      {protocol !== 'https:' && <Notice kind="warning">{wearable.phone.insecure}</Notice>}
      <Qr text={link} label={wearable.phone.qr} />
      <p>{wearable.phone.hint}</p>
      <p>
        <a href={link} target="_blank" rel="noreferrer">
          {wearable.phone.here}
        </a>
      </p>
    </>
  );
}

/** Without PUBLIC_URL the service knows itself as localhost; the browser knows how it is reached. */
const reachable = (broker: string, host: string): string => broker.replace('//localhost:', `//${host}:`);
