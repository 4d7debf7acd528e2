import { useState } from 'preact/hooks';
import type { AccessToken, NewAccessToken, PersonalScope, Scope } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Checks, Field, SelectField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { createdWith, EndCreated } from '../../components/token-creations.tsx';
import { now } from '../../state/clock.ts';
import { common } from '../../text/en/common.ts';
import { tokens as text } from '../../text/en/tokens.ts';
import { date, dateAndTime } from '../../text/words.ts';

const MAX_NAME_LENGTH = 80;
const LIFETIMES = [7, 30, 90, 365] as const;
const USUAL_LIFETIME = 90;

/** In the order of the labels. */
export const scopeOptions = <S extends Scope>(labels: Readonly<Record<S, string>>) =>
  (Object.keys(labels) as S[]).map((value) => ({ value, label: labels[value] }));

/** What a token may do, as sentences. */
export const Scopes = ({
  of,
  words,
}: {
  readonly of: readonly Scope[];
  readonly words: Readonly<Partial<Record<Scope, string>>>;
}) => (
  <ul class="sentences">
    {of.map((scope) => (
      <li key={scope}>{words[scope]}</li>
    ))}
  </ul>
);

/** The list is loaded when it is opened: the page already makes as many requests as a page may. */
export function AccessTokens() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={text.own.title}>
      <p>{text.own.about}</p>
      <Button onPress={() => setOpen(true)}>{text.own.manage}</Button>
      {isOpen && <Manage onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Manage({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<NewAccessToken>();
  const { data, failure, reload } = useLoad('/profile/tokens');
  const [notice, setNotice] = useState<{ readonly kind: 'good' | 'error'; readonly text: string }>();
  const [scopes, setScopes] = useState<readonly PersonalScope[]>(['read']);
  const create = async ({ name = '', days = '' }: Readonly<Record<string, string>>) => {
    const body = { name: name.trim(), scopes, expiresInDays: Number(days) };
    const reply = await api.post('/profile/tokens', { body });
    if (reply.ok) {
      setMade(reply.data);
      setNotice(undefined);
      await reload();
    }
    return reply;
  };
  const [removing, setRemoving] = useState<AccessToken>();
  const removed = async () => {
    setRemoving(undefined);
    setNotice({ kind: 'good', text: text.own.removed });
    await reload();
  };
  if (made !== undefined) {
    const { title, hint, done } = text.shown;
    return (
      <Dialog title={title(made.name)} onClose={onClose}>
        <ShownOnce text={made.token} hint={hint} done={done} onDone={() => setMade(undefined)}>
          <p class="secret">
            <code>{made.token}</code>
          </p>
        </ShownOnce>
      </Dialog>
    );
  }
  if (removing !== undefined)
    return (
      <Dialog title={text.own.removeTitle(removing.name)} onClose={onClose}>
        <Remove token={removing} onRemoved={removed} onBack={() => setRemoving(undefined)} />
      </Dialog>
    );
  return (
    <Dialog title={text.own.title} onClose={onClose}>
      {notice !== undefined && <Notice kind={notice.kind}>{notice.text}</Notice>}
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : data.length === 0 ? (
        <p class="empty">{text.own.none}</p>
      ) : (
        <ul class="passkeys">
          {data.map((token) => (
            <li key={token.id}>
              <p id={`token-${token.id}`}>
                <strong>{token.name}</strong>
                <br />
                {endOf(token)},{' '}
                {token.lastUsedAt === null ? text.unused : text.used(dateAndTime(token.lastUsedAt))}
                {token.created.length > 0 && (
                  <>
                    <br />
                    {createdWith(token.created)}
                  </>
                )}
              </p>
              <Scopes of={token.scopes} words={text.scope} />
              <Button describedBy={`token-${token.id}`} onPress={() => setRemoving(token)}>
                {text.own.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Form onSubmit={create}>
        {({ errors }) => (
          <>
            <Field
              label={text.own.name}
              hint={text.own.nameHint}
              name="name"
              maxLength={MAX_NAME_LENGTH}
              required
            />
            <Checks
              legend={text.scopes}
              options={scopeOptions(text.scope)}
              values={scopes}
              onChange={setScopes}
              name="scopes"
            />
            <SelectField
              label={text.own.expires}
              name="days"
              value={String(USUAL_LIFETIME)}
              options={LIFETIMES.map((days) => ({ value: String(days), label: text.own.days[days] }))}
              error={errors.expiresInDays}
            />
            <div class="actions">
              <Button type="submit" kind="urgent">
                {text.own.create}
              </Button>
              <Button onPress={onClose}>{common.close}</Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}

function Remove({
  token: { id, created },
  onRemoved,
  onBack,
}: {
  readonly token: AccessToken;
  readonly onRemoved: () => Promise<void>;
  readonly onBack: () => void;
}) {
  const [endCreated, setEndCreated] = useState(false);
  const remove = async () => {
    const reply = await api.delete('/profile/tokens/{id}', { path: { id }, query: { endCreated } });
    if (reply.ok) await onRemoved();
    return reply;
  };
  return (
    <Form onSubmit={remove} submit={text.own.remove} onCancel={onBack}>
      <p>{text.own.removeHint}</p>
      <EndCreated created={created} isEnding={endCreated} onChange={setEndCreated} />
    </Form>
  );
}

const endOf = ({ expiresAt }: AccessToken): string =>
  Date.parse(expiresAt) <= now.value ? text.own.expired(date(expiresAt)) : text.own.until(date(expiresAt));
