import { useState } from 'preact/hooks';
import type { FeedEvent, Webhook } from '../../../api/records.ts';
import { api } from '../../../api/rest.ts';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmButton, ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useDeliveryTest } from '../../../components/delivery-test.ts';
import { Checks, Field, SelectField } from '../../../components/field.tsx';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SecretDialog } from '../../../components/secret-dialog.tsx';
import { escalation } from '../../../text/en/admin/escalation.ts';
import { deliveryErrors } from '../../../text/en/delivery-errors.ts';
import { settings } from '../../../text/en/settings.ts';

const { webhooks: text } = escalation;
const { channels: words } = settings;
const EVENTS = (Object.keys(text.eventOptions) as FeedEvent[]).map((value) => ({
  value,
  label: text.eventOptions[value],
}));

const FORMATS = Object.entries(text.formatOptions).map(([value, label]) => ({ value, label }));

export function Webhooks() {
  const { data, failure, reload } = useLoad('/admin/webhooks');
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  return (
    <Card title={text.title}>
      <p>{text.about}</p>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <>
          {data.length === 0 && <p class="empty">{text.none}</p>}
          <ul class="channels">
            {data.map((webhook) => (
              <Item key={webhook.id} webhook={webhook} reload={reload} />
            ))}
          </ul>
          <Button onPress={() => setAdding(true)}>{text.add}</Button>
        </>
      )}
      {isAdding && <Add onSecret={setSecret} onDone={reload} onClose={() => setAdding(false)} />}
      {secret !== undefined && (
        <SecretDialog
          title={text.secretTitle}
          secret={secret}
          hint={words.secretHint}
          done={words.secretDone}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Card>
  );
}

function Add({
  onSecret,
  onDone,
  onClose,
}: {
  readonly onSecret: (secret: string) => void;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const [events, setEvents] = useState<readonly FeedEvent[]>(EVENTS.map(({ value }) => value));
  const add = async ({ url = '', format }: Readonly<Record<string, string>>) => {
    const body = { url: url.trim(), events, format: format === 'fhir' ? ('fhir' as const) : null };
    const reply = await api.post('/admin/webhooks', { body });
    if (reply.ok) onSecret(reply.data.secret);
    return reply;
  };
  return (
    <ConfirmDialog title={text.add} confirm={text.confirm} act={add} onDone={onDone} onClose={onClose}>
      {({ errors }) => (
        <>
          <Field label={text.url} name="url" type="url" autocomplete="off" required />
          <Checks
            legend={text.events}
            options={EVENTS}
            values={events}
            onChange={setEvents}
            error={errors.events === undefined ? undefined : escalation.edit.errors.atLeastOne}
          />
          <SelectField label={text.format} name="format" options={FORMATS} value="json" />
        </>
      )}
    </ConfirmDialog>
  );
}

function Item({ webhook, reload }: { readonly webhook: Webhook; readonly reload: () => Promise<void> }) {
  const { id, url, events, format, disabledAt, lastError } = webhook;
  const path = { id };
  const { notice, test } = useDeliveryTest(() => api.post('/admin/webhooks/{id}/test', { path }), reload);
  const state = disabledAt === null ? 'ready' : 'disabled';
  const nameId = `webhook-${id}`;
  return (
    <li>
      <h3 id={nameId} class="target">
        {url}
      </h3>
      <p>
        <strong class={`state ${state}`}>{text.state[state]}</strong>
        {' · '}
        {events.map((event) => text.eventOptions[event]).join(' · ')}
        {format !== null && ` · ${text.formatOptions[format]}`}
      </p>
      {lastError !== null && notice === undefined && (
        <p class="error">{words.lastError(deliveryErrors.reworded(lastError))}</p>
      )}
      {notice !== undefined && <Notice kind={notice.kind}>{notice.text}</Notice>}
      <div class="actions">
        <Button describedBy={nameId} onPress={test}>
          {words.test}
        </Button>
        <ConfirmButton
          kind="quiet"
          describedBy={nameId}
          title={text.deleteTitle}
          confirm={words.delete}
          act={() => api.delete('/admin/webhooks/{id}', { path })}
          onDone={reload}
        >
          <p>{text.deleteHint(url)}</p>
        </ConfirmButton>
      </div>
    </li>
  );
}
