import { useState } from 'preact/hooks';
import { shownFieldsOf, wordFor } from '../../api/channel-kinds.ts';
import type { Channel, ChannelKind } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmButton } from '../../components/confirm-dialog.tsx';
import { useDeliveryTest } from '../../components/delivery-test.ts';
import { Field, Radios } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { common } from '../../text/en/common.ts';
import { deliveryErrors } from '../../text/en/delivery-errors.ts';
import { settings } from '../../text/en/settings.ts';

const text = settings.channels;

/** A short name of the target that tells channels of one kind apart. */
function targetOf(channel: Channel): string {
  const { kind, endpoint } = channel;
  // The rest of a push endpoint is a long random path.
  if (endpoint !== null) return new URL(endpoint).hostname;
  const target: Readonly<Record<string, unknown>> = channel;
  return shownFieldsOf(kind)
    .flatMap((name) => target[name] ?? [])
    .join('/');
}

function stateOf({ verifiedAt, disabledAt, lastError }: Channel): keyof typeof text.state {
  if (disabledAt !== null) return 'disabled';
  if (verifiedAt === null) return 'unverified';
  return lastError === null ? 'ready' : 'failing';
}

export function ChannelItem({
  channel,
  reload,
}: {
  readonly channel: Channel;
  readonly reload: () => Promise<void>;
}) {
  const { id, kind, minSeverity, quietHours, closing, lastError, ringsOnSilent } = channel;
  const [isAsked, setAsked] = useState(false);
  const { notice, setNotice, test } = useDeliveryTest(async () => {
    const reply = await api.post('/profile/channels/{id}/test', { path: { id } });
    // A program that takes messages does not ring.
    setAsked(reply.ok && reply.data.delivered && kind !== 'webhook');
    return reply;
  }, reload);
  const nameId = `channel-${id}`;
  const name = kind === 'webpush' ? text.push : wordFor(kind, text.kind);
  const state = stateOf(channel);
  return (
    <li>
      <h3 id={nameId}>{name}</h3>
      <p class="target">{targetOf(channel)}</p>
      <p>
        <strong class={`state ${state}`}>{text.state[state]}</strong>
        {' · '}
        {text.from(common.level[minSeverity])}
        {quietHours !== null && ` · ${text.quietHours(quietHours.from, quietHours.to, quietHours.timeZone)}`}
        {closing && ` · ${text.closingOn}`}
        {ringsOnSilent !== null && ` · ${text.ringing[`${ringsOnSilent}`]}`}
      </p>
      {lastError !== null && notice === undefined && (
        <p class="error">{text.lastError(deliveryErrors.reworded(lastError))}</p>
      )}
      {notice !== undefined && <Notice kind={notice.kind}>{notice.text}</Notice>}
      {isAsked && (
        <Ringing
          id={id}
          onSaved={(isUnknown) => {
            setAsked(false);
            setNotice({ kind: 'good', text: isUnknown ? text.ringing.saved : common.saved });
            void reload();
          }}
        />
      )}
      {state === 'unverified' && (
        <Verify
          id={id}
          hint={CODE_HINTS[kind]}
          onVerified={() => {
            setNotice({ kind: 'good', text: text.verified });
            void reload();
          }}
        />
      )}
      <div class="actions">
        {/* The service tests confirmed addresses and numbers only. */}
        {state !== 'unverified' && (
          <Button describedBy={nameId} onPress={test}>
            {text.test}
          </Button>
        )}
        <ConfirmButton
          kind="quiet"
          describedBy={nameId}
          title={text.deleteTitle(name)}
          confirm={text.delete}
          act={() => api.delete('/profile/channels/{id}', { path: { id } })}
          onDone={reload}
        >
          <p>{text.deleteHint}</p>
        </ConfirmButton>
      </div>
    </li>
  );
}

/** docs/response.md, "Does it ring?": only the person knows. */
function Ringing({ id, onSaved }: { readonly id: string; readonly onSaved: (isUnknown: boolean) => void }) {
  const submit = async ({ rang, silent }: Readonly<Record<string, string>>) => {
    const body = { rang: rang === 'yes', silent: silent === 'yes' };
    const reply = await api.post('/profile/channels/{id}/test-result', { path: { id }, body });
    if (reply.ok) onSaved(reply.data.ringsOnSilent === null);
    return reply;
  };
  const options = (['yes', 'no'] as const).map((value) => ({ value, label: text.ringing[value] }));
  return (
    <Form onSubmit={submit}>
      <Radios legend={text.ringing.rang} name="rang" options={options} required />
      <Radios legend={text.ringing.silent} name="silent" options={options} required />
      <Button type="submit" kind="urgent">
        {text.ringing.save}
      </Button>
    </Form>
  );
}

const CODE_HINTS: Readonly<Partial<Record<ChannelKind, string>>> = text.codeHint;

function Verify({
  id,
  hint,
  onVerified,
}: {
  readonly id: string;
  readonly hint: string | undefined;
  readonly onVerified: () => void;
}) {
  const submit = async ({ code = '' }: Readonly<Record<string, string>>) => {
    const reply = await api.post('/profile/channels/{id}/verify', { path: { id }, body: { code } });
    if (reply.ok) onVerified();
    return reply;
  };
  return (
    <Form onSubmit={submit}>
      <Field
        label={text.code}
        {...(hint !== undefined && { hint })}
        name="code"
        inputMode="numeric"
        autocomplete="one-time-code"
        required
      />
      <Button type="submit" kind="urgent">
        {text.verify}
      </Button>
    </Form>
  );
}
