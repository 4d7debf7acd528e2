import { useState } from 'preact/hooks';
import { fieldsOf, KINDS, wordFor } from '../../api/channel-kinds.ts';
import type { Channel, ChannelKind, CreatedChannel } from '../../api/records.ts';
import { type Answered, api, filledIn } from '../../api/rest.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { push, turnOnPush } from '../../state/push.ts';
import { common } from '../../text/en/common.ts';
import { settings } from '../../text/en/settings.ts';
import { reader } from '../../text/words.ts';

const text = settings.channels;
const HINTS: Readonly<Partial<Record<ChannelKind, string>>> = text.hints;
const hintFor = (kind: ChannelKind) => (HINTS[kind] === undefined ? {} : { hint: HINTS[kind] });
const LEVELS: readonly Channel['minSeverity'][] = ['POTENTIAL', 'HIGH', 'CONFIRMED'];

const OBSTACLES: Readonly<Record<string, string>> = { denied: text.denied, insecure: text.insecure };

const isPhone = (kind: ChannelKind): boolean => kind === 'sms' || kind === 'call';

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
        ...filled(values, kind),
      }),
    });
    if (answer.ok) onAdded(answer.data);
    return answer;
  };
  return (
    <Dialog title={text.addTitle} onClose={onClose}>
      <Form onSubmit={submit} submit={text.add} onCancel={onClose}>
        {({ busy, errors }) => (
          <>
            <SelectField
              label={text.kindLabel}
              {...hintFor(kind)}
              name="kind"
              value={kind}
              options={KINDS.map((value) => ({ value, label: wordFor(value, text.options) }))}
              onChange={(value) => setKind(value as ChannelKind)}
            />
            <Target key={kind} kind={kind} />
            <SelectField
              label={text.minSeverity}
              name="minSeverity"
              options={LEVELS.map((value) => ({ value, label: common.level[value] }))}
            />
            <div class="from-to">
              <Field label={text.quietFrom} name="quietFrom" type="time" error={errors.quietHours} />
              <Field label={text.quietTo} name="quietTo" type="time" />
            </div>
            <p class="hint">{text.quietHint(reader.value.timeZone)}</p>
            {busy && kind === 'webpush' && <p role="status">{text.asking}</p>}
          </>
        )}
      </Form>
    </Dialog>
  );
}

const AUTOCOMPLETE = { email: 'email', tel: 'tel', text: 'off', url: 'off' } as const;

/** The fields of the kind; a browser's notifications have none. */
function Target({ kind }: { readonly kind: ChannelKind }) {
  return fieldsOf(kind).map(({ name, label, type, initial, required }) => (
    <Field
      key={name}
      label={text.fields[kind]?.[name] ?? label}
      {...(isPhone(kind) && { hint: text.numberHint })}
      name={name}
      type={type}
      autocomplete={AUTOCOMPLETE[type]}
      required={required}
      {...(initial !== undefined && { value: initial })}
    />
  ));
}

/** The minimum level and the quiet hours, which are in the time zone of the home. */
function preferencesOf({ minSeverity, quietFrom, quietTo }: Values): object {
  const quietHours = { from: quietFrom, to: quietTo };
  return { minSeverity, ...(quietFrom || quietTo ? { quietHours } : {}) };
}

/** Empty fields are left out: they are optional. People write numbers in groups. */
const filled = (values: Values, kind: ChannelKind): Values =>
  Object.fromEntries(
    fieldsOf(kind).flatMap(({ name }) => {
      const value = values[name];
      if (!value) return [];
      return [[name, isPhone(kind) ? value.replaceAll(/[\s()/.-]/g, '') : value]];
    }),
  );

async function addPush(preferences: object): Promise<Answered<undefined>> {
  await turnOnPush(preferences);
  const result = push.peek();
  if (result.state === 'on') return { ok: true, status: 201, data: undefined };
  const error = result.state === 'failed' ? result.error : (OBSTACLES[result.state] ?? text.unsupported);
  return { ok: false, status: 0, error, code: 'UNSUPPORTED', details: {} };
}
