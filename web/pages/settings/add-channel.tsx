import { useState } from 'preact/hooks';
import { fieldsOf, KINDS, wordFor } from '../../api/channel-kinds.ts';
import type { Channel, ChannelKind, CreatedChannel } from '../../api/records.ts';
import { type Answered, api, filledIn } from '../../api/rest.ts';
import { isOffered, useChannelKinds } from '../../components/channel-kinds.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Loading } from '../../components/loading.tsx';
import { push, turnOnPush } from '../../state/push.ts';
import { common } from '../../text/en/common.ts';
import { settings } from '../../text/en/settings.ts';
import { reader } from '../../text/words.ts';

const text = settings.channels;
const HINTS: Readonly<Partial<Record<ChannelKind, string>>> = text.hints;
const hintFor = (kind: ChannelKind, offered: readonly ChannelKind[]): string =>
  [HINTS[kind], offered.length < KINDS.length && text.whoSetsUp].filter(Boolean).join(' ');
const LEVELS: readonly Channel['minSeverity'][] = ['POTENTIAL', 'HIGH', 'CONFIRMED'];

const OBSTACLES: Readonly<Record<string, string>> = { denied: text.denied, insecure: text.insecure };

const isPhone = (kind: ChannelKind): boolean => kind === 'sms' || kind === 'call';

/** docs/response.md, "Closing messages": other kinds always get one, or never. */
const mayClose = (kind: ChannelKind): boolean => kind === 'sms' || kind === 'email';

const optionFor = (offered: readonly ChannelKind[]) => (value: ChannelKind) => {
  const word = wordFor(value, text.options);
  const disabled = !offered.includes(value);
  return { value, label: disabled ? text.notSetUp(word) : word, disabled };
};

type Values = Readonly<Record<string, string>>;

export function AddChannel({
  onAdded,
  onClose,
}: {
  /** Gets undefined for browser notifications, which have no secret to show. */
  readonly onAdded: (channel: CreatedChannel | undefined) => void;
  readonly onClose: () => void;
}) {
  const { data: kinds, failure, reload } = useChannelKinds();
  const offered = KINDS.filter((one) => kinds !== undefined && isOffered(kinds, one));
  const [chosen, setKind] = useState<ChannelKind>();
  const kind = chosen ?? offered[0] ?? 'webpush';
  const submit = async (values: Values): Promise<Answered<unknown>> => {
    if (kind === 'webpush') {
      const reply = await addPush(preferencesOf(values));
      if (reply.ok) onAdded(undefined);
      return reply;
    }
    const reply = await api.post('/profile/channels', {
      body: filledIn<'NewChannel'>({
        kind,
        ...preferencesOf(values),
        ...filled(values, kind),
      }),
    });
    if (reply.ok) onAdded(reply.data);
    return reply;
  };
  if (kinds === undefined)
    return (
      <Dialog title={text.addTitle} onClose={onClose}>
        <Loading failure={failure} retry={reload} />
      </Dialog>
    );
  return (
    <Dialog title={text.addTitle} onClose={onClose}>
      <Form onSubmit={submit} submit={text.add} onCancel={onClose}>
        {({ busy, errors }) => (
          <>
            <SelectField
              label={text.kindLabel}
              hint={hintFor(kind, offered)}
              name="kind"
              value={kind}
              options={KINDS.map(optionFor(offered))}
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
            {mayClose(kind) && (
              <div class="radios">
                <label>
                  <input type="checkbox" name="closing" />
                  {text.closing}
                </label>
              </div>
            )}
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

/** The quiet hours are in the time zone of the home. */
function preferencesOf({ minSeverity, quietFrom, quietTo, closing }: Values): object {
  const quietHours = { from: quietFrom, to: quietTo };
  return { minSeverity, ...(quietFrom || quietTo ? { quietHours } : {}), ...(closing && { closing: true }) };
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
