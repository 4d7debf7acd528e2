import { useState } from 'preact/hooks';
import type { ProviderIdentity } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { ownSignOn, resume } from '../../state/session.ts';
import { common } from '../../text/en/common.ts';
import { settings } from '../../text/en/settings.ts';
import { date, dateAndTime } from '../../text/words.ts';

const text = settings.identities;

/** docs/single-sign-on.md, "Linking". The list is loaded when it is opened: the page already makes many requests. */
export function Identities() {
  const [isOpen, setOpen] = useState(false);
  const own = ownSignOn.value;
  if (own === undefined) return null;
  return (
    <Card title={text.title}>
      <p>{own.isLinked ? text.about(own.name) : text.none(own.name)}</p>
      {(own.isLinked || isOpen) && <Button onPress={() => setOpen(true)}>{text.manage}</Button>}
      {isOpen && <Manage name={own.name} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Manage({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { data, failure, reload } = useLoad('/profile/identities');
  const [asked, setAsked] = useState<ProviderIdentity>();
  const [isUnlinked, setUnlinked] = useState(false);
  const unlink = async ({ id }: ProviderIdentity) => {
    const reply = await api.delete('/profile/identities/{id}', { path: { id } });
    if (reply.ok) {
      setAsked(undefined);
      setUnlinked(true);
      await Promise.all([reload(), resume()]);
    }
    return reply;
  };
  if (asked !== undefined)
    return (
      <Dialog title={text.unlinkTitle(name)} onClose={onClose}>
        <Form onSubmit={() => unlink(asked)} submit={text.unlink} onCancel={() => setAsked(undefined)}>
          <p>{text.unlinkHint}</p>
        </Form>
      </Dialog>
    );
  return (
    <Dialog title={text.title} onClose={onClose}>
      {isUnlinked && <Notice kind="good">{text.unlinked}</Notice>}
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : data.length === 0 ? (
        <p class="empty">{text.none(name)}</p>
      ) : (
        <ul class="passkeys">
          {data.map((identity) => (
            <li key={identity.id}>
              <p id={`identity-${identity.id}`}>
                <strong>{identity.email ?? text.without}</strong>
                <br />
                {name} ({identity.issuer})
                <br />
                {text.linked(date(identity.createdAt))}, {text.used(dateAndTime(identity.lastLoginAt))}
              </p>
              <Button describedBy={`identity-${identity.id}`} onPress={() => setAsked(identity)}>
                {text.unlink}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div class="actions">
        <Button onPress={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}
