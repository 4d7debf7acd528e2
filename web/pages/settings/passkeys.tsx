import { useState } from 'preact/hooks';
import type { Passkey } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { createdFor, supportsPasskeys } from '../../state/passkeys.ts';
import { lacksSecondFactor, ownSignOn } from '../../state/session.ts';
import { common } from '../../text/en/common.ts';
import { settings } from '../../text/en/settings.ts';
import { date, dateAndTime } from '../../text/words.ts';

const text = settings.passkeys;
const MAX_NAME_LENGTH = 80;

/** The provider's name, where a passkey does not log the person in: they can still remove theirs. */
const providerInstead = (): string | undefined =>
  ownSignOn.value?.mayUsePasskey === false ? ownSignOn.value.name : undefined;

/** The list is loaded when it is opened: the page already makes as many requests as a page may. */
export function Passkeys() {
  const [isOpen, setOpen] = useState(false);
  const provider = providerInstead();
  return (
    <Card title={text.title}>
      <p>{provider === undefined ? text.about : text.atProvider(provider)}</p>
      {lacksSecondFactor.value && provider === undefined && <p>{text.required}</p>}
      <Button onPress={() => setOpen(true)}>{text.manage}</Button>
      {isOpen && <Manage onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Manage({ onClose }: { readonly onClose: () => void }) {
  const { data, failure, reload } = useLoad('/profile/passkeys');
  const [notice, setNotice] = useState<{ readonly kind: 'good' | 'error'; readonly text: string }>();
  const [name, setName] = useState('');
  const add = async () => {
    setNotice(undefined);
    const offered = await api.post('/profile/passkeys/options');
    if (!offered.ok) return offered;
    const response = await createdFor(offered.data);
    if (response === undefined) {
      setNotice({ kind: 'error', text: text.failed });
      return undefined;
    }
    const reply = await api.post('/profile/passkeys', { body: { response, name } });
    if (reply.ok) {
      setName('');
      setNotice({ kind: 'good', text: text.added });
      await reload();
    }
    return reply;
  };
  const remove = async ({ id }: Passkey) => {
    const reply = await api.delete('/profile/passkeys/{id}', { path: { id } });
    setNotice(reply.ok ? { kind: 'good', text: text.removed } : { kind: 'error', text: reply.error });
    await reload();
  };
  return (
    <Dialog title={text.title} onClose={onClose}>
      {notice !== undefined && <Notice kind={notice.kind}>{notice.text}</Notice>}
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : data.length === 0 ? (
        <p class="empty">{text.none}</p>
      ) : (
        <ul class="passkeys">
          {data.map((passkey) => (
            <li key={passkey.id}>
              <p id={`passkey-${passkey.id}`}>
                <strong>{passkey.name}</strong>
                <br />
                {text.created(date(passkey.createdAt))},{' '}
                {passkey.lastUsedAt === null ? text.unused : text.used(dateAndTime(passkey.lastUsedAt))}
              </p>
              <Button describedBy={`passkey-${passkey.id}`} onPress={() => remove(passkey)}>
                {text.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {providerInstead() !== undefined ? (
        <div class="actions">
          <Button onPress={onClose}>{common.close}</Button>
        </div>
      ) : supportsPasskeys ? (
        <Form onSubmit={add}>
          <Field
            label={text.name}
            hint={text.nameHint}
            name="name"
            value={name}
            onInput={setName}
            maxLength={MAX_NAME_LENGTH}
            required
          />
          <div class="actions">
            <Button type="submit" kind="urgent">
              {text.add}
            </Button>
            <Button onPress={onClose}>{common.close}</Button>
          </div>
        </Form>
      ) : (
        <p>{text.unsupported}</p>
      )}
    </Dialog>
  );
}
