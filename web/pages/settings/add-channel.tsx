import { useState } from 'preact/hooks';
import type { Channel, ChannelKind, CreatedChannel } from '../../api/records.ts';
import { type Answered, api, type Failed, filledIn } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { push, turnOnPush } from '../../state/push.ts';
import { common } from '../../text/en/common.ts';
import { settings } from '../../text/en/settings.ts';

const text = settings.channels;
const KINDS: readonly ChannelKind[] = ['webpush', 'email', 'ntfy', 'webhook'];
const LEVELS: readonly Channel['minSeverity'][] = ['POTENTIAL', 'HIGH', 'CONFIRMED'];
const NTFY = 'https://ntfy.sh';

type Values = Readonly<Record<string, string>>;

export function AddChannel({
  onAdded,
  onClose,
}: {
  /** Gets undefined for browser notifications, which have no secret to show. */
  readonly onAdded: (channel: CreatedChannel | undefined) => void;
  readonly onClose: () => void;
}) {
  const [kind, setKind] = useState<ChannelKind>('webpush');
  const submit = async (values: Values): Promise<Answered<unknown>> => {
    if (kind === 'webpush') {
      const answer = await addPush(preferencesOf(values));
      if (answer.ok) onAdded(undefined);
      return answer;
    }
    const answer = await api.post('/profile/channels', {
      body: filledIn<'NewChannel'>({
        kind,
        ...preferencesOf(values),
        ...given(values, ['address', 'url', 'topic', 'token']),
      }),
    });
    if (answer.ok) onAdded(answer.data);
    return answer;
  };
  return (
    <Dialog title={text.addTitle} onClose={onClose}>
      <Form onSubmit={submit}>
        {({ busy, errors }) => (
          <>
            <SelectField
              label={text.kindLabel}
              hint={text.hints[kind]}
              name="kind"
              value={kind}
              options={KINDS.map((value) => ({ value, label: text.options[value] }))}
              onChange={(value) => setKind(value as ChannelKind)}
            />
            <Target key={kind} kind={kind} errors={errors} />
            <SelectField
              label={text.minSeverity}
              name="minSeverity"
              options={LEVELS.map((value) => ({ value, label: common.level[value] }))}
              error={errors.minSeverity}
            />
            <div class="from-to">
              <Field label={text.quietFrom} name="quietFrom" type="time" error={errors.quietHours} />
              <Field label={text.quietTo} name="quietTo" type="time" />
            </div>
            <p class="hint">{text.quietHint}</p>
            {busy && kind === 'webpush' && <p role="status">{text.asking}</p>}
            <div class="actions">
              <Button type="submit" kind="urgent">
                {text.add}
              </Button>
              <Button onPress={onClose}>{common.cancel}</Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}

function Target({ kind, errors }: { readonly kind: ChannelKind; readonly errors: Failed['details'] }) {
  if (kind === 'email')
    return (
      <Field
        label={text.address}
        name="address"
        type="email"
        autocomplete="email"
        error={errors.address}
        required
      />
    );
  if (kind === 'webhook') return <Field label={text.url} name="url" type="url" error={errors.url} required />;
  if (kind === 'ntfy')
    return (
      <>
        <Field label={text.ntfyServer} name="url" type="url" value={NTFY} error={errors.url} required />
        <Field label={text.topic} name="topic" autocomplete="off" error={errors.topic} required />
        <Field label={text.token} name="token" autocomplete="off" error={errors.token} />
      </>
    );
  return null;
}

/** The minimum level and the quiet hours. */
function preferencesOf({ minSeverity, quietFrom, quietTo }: Values): object {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const quietHours = { from: quietFrom, to: quietTo, timeZone };
  return { minSeverity, ...(quietFrom || quietTo ? { quietHours } : {}) };
}

const given = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));

async function addPush(preferences: object): Promise<Answered<undefined>> {
  await turnOnPush(preferences);
  const result = push.peek();
  if (result.state === 'on') return { ok: true, status: 201, data: undefined };
  const error =
    result.state === 'failed' ? result.error : result.state === 'denied' ? text.denied : text.unsupported;
  return { ok: false, status: 0, error, code: 'UNSUPPORTED', details: {} };
}
