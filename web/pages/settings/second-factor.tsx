import { useEffect, useState } from 'preact/hooks';
import type { SecondFactorOffer } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { Qr } from '../../components/qr.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { ownSignOn, secondFactorAdded } from '../../state/session.ts';
import { common } from '../../text/en/common.ts';
import { settings } from '../../text/en/settings.ts';
import { date } from '../../text/words.ts';

const text = settings.secondFactor;

export function SecondFactor() {
  const { data, failure, reload } = useLoad('/profile/totp');
  const [dialog, setDialog] = useState<'set up' | 'remove'>();
  const [removed, setRemoved] = useState(false);
  const close = () => {
    setDialog(undefined);
    void reload();
  };
  useEffect(() => {
    if (data?.active) secondFactorAdded();
  }, [data]);
  return (
    <Card title={text.title}>
      <p>{text.about}</p>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <>
          {data.required && <Notice kind="error">{text.required}</Notice>}
          {removed && !data.active && <Notice kind="good">{text.removed}</Notice>}
          <p>
            {data.active && data.confirmedAt !== null
              ? `${text.on(date(data.confirmedAt))} ${text.codesLeft(data.recoveryCodesLeft)}`
              : text.off}
          </p>
          {data.active && ownSignOn.value?.hasPassword === false ? (
            <p>{text.atProvider}</p>
          ) : data.active ? (
            <Button onPress={() => setDialog('remove')}>{text.remove}</Button>
          ) : (
            <Button onPress={() => setDialog('set up')}>{text.begin}</Button>
          )}
        </>
      )}
      {dialog === 'set up' && <SetUp onClose={close} />}
      {dialog === 'remove' && (
        <Remove
          onClose={close}
          onRemoved={() => {
            setRemoved(true);
            close();
          }}
        />
      )}
    </Card>
  );
}

/** Steps: key for the app, first code as a check, then the recovery codes, shown once. */
function SetUp({ onClose }: { readonly onClose: () => void }) {
  const [offer, setOffer] = useState<SecondFactorOffer>();
  const [codes, setCodes] = useState<readonly string[]>();
  const begin = async () => {
    const reply = await api.post('/profile/totp');
    if (reply.ok) setOffer(reply.data);
    return reply;
  };
  const confirm = async ({ code = '' }: Readonly<Record<string, string>>) => {
    const reply = await api.post('/profile/totp/confirm', { body: { code: code.trim() } });
    if (reply.ok) setCodes(reply.data.recoveryCodes);
    return reply;
  };
  if (codes !== undefined)
    return (
      <Dialog title={text.recovery} onClose={onClose}>
        <ShownOnce
          text={codes.join('\n')}
          hint={text.recoveryHint}
          done={text.saved}
          onDone={onClose}
          printable
        >
          <ul class="codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </ShownOnce>
      </Dialog>
    );
  return (
    <Dialog title={text.title} onClose={onClose}>
      {offer === undefined ? (
        <Form onSubmit={begin} submit={text.begin} onCancel={onClose}>
          <p>{text.about}</p>
        </Form>
      ) : (
        <Form key="confirm" onSubmit={confirm} submit={text.confirm} onCancel={onClose}>
          <p>{text.scan}</p>
          <Qr text={offer.otpauthUrl} label={text.qr} />
          <dl class="fact">
            <dt>{text.key}</dt>
            <dd>
              <code>{offer.secret}</code>
            </dd>
          </dl>
          <Field
            label={text.code}
            hint={text.codeHint}
            name="code"
            inputMode="numeric"
            autocomplete="one-time-code"
            required
          />
        </Form>
      )}
    </Dialog>
  );
}

function Remove({ onClose, onRemoved }: { readonly onClose: () => void; readonly onRemoved: () => void }) {
  const submit = async ({ password = '' }: Readonly<Record<string, string>>) => {
    const reply = await api.delete('/profile/totp', { body: { password } });
    if (reply.ok) onRemoved();
    return reply;
  };
  return (
    <Dialog title={text.removeTitle} onClose={onClose}>
      <p>{text.removeHint}</p>
      <Form onSubmit={submit}>
        <Field
          label={text.removePassword}
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
        <div class="actions">
          <Button type="submit">{text.remove}</Button>
          <Button onPress={onClose}>{common.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
