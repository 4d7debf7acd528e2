import { useState } from 'preact/hooks';
import { shownFieldsOf, wordFor } from '../../api/channel-kinds.ts';
import type { Channel, ChannelKind } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useDeliveryTest } from '../../components/delivery-test.ts';
import { Field } from '../../components/field.tsx';
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
  const { id, kind, minSeverity, quietHours, lastError } = channel;
  const { said, setSaid, test } = useDeliveryTest(
    () => api.post('/profile/channels/{id}/test', { path: { id } }),
    reload,
  );
  const [deleting, setDeleting] = useState(false);
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
      </p>
      {lastError !== null && said === undefined && (
        <p class="error">{text.lastError(deliveryErrors.reworded(lastError))}</p>
      )}
      {said !== undefined && <Notice kind={said.kind}>{said.text}</Notice>}
      {state === 'unverified' && (
        <Verify
          id={id}
          hint={CODE_HINTS[kind]}
          onVerified={() => {
            setSaid({ kind: 'good', text: text.verified });
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
        <Button kind="quiet" describedBy={nameId} onPress={() => setDeleting(true)}>
          {text.delete}
        </Button>
      </div>
      {deleting && (
        <ConfirmDialog
          title={text.deleteTitle(name)}
          confirm={text.delete}
          act={() => api.delete('/profile/channels/{id}', { path: { id } })}
          onDone={reload}
          onClose={() => setDeleting(false)}
        >
          <p>{text.deleteHint}</p>
        </ConfirmDialog>
      )}
    </li>
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
    const answer = await api.post('/profile/channels/{id}/verify', { path: { id }, body: { code } });
    if (answer.ok) onVerified();
    return answer;
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
